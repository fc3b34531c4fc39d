package import Cairn
package import CairnHTML
package import CairnInsights
package import CairnReports

/// A list of sessions grouped by day, each linked to its page.
package struct SessionList {
  package let days: HistoryDays
  package let zones: SessionZones
  /// Whether the page title names the day, so that the list omits it.
  package var isOneDay = false
  /// Whether the page title names the book, so that the list omits it.
  package var isOneBook = false
  /// The books of which the sessions show the covers.
  package var books: [Identifier<Entry>: EntryRow] = [:]
  /// The day that the list calls today; nil for dates only.
  package var today: LocalDay?

  /// Creates the list.
  package init(
    days: HistoryDays,
    zones: SessionZones,
    isOneDay: Bool = false,
    isOneBook: Bool = false
  ) {
    (self.days, self.zones, self.isOneDay) = (days, zones, isOneDay)
    self.isOneBook = isOneBook
  }

  package var html: HTML { HTML(days.days.map(section) + netTime) }

  /// The definition of time without overlaps, if a day shows it.
  private var netTime: [HTML] {
    guard days.days.contains(where: { $0.time.text != nil }) else { return [] }
    return [Definition([Insight.netTime.definition]).html]
  }

  private func section(_ day: HistoryDays.Day) -> HTML {
    """
    <section class="day" aria-labelledby="d\(day.day.text)">
    <h2 id="d\(day.day.text)">\(fragment: name(day.day))
    \(fragment: day.sessions.isEmpty ? nil : share(day))\(fragment: day.sessions.isEmpty ? nil : time(day.time))</h2>
    <ul class="rows card">
    \(fragment: HTML(day.sessions.map(row) + day.climbs.map(row)))
    </ul>
    </section>
    """
  }

  private func time(_ time: NonOverlappingTime) -> HTML {
    let netTime = time.text.map { "<span class=\"quiet\">\u{A0}· \($0)</span>" as HTML }
    return "<span class=\"figure\">\(time.sum.hoursAndMinutes)\(fragment: netTime)</span>"
  }

  private func name(_ day: LocalDay) -> HTML {
    guard !isOneDay else { return "Full day" }
    return "<a href=\"/history?day=\(day.text)\">\(words(day))</a>"
  }

  private func words(_ day: LocalDay) -> String {
    switch today.map({ $0 - day }) {
    case 0: "Today"
    case 1: "Yesterday"
    default: CalendarText.day(day)
    }
  }

  /// The time of each kind as a bar, as long as the day among those of the list.
  private func share(_ day: HistoryDays.Day) -> HTML {
    let longest = days.days.map { day in
      day.sessions.reduce(Milliseconds.zero) { $0 + $1.time }.count
    }.max()
    var left: Int64 = 0
    let kinds = KindTimes(day.sessions.map { ($0.session.kind, $0.time) }).all
    let parts = kinds.map { kind, time -> HTML in
      let width = max(proportion(time.count, 1_000, max(longest ?? 1, 1)), 60)
      defer { left += width + 15 }
      return """
        <rect class="\(Hue(kind).name)" x="\(left)" width="\(width)" height="90" rx="30"/>
        """
    }
    return """
      <svg class="share" viewBox="0 0 1200 90" aria-hidden="true">\(fragment: HTML(parts))</svg>
      """
  }

  private func picture(_ row: SessionRow) -> HTML {
    guard let book = row.entry.flatMap({ books[$0] }) else { return Hue(row.kind).badge }
    return "<span class=\"cover\">\(fragment: GeneratedCover(book).small)</span>"
  }

  private func row(_ part: SessionOnDay) -> HTML {
    let row = part.session
    return """
      <li class="row">\(fragment: picture(row))<div>
      <a class="whole" href="\(row.path)"><strong><bdi>\(isOneBook ? timeRange(part) : row.subject)</bdi>\
      </strong></a>
      <span class="quiet">\(details(part))</span>
      \(fragment: row.note.map { "<p class=\"note\">\($0)</p>" })</div>
      <span class="figure">\(part.time.length)\(fragment: whole(part))</span></li>
      """
  }

  private func row(_ climbs: LogbookRow) -> HTML {
    """
    <li class="row">\(fragment: Hue.climbing.badge)<div>
    <a class="whole" href="\(climbs.path)"><strong><bdi>\(climbs.subject.capitalizedFirst)</bdi></strong></a>
    <span class="quiet">\(climbs.text)</span>
    <span class="quiet">time unknown</span></div></li>
    """
  }

  private func timeRange(_ part: SessionOnDay) -> String {
    zones.timeRange(part.session, on: part.day)
  }

  private func details(_ part: SessionOnDay) -> String {
    let row = part.session
    let done = row.done(days.modules)
    let tags = row.sessionContext.tags
    return [isOneBook ? nil : timeRange(part), done, tags.isEmpty ? nil : tags.signed]
      .compactMap { $0 }.joined(separator: " · ")
  }

  /// Returns the active time of the whole session if only a part of it is on the day.
  private func whole(_ part: SessionOnDay) -> HTML? {
    guard part.time != part.session.active else { return nil }
    return " <span class=\"quiet\">of \(part.session.active.length)</span>"
  }
}

extension NonOverlappingTime {
  /// `2h 30m without overlaps`; nil if nothing overlaps.
  package var text: String? {
    overlap > .zero ? "\(time.hoursAndMinutes) without overlaps" : nil
  }
}

/// The wall clocks of the zones in which sessions took place.
package struct SessionZones: Sendable {
  private let home: ZoneRules
  private let known: @Sendable (String) -> ZoneRules?

  /// Creates the zones.
  package init(home: ZoneRules, known: @escaping @Sendable (String) -> ZoneRules?) {
    (self.home, self.known) = (home, known)
  }

  /// Returns the clock of the session's zone.
  package func clock(_ row: SessionRow) -> WallClock { clock(row.zone, row.startedAt) }

  /// Returns the clock of a zone; the person's own zone if the name is unknown.
  package func clock(_ zone: String, _ time: Instant) -> WallClock {
    WallClock(zone: known(zone) ?? home, now: time)
  }

  /// Returns `20:40–21:15`, with dates where they differ from `day` and the zone if it is not the person's.
  package func timeRange(_ row: SessionRow, on day: LocalDay? = nil) -> String {
    if row.listening?.isDayOnly == true { return "time of day unknown" }
    return clock(row).timeRange(row.startedAt, row.endedAt, on: day ?? row.day)
      + (row.zone == home.name ? "" : " \(row.zone)")
  }
}

extension SessionRow {
  package var path: String { "/sessions/\(id.record.text)" }

  /// The title of the subject, else the kind.
  package var subject: String {
    guard kind == Climbing.kind else { return title ?? kind.name }
    return (title ?? kind.name).capitalizedFirst
  }
}

extension SessionRow {
  /// Returns pages, climbs, audio positions, or the amount and pace of another kind; nil if nothing is known.
  package func done(_ modules: [KindModule]) -> String? {
    let figures = modules[kind]?.figures(amount, in: active) ?? []
    if !figures.isEmpty { return figures.joined(separator: " · ") }
    return pages.map { Measure.pages.counted($0) } ?? climbing?.text ?? listening?.text
  }
}

extension ListeningSubject {
  /// `to 0:38:30 · finished · 1.25×`, as far as it is known; nil when nothing is.
  package var text: String? {
    SessionSummaryText.listening(to: endPosition, isCompleted: isCompleted, speed: speed)
  }
}
