import Cairn
import CairnActions
import CairnHTTP
import CairnInsights
import CairnStore

/// The History page as a timeline: of everything, one day, or one book.
struct HistoryPage {
  let frame: PageFrame
  let days: HistoryDays
  let zones: SessionZones
  let day: LocalDay?
  let today: LocalDay
  let book: EntryRow?
  /// The kind that is listed; nil for all.
  let kind: SessionKind?
  /// Reading, and the other kinds that have sessions.
  private let modules: [KindModule]
  private let conflicts: ConflictNotice

  init(_ context: AuthenticatedContext) async throws {
    try context.allowQuery(["day", "book", "before", "kind", "done"])
    frame = try await PageFrame(context)
    zones = SessionZones(context)
    today = try await context.today()
    day = try context.day("day")
    kind = try context.kind("kind")
    modules = try await context.log.usedModules()
    conflicts = try await ConflictNotice(context.log)
    if let day {
      (book, days) = (nil, try await HistoryDays(on: day, context.log))
    } else {
      book = try await context.namedBook()
      let before = try context.target.query["before"].map(HistoryCursor.init)
      days = try await HistoryDays(of: book?.id, before: before, kind: kind, context.log)
    }
  }

  private var title: String {
    day.map(CalendarText.day) ?? book.map { "Sessions of “\($0.title)”" } ?? "History"
  }

  var html: HTML {
    frame.page(
      title,
      in: .history,
      """
      <header class="head"><h1><bdi>\(title)</bdi></h1>
      \(fragment: HistoryTabs.html(day == nil && book == nil ? .timeline : nil))</header>
      \(fragment: modules.count > 1 && day == nil && book == nil ? kinds : nil)
      \(fragment: day == nil && book == nil ? conflicts.html : nil)
      \(fragment: day.map(adjacentDays))
      \(fragment: days.days.isEmpty ? empty : list)
      \(fragment: days.next.map(older))
      """
    )
  }

  private var list: HTML {
    SessionList(days: days, zones: zones, isOneDay: day != nil, isOneBook: book != nil).html
  }

  private var empty: HTML {
    guard day != nil else {
      return EmptyState(
        "No sessions yet.",
        "Everything you read, listen to and climb shows up here, day by day.",
        ("Start reading", "/")
      ).html
    }
    return EmptyState("No activity on this day.", "", ("All history", "/history")).html
  }

  private var kinds: HTML {
    let hasClimbing = modules[Climbing.kind] != nil
    let all: [(SessionKind?, String)] = [(nil, "All")] + modules.map { ($0.kind, $0.title) }
    return """
      <nav class="chips kinds" aria-label="Kinds">\(fragment: HTML(all.map(chip)))\
      \(fragment: hasClimbing ? "<a href=\"/logbook\">Logbook</a>" : nil)</nav>
      """
  }

  private func chip(_ kind: SessionKind?, _ words: String) -> HTML {
    """
    <a href="/history\(kind.map { "?kind=\($0.name)" } ?? "")" \
    aria-current="\(kind == self.kind ? "page" : "false")">\(words)</a>
    """
  }

  private func older(_ next: HistoryCursor) -> HTML {
    """
    <p class="more"><a class="button" href="/history?before=\(HTTPTarget.encoded(next.text))\
    \(book.map { "&book=\($0.id.record.text)" } ?? "")\(kind.map { "&kind=\($0.name)" } ?? "")" rel="next">Older sessions</a></p>
    """
  }

  private func adjacentDays(_ day: LocalDay) -> HTML {
    """
    <nav class="steps" aria-label="Days">
    <a class="button" href="/history?day=\((day - 1).text)" rel="prev">‹ \(CalendarText.short(day - 1))</a>
    \(fragment: day < today ? next(day + 1) : nil)
    </nav>
    """
  }

  private func next(_ day: LocalDay) -> HTML {
    """
    <a class="button" href="/history?day=\(day.text)" rel="next">\(CalendarText.short(day)) ›</a>
    """
  }
}

extension Log {
  /// Returns reading, and the other kinds that have sessions.
  fileprivate func usedModules() async throws -> [KindModule] {
    var used = [KindModule.reading]
    for module in modules where module.kind != Reading.kind {
      if try await has(module.kind) { used.append(module) }
    }
    return used
  }
}

/// The two views of the history.
enum HistoryTabs {
  case timeline, calendar

  static func html(_ current: HistoryTabs?) -> HTML {
    """
    <nav class="tabs" aria-label="View"><ul>
    <li><a href="/history" aria-current="\(current == .timeline ? "page" : "false")">Timeline</a></li>
    <li><a href="/history/calendar" aria-current="\(current == .calendar ? "page" : "false")">\
    Calendar</a></li>
    </ul></nav>
    """
  }
}

/// An empty state: a sentence and links to a next step.
struct EmptyState {
  private let sentence: String
  private let more: String
  private let links: [(String, String)]

  init(_ sentence: String, _ more: String, _ links: (String, String)...) {
    (self.sentence, self.more) = (sentence, more)
    self.links = links
  }

  var html: HTML {
    """
    <section class="card empty"><p><strong>\(sentence)</strong></p>
    \(fragment: more.isEmpty ? nil : "<p class=\"quiet\">\(more)</p>")
    <p class="actions">\(fragment: HTML(links.map { button($0.0, $0.1) }))</p></section>
    """
  }

  private func button(_ words: String, _ path: String) -> HTML {
    "<a class=\"button\" href=\"\(path)\">\(words)</a>"
  }
}

extension AuthenticatedContext {
  /// Returns a day in the query, `2026-03-05`; nil without one; throws `request.field`.
  func day(_ name: String) throws(CairnError) -> LocalDay? {
    guard let text = target.query[name] else { return nil }
    guard let day = LocalDay(text: text), (LocalDay.first...LocalDay.last).contains(day) else {
      throw .field(name, "takes a day such as 2026-03-05")
    }
    return day
  }

  /// Returns a session kind in the query; nil without one; throws `request.field`.
  fileprivate func kind(_ name: String) throws(CairnError) -> SessionKind? {
    guard let text = target.query[name] else { return nil }
    guard let module = modules[SessionKind(text)] else {
      let names = modules.map(\.kind.name)
      throw .field(
        name,
        "takes \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")"
      )
    }
    return module.kind
  }

  /// Returns the book in the query; nil without one; throws `reading.not_on_shelf`.
  func namedBook() async throws -> EntryRow? {
    guard let text = target.query["book"] else { return nil }
    guard let id = RecordID(text: text), let row = try await log.book(Identifier(id)) else {
      throw CairnError.notOnShelf
    }
    return row
  }
}
