import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

/// The page of a book, with an activity tab and a details tab.
struct BookPage {
  let frame: PageFrame
  let book: EntryRow
  let isAbout: Bool
  let today: LocalDay
  let totals: EntryTotals
  let readings: [ReadingRow]
  let paces: Paces
  let forecast: BookForecast?
  let sessions: HistoryDays
  let zones: SessionZones
  /// The diversity facts, on the details tab.
  let described: DescribedBook?
  let conflicts: ConflictNotice
  let formError: FormError?

  init(_ context: AuthenticatedContext, _ formError: FormError? = nil) async throws {
    frame = try await PageFrame(context)
    let id = try context.bookID()
    guard let book = try await context.log.book(id) else { throw CairnError.notOnShelf }
    self.book = book
    let tab = formError?.typed["tab"] ?? context.target.query["tab"]
    let isAbout = tab == "about" || formError?.formID == .about
    self.isAbout = isAbout || formError?.formID == .facts
    described = self.isAbout ? try await context.log.describedBook(id) : nil
    today = try await context.today()
    totals = try await context.log.totals(of: id)
    readings = try await context.log.readings(of: id)
    paces = try await Paces(book, today, context.log)
    let isOpen = readings.contains { $0.reading.outcome == nil }
    forecast = isOpen ? try await BookForecast.all(of: id, today, context.log).first : nil
    sessions = try await HistoryDays(of: id, before: nil, size: 10, context.log)
    zones = SessionZones(context)
    conflicts = try await ConflictNotice(of: id.record, context.log)
    self.formError = formError
  }

  var html: HTML {
    frame.page(
      book.title,
      in: .shelf,
      """
      \(fragment: head)
      \(fragment: pageError.map { alert($0.error) })
      \(fragment: conflicts.html)
      \(fragment: BookActions(page: self).html)
      \(fragment: tabs)
      \(fragment: isAbout ? BookAbout(page: self).html : BookActivity(page: self).html)
      """
    )
  }

  /// An error that no form on the page shows.
  private var pageError: FormError? {
    formError.flatMap { $0.formID == .book && $0.typed["reading"] == nil ? $0 : nil }
  }

  private var head: HTML {
    """
    <header class="about">\(fragment: CoverPlaceholder(book, isLarge: true).html)
    <div><h1><bdi>\(book.title)</bdi></h1>
    \(fragment: book.series.map { "<p class=\"quiet\"><bdi>\($0)</bdi></p>" })
    \(fragment: book.writers.map { "<p>\(fragment: $0)</p>" })
    <p class="line"><span class="state">\(book.status.title)</span>\
    \(fragment: book.isBorrowed ? "<span class=\"state paused\">Borrowed</span>" : nil)\
    \(fragment: book.rating.map { Stars(quarters: $0).html })</p>
    \(fragment: [.reading, .paused].contains(book.status) ? ProgressBar(book)?.html : nil)</div></header>
    """
  }

  private var tabs: HTML {
    """
    <nav class="tabs wide" aria-label="About this book"><ul>
    <li><a href="\(book.path)" aria-current="\(isAbout ? "false" : "page")">Activity</a></li>
    <li><a href="\(book.path)?tab=about" aria-current="\(isAbout ? "page" : "false")">About</a></li>
    </ul></nav>
    """
  }
}
