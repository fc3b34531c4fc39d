import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnPages
import CairnReports
import CairnStore

extension BookPage {
  init(_ context: AuthenticatedContext, _ formError: FormError? = nil) async throws {
    let (frame, log) = (try await PageFrame(context), context.log)
    let id = try context.bookID()
    guard let book = try await log.book(id) else { throw CairnError.notOnShelf }
    let tab = formError?.typed["tab"] ?? context.target.query["tab"]
    let isAbout = tab == "about" || formError?.formID == .about || formError?.formID == .facts
    let (today, readings) = (try await context.today(), try await log.readings(of: id))
    let isOpen = readings.contains { $0.reading.outcome == nil }
    self.init(
      frame: frame,
      book: book,
      isAbout: isAbout,
      totals: try await log.totals(of: id),
      readings: readings,
      paces: try await Paces(book, today, log),
      forecast: isOpen ? try await BookForecast.all(of: id, today, log).first : nil,
      sessions: try await HistoryDays(of: id, before: nil, size: 10, log),
      zones: SessionZones(context),
      described: isAbout ? try await log.describedBook(id) : nil,
      conflicts: try await ConflictNotice(of: id.record, log),
      formError: formError
    )
  }
}
