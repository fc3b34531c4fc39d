import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

/// Sessions as a list, each a link to its own page.
struct SessionList {
  let days: HistoryDays
  let zones: SessionZones
  /// Whether the page is about one day and says so itself.
  var isOneDay = false
  /// Whether the page is about one book and says so itself.
  var isOneBook = false

  var html: HTML { HTML(days.days.map(section) + lived) }

  /// What it means where a day tells it.
  private var lived: [HTML] {
    guard days.days.contains(where: { $0.time.words != nil }) else { return [] }
    return [Definition([Insight.lived.definition]).html]
  }

  private func section(_ day: HistoryDays.Day) -> HTML {
    """
    <section class="day" aria-labelledby="d\(day.day.text)">
    <h2 id="d\(day.day.text)">\(fragment: name(day.day))
    \(fragment: day.sessions.isEmpty ? nil : time(day.time))</h2>
    <ul class="rows card">
    \(fragment: HTML(day.sessions.map(row) + day.climbs.map(row)))
    </ul>
    </section>
    """
  }

  private func time(_ time: NonOverlappingTime) -> HTML {
    let lived = time.words.map { "<span class=\"quiet\">\u{A0}· \($0)</span>" as HTML }
    return "<span class=\"figure\">\(time.sum.hoursAndMinutes)\(fragment: lived)</span>"
  }

  private func name(_ day: LocalDay) -> HTML {
    guard !isOneDay else { return "All of the day" }
    return "<a href=\"/history?day=\(day.text)\">\(CalendarText.day(day))</a>"
  }

  private func row(_ part: SessionOnDay) -> HTML {
    let row = part.session
    return """
      <li class="row"><div>
      <a class="whole" href="\(row.path)"><strong><bdi>\(isOneBook ? stretch(part) : row.subject)</bdi>\
      </strong></a>
      <span class="quiet">\(details(part))</span>
      \(fragment: row.note.map { "<p class=\"note\">\($0)</p>" })</div>
      <span class="figure">\(part.time.length)\(fragment: whole(part))</span></li>
      """
  }

  private func row(_ climbs: LogbookRow) -> HTML {
    """
    <li class="row"><div>
    <a class="whole" href="\(climbs.path)"><strong><bdi>\(climbs.subject.capitalizedFirst)</bdi></strong></a>
    <span class="quiet">\(climbs.words)</span>
    <span class="quiet">hours not known</span></div></li>
    """
  }

  private func stretch(_ part: SessionOnDay) -> String {
    zones.stretch(part.session, on: part.day)
  }

  private func details(_ part: SessionOnDay) -> String {
    let row = part.session
    let pages = row.amount.map { Measure.pages.counted($0) }
    let done = pages ?? row.climbing?.words ?? row.listening?.words
    return [isOneBook ? nil : stretch(part), done].compactMap(\.self).joined(separator: " · ")
  }

  /// What the whole session took when only part of it lies on the day.
  private func whole(_ part: SessionOnDay) -> HTML? {
    guard part.time != part.session.active else { return nil }
    return " <span class=\"quiet\">of \(part.session.active.length)</span>"
  }
}

extension NonOverlappingTime {
  /// `2h 30m lived, as some ran at once`; nil where nothing did.
  var words: String? {
    overlap > .zero ? "\(time.hoursAndMinutes) lived, as some ran at once" : nil
  }
}

/// The clocks of the places where sessions were.
struct SessionZones: Sendable {
  private let home: ZoneRules
  private let known: @Sendable (String) -> ZoneRules?

  init(_ context: AuthenticatedContext) {
    home = context.zone
    known = context.log.context.environment.zone
  }

  /// The clock where a session began.
  func clock(_ row: SessionRow) -> WallClock { clock(row.zone, row.startedAt) }

  /// The clock of a zone at a time.
  func clock(_ zone: String, _ time: Instant) -> WallClock {
    WallClock(zone: known(zone) ?? home, now: time)
  }

  /// `20:40–21:15`, and where that was when it is not where the person is; beside `day`, or the day it is of.
  func stretch(_ row: SessionRow, on day: LocalDay? = nil) -> String {
    if row.listening?.isDayOnly == true { return "no time of day known" }
    return clock(row).stretch(row.startedAt, row.endedAt, on: day ?? row.day)
      + (row.zone == home.name ? "" : " \(row.zone)")
  }
}

extension SessionRow {
  /// Its page.
  var path: String { "/sessions/\(id.record.text)" }

  /// The title of what it is about, or else its kind.
  var subject: String {
    guard kind == Climbing.kind else { return title ?? kind.name }
    return (title ?? kind.name).capitalizedFirst
  }
}

extension String {
  /// The text with a capital letter at its beginning.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension SessionRow {
  /// What was done, in the past: `read`, `listened`, `climbed`.
  var verb: String {
    switch kind {
    case Climbing.kind: "climbed"
    case Listening.kind: "listened"
    default: "read"
    }
  }
}

extension ListeningSubject {
  /// `to 0:38:30 · heard to the end · 1.25×`, as far as it is known; nil when nothing is.
  var words: String? { SessionSummaryText.heard(to: endPosition, isCompleted: isCompleted, speed: speed) }
}
