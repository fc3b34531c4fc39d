import Cairn
import CairnActions
import CairnHTTP
import CairnPages
import CairnReports
import CairnStore

extension FinishPage {
  init(_ context: AuthenticatedContext, _ formError: FormError? = nil) async throws {
    let (log, id) = (context.log, try context.bookID())
    guard let book = try await log.book(id) else { throw CairnError.notOnShelf }
    let (today, finish) = (try await context.today(), book.displayedFinish)
    let year = finish?.year ?? today.year
    let read = try await log.books(.read).filter { $0.displayedFinish?.year == year }
    self.init(
      frame: try await PageFrame(context),
      book: book,
      totals: try await log.totals(of: id),
      paces: try await Paces(book, today, log),
      ordinal: max(1, read.count),
      formError: formError
    )
  }

  /// Returns the address of the page if a session ended on the last page of a book that is read; nil otherwise.
  static func path(after row: SessionRow, _ context: AuthenticatedContext) async throws -> String? {
    guard let id = row.entry, row.endedAt != nil, let end = row.endPosition,
      let book = try await context.log.book(id), book.status == .read,
      let page = end.page(in: book.pages), page == end.total ?? book.pages
    else { return nil }
    return "\(book.path)/finished"
  }
}
