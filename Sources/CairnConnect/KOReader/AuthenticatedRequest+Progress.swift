package import Cairn
package import CairnAccounts
import CairnActions
import CairnStore

extension AuthenticatedRequest {
  /// Moves the bookmark of a book to a reported position; does nothing if the book was deleted.
  package func report(
    _ progress: ConnectedDocument.Progress,
    in entry: Identifier<Entry>
  ) async throws {
    let act = ReportPosition(
      progress.hundredths,
      in: entry,
      on: progress.device,
      zone: zone.name
    )
    do {
      try await log.write { try act.run(in: $0) }
    } catch let error as CairnError where error.code == "reading.not_on_shelf" {}
  }

  /// Returns the book of a document: the one that a connection knows, or that it was merged into; otherwise the one that
  /// was imported under the document's MD5 or has its title and author; nil if it is not on the shelf.
  func book(
    of document: ConnectedDocument,
    knownAs known: ConnectedDocument?
  ) async throws -> Identifier<Entry>? {
    // Indexing the library takes longer than finding one book, so a report of a known book avoids it.
    if let entry = known?.entry, try await !log.books([entry]).isEmpty { return entry }
    let index = try await log.libraryIndex()
    if let entry = known?.entry.flatMap(index.current) { return entry.id }
    let author = (document.authors ?? known?.authors)?.split(separator: "\n").first.map(String.init)
    return index.shelved(
      title: document.title ?? known?.title,
      author: author,
      source: ["koreader", document.document]
    )?.id
  }
}
