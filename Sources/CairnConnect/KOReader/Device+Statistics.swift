import Cairn
import CairnAccounts
import CairnExchange
import CairnHTTP
import CairnStore

extension Device {
  /// Imports the statistics in the body of a request, together with those that the account's other devices sent.
  ///
  /// They are merged by KOReader's own rule before sessions are derived, so a page view that several files contain
  /// counts once, and a session that one file has only in part is not cut. What an error
  /// says, or why a part was skipped, is kept for the page Connections.
  func importStatistics(_ context: any AuthenticatedRequest, at path: WebDAVPath) async throws {
    do {
      var statistics = try await context.statistics(in: context.request.body)
      for file in try await otherStatistics(than: path) {
        guard let bytes = try await file() else { continue }
        statistics = try await statistics.merging(context.statistics(in: bytes))
      }
      let done = try await context.importStatistics(statistics, from: connection.name)
      let known = try await matchedDocuments()
      try await store(context.documents(of: statistics).filter { !known.contains($0.document) })
      try await report(sessions: done.added, problem: Self.note(of: done.skipped))
    } catch {
      try await report(sessions: 0, problem: context.problem(error).detail)
      throw error
    }
  }

  /// Returns a sentence with the number of skipped items and the first reason; nil for none.
  private static func note(of skipped: [ImportIssue]) -> String? {
    guard let first = skipped.first?.message else { return nil }
    guard skipped.count > 1 else { return "Of the last file 1 item was not imported. \(first)" }
    return "Of the last file \(skipped.count) items were not imported. The first: \(first)"
  }
}

extension AuthenticatedRequest {
  /// Returns the files of the books in statistics whose book is on the shelf.
  fileprivate func documents(of statistics: KOReaderStatistics) async throws -> [ConnectedDocument]
  {
    let index = try await log.libraryIndex()
    return statistics.books.compactMap { book in
      guard let md5 = book.md5, md5.utf8.count <= 200 else { return nil }
      let (title, author) = (book.title, book.authors.first)
      let entry = index.shelved(title: title, author: author, source: ["koreader", md5])
      return entry.map { ConnectedDocument(md5, entry: $0.id) }
    }
  }
}
