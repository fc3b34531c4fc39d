package import Cairn
package import CairnHTML
import CairnInsights
package import CairnReports

/// The History page as a timeline: of everything, one day, one book, or one tag or place.
package struct HistoryPage {
  package let frame: PageFrame
  package let days: HistoryDays
  package let zones: SessionZones
  package let day: LocalDay?
  package let today: LocalDay
  package let book: EntryRow?
  /// The kind that is listed; nil for all.
  package let kind: SessionKind?
  /// The tag or place of the listed sessions; nil for all.
  private let label: SessionLabel?
  /// Reading, and the other kinds that have sessions.
  private let modules: [KindModule]
  private let conflicts: ConflictNotice
  /// The open sessions, which the list of ended ones lacks.
  private let running: [SessionRow]
  /// The books of the listed sessions.
  private let books: [Identifier<Entry>: EntryRow]

  /// Creates the page.
  package init(
    frame: PageFrame,
    days: HistoryDays,
    zones: SessionZones,
    day: LocalDay?,
    today: LocalDay,
    book: EntryRow?,
    kind: SessionKind?,
    label: SessionLabel?,
    modules: [KindModule],
    conflicts: ConflictNotice,
    running: [SessionRow],
    books: [Identifier<Entry>: EntryRow]
  ) {
    (self.frame, self.days, self.zones) = (frame, days, zones)
    (self.day, self.today, self.book) = (day, today, book)
    (self.kind, self.modules, self.conflicts) = (kind, modules, conflicts)
    (self.label, self.running, self.books) = (label, running, books)
  }

  private var title: String {
    day.map(CalendarText.day) ?? book.map { "Sessions of “\($0.title)”" } ?? label?.title ?? "Log"
  }

  private var isWhole: Bool { day == nil && book == nil && label == nil }

  package var html: HTML {
    frame.page(
      title,
      in: .log,
      """
      <header class="head"><h1><bdi>\(title)</bdi></h1>
      \(fragment: HistoryTabs.html(isWhole ? .timeline : nil))</header>
      \(fragment: modules.count > 1 && isWhole ? kinds : nil)
      \(fragment: isWhole ? conflicts.html : nil)
      \(fragment: day.map(adjacentDays))
      \(fragment: running.isEmpty ? nil : RunningSessions(frame: frame, rows: running).html)
      \(fragment: !days.days.isEmpty ? list : running.isEmpty ? empty : nil)
      \(fragment: days.next.map(older))
      """
    )
  }

  private var list: HTML {
    var list = SessionList(
      days: days,
      zones: zones,
      isOneDay: day != nil,
      isOneBook: book != nil
    )
    (list.books, list.today) = (books, today)
    return list.html
  }

  private var empty: HTML {
    if label != nil { return EmptyState("No sessions yet.", "", ("All sessions", "/history")).html }
    guard day != nil else {
      return EmptyState(
        "No sessions yet.",
        "Everything you read, listen to and climb shows up here, day by day.",
        ("Start reading", "/")
      ).html
    }
    return EmptyState("No activity on this day.", "", ("All days", "/history")).html
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
    <a class="\(kind.map { Hue($0).name } ?? "")" href="/history\(kind.map { "?kind=\($0.name)" } ?? "")" \
    aria-current="\(kind == self.kind ? "page" : "false")">\(fragment: kind.map { Hue($0).icon.html })\(words)</a>
    """
  }

  private func older(_ next: String) -> HTML {
    let only =
      (book.map { "&book=\($0.id.record.text)" } ?? "") + (kind.map { "&kind=\($0.name)" } ?? "")
      + (label.map { "&\($0.query)" } ?? "")
    return NextPage("Older sessions", "/history?before=\(PercentCoding.encoded(next))\(only)").html
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

/// The two views of the history.
package enum HistoryTabs {
  case timeline, calendar

  package static func html(_ current: HistoryTabs?) -> HTML {
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
package struct EmptyState {
  private let sentence: String
  private let more: String
  private let links: [(String, String)]

  package init(_ sentence: String, _ more: String, _ links: (String, String)...) {
    (self.sentence, self.more) = (sentence, more)
    self.links = links
  }

  package var html: HTML {
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
