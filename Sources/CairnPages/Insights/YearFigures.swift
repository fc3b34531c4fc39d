import Cairn
import CairnHTML
import CairnInsights
import CairnReports

/// The totals of a year, equal to those of `cairn year`.
struct YearFigures {
  let page: InsightsPage

  private var statistics: Statistics { page.review.statistics }
  private var books: FinishedBooks { page.review.books }

  var html: HTML {
    """
    <section aria-labelledby="year"><h2 id="year">\(page.year)\(page.isThisYear ? " so far" : "")</h2>
    <dl class="tiles">
    \(fragment: Tile(statistics.totals.time.hoursAndMinutes, "tracked", days + netTime).html)
    \(fragment: Tile(statistics.pages, "pages", sessions).html)
    \(fragment: Tile(books.books.value ?? 0, "books finished", bookPages).html)
    \(fragment: Tile(statistics.pace.value.map { $0.wholeText } ?? "–", "pages an hour").html)
    \(fragment: HTML(statistics.averages.compactMap(average)))
    </dl>
    \(fragment: Definition(definitions).html)
    </section>
    \(fragment: page.kinds.count > 1 ? kinds : nil)
    \(fragment: best)
    \(fragment: ratings)
    \(fragment: mostRead)
    """
  }

  private var days: String { "on \(counted(statistics.totals.activeDays, "day"))" }
  private var netTime: String { statistics.netTime?.text.map { "; \($0)" } ?? "" }
  private var sessions: String { Measure.sessions.counted(Int64(statistics.totals.sessions)) }
  private var bookPages: String {
    books.pages.value.map { Measure.pages.counted($0) } ?? ""
  }

  private func average(
    _ unit: Cadence,
    _ average: Figure<Series.Average>,
    _ periods: Int
  ) -> HTML? {
    guard periods > 1 else { return nil }
    return average.value.map { Tile($0.time.hoursAndMinutes, "a \(unit.noun) on average").html }
  }

  private var definitions: [String] {
    let hasOverlap = statistics.netTime?.text != nil
    let insights =
      [.time] + (hasOverlap ? [.netTime] : []) + [Insight.pages, .books, .pace, .average]
    let left = books.books.exclusions + statistics.pace.exclusions
    return insights.map { $0.definition } + left.map { $0.sentence }
  }

  private var kinds: HTML {
    let rows = page.kinds.map { row -> HTML in
      let done = row.amount ?? row.pages.map { Measure.pages.counted($0) }
      let words = [Measure.sessions.counted(Int64(row.times)), done].compactMap { $0 }
      return """
        <li class="row"><div><strong>\(row.name ?? "")</strong>
        <span class="quiet">\(words.joined(separator: " · "))</span></div>
        <span class="figure">\(row.time.hoursAndMinutes)</span></li>
        """
    }
    return """
      <section aria-labelledby="kinds"><h2 id="kinds">By kind</h2>
      <ul class="rows card">\(fragment: HTML(rows))</ul></section>
      """
  }

  private var best: HTML {
    let window = page.review.pattern.bestWindow
    return """
      <section class="card" aria-labelledby="pattern"><h2 id="pattern">When you read</h2>
      <p>\(window.value.map { text($0, of: window.count) } ?? window.missing ?? "")</p>
      \(fragment: WeekTable(page.review.pattern, page.weekStart).html)
      \(fragment: Definition(window, Insight.pattern.definition).html)</section>
      """
  }

  private func text(_ best: HourPattern.Window, of count: Int) -> String {
    let (end, style) = (best.startHour + HourPattern.windowHours, ClockStyle.current)
    let hours = "\(style.text(hour: best.startHour))–\(style.text(hour: end))"
    return "\(best.sessions) of \(count) sessions started \(hours), "
      + "most of them on a \(CalendarText.weekdays[best.weekday - 1])."
  }

  private var ratings: HTML? {
    guard let ratings = books.ratings.value else { return nil }
    let maximum = max(1, ratings.stars.max() ?? 1)
    let rows = zip(1...5, ratings.stars).reversed().map { star, count -> HTML in
      """
      <tr><th scope="row">\(star) ★</th><td class="meter"><progress max="\(maximum)" value="\(count)" \
      aria-label="\(star) stars"></progress></td><td>\(count)</td></tr>
      """
    }
    return """
      <section class="card" aria-labelledby="ratings"><h2 id="ratings">Ratings</h2>
      <p>\(ratings.averageHundredths.wholeText) stars on average.</p>
      <table>\(fragment: HTML(rows))</table>
      \(fragment: Definition(books.ratings, counting: "rating").html)</section>
      """
  }

  private var mostRead: HTML? {
    guard !page.review.mostRead.isEmpty else { return nil }
    let rows = page.review.mostRead.map { row -> HTML in
      """
      <li class="row"><div><a class="whole" href="/books/\(row.entry.record.text)">\
      <strong><bdi>\(row.title ?? "(deleted)")</bdi></strong></a>
      <span class="quiet">\(Measure.pages.counted(row.sums.amount))</span></div>
      <span class="figure">\(row.sums.time.length)</span></li>
      """
    }
    return """
      <section aria-labelledby="most"><h2 id="most">Most time</h2>
      <ul class="rows card">\(fragment: HTML(rows))</ul></section>
      """
  }
}

/// A table of weekdays and hours in cells of three hours; a darker cell means more time.
struct WeekTable {
  private let pattern: HourPattern
  private let weekStart: WeekStart

  init(_ pattern: HourPattern, _ weekStart: WeekStart) {
    (self.pattern, self.weekStart) = (pattern, weekStart)
  }

  private static let starts = Array(stride(from: 0, to: 24, by: 3))

  private func time(_ start: Int, _ weekday: Int) -> Milliseconds {
    (start..<(start + 3)).reduce(.zero) { $0 + pattern.hour($1, on: weekday).time }
  }

  private var maximum: Milliseconds {
    (1...7).flatMap { day in Self.starts.map { time($0, day) } }.max() ?? .zero
  }

  var html: HTML {
    let heads = Self.starts.map {
      "<th scope=\"col\">\(ClockStyle.current.label(hour: $0))</th>" as HTML
    }
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="Time by weekday and hour">
      <table class="week"><thead><tr><th scope="col"><span class="hidden">Day, from hour</span></th>\
      \(fragment: HTML(heads))</tr></thead>
      <tbody>\(fragment: HTML(weekStart.weekdays.map(row)))</tbody></table></div>
      """
  }

  private func row(_ weekday: Int) -> HTML {
    let cells = Self.starts.map { cell(time($0, weekday)) }
    return """
      <tr><th scope="row">\(String(CalendarText.weekdays[weekday - 1].prefix(3)))</th>\
      \(fragment: HTML(cells))</tr>

      """
  }

  /// Returns `45m`, `4.3h`, or from ten hours on whole hours, because a phone has no room for more.
  private func text(_ minutes: Int64) -> String {
    switch minutes {
    case ..<60: "\(minutes)m"
    case ..<597: "\(((minutes + 3) / 6).tenthsText)h"
    default: "\((minutes + 30) / 60)h"
    }
  }

  private func cell(_ time: Milliseconds) -> HTML {
    guard time > .zero, maximum > .zero else { return "<td></td>" }
    let level = min(4, 1 + time.count * 4 / maximum.count)
    return "<td class=\"level-\(level)\" title=\"\(time.length)\">\(text(time.wholeMinutes))</td>"
  }
}
