import Cairn
import CairnHTML
import CairnInsights
import CairnReports

/// The activity of a book: its figures, readings and sessions.
struct BookActivity {
  let page: BookPage

  var html: HTML {
    """
    \(fragment: page.totals.sessions > 0 ? figures : nil)
    \(fragment: page.forecast.map(ahead))
    \(fragment: ReadingCards(page: page).html)
    \(fragment: page.totals.sessions > 0 ? sessions : nil)
    """
  }

  private var figures: HTML {
    let totals = page.totals
    return """
      <section aria-label="Stats"><dl class="tiles">
      \(fragment: Tile(totals.time.length, "read").html)
      \(fragment: Tile(totals.pages, "pages", "in \(Measure.sessions.counted(totals.sessions))").html)
      \(fragment: pace)
      </dl>\(fragment: Definition(page.paces.all).html)</section>
      """
  }

  private var pace: HTML {
    Tile(page.paces.all.value.map { $0.wholeText } ?? "–", "pages an hour", lately).html
  }

  private var lately: String {
    page.paces.recent.value.map { "\($0.wholeText) in the last 4 weeks" } ?? ""
  }

  private func ahead(_ book: BookForecast) -> HTML {
    let (time, finish) = (book.forecast.timeLeft, book.forecast.finish)
    guard let left = time.value else {
      return """
        <section class="card" aria-labelledby="ahead"><h2 id="ahead">Time left</h2>
        <p class="quiet">No forecast yet: \(time.missing ?? "").</p></section>
        """
    }
    let facts: [(String, String?)] = [
      ("Pages left", book.progress.pagesLeft.map(Measure.pages.counted)),
      ("Left", book.progress.hundredthsLeft.map { "\($0.hundredthsText) %" }),
      ("Reading time left", Self.summary(left) { $0.length }),
      ("Estimated finish", finish.value.map { Self.summary($0) { CalendarText.short($0) } }),
    ]
    return """
      <section class="card" aria-labelledby="ahead"><h2 id="ahead">Time left</h2>
      \(fragment: DescriptionList(facts).html)
      \(fragment: Definition(time, finish.definition).html)</section>
      """
  }

  /// Returns `5h 10m (4h 30m to 6h 00m)`, or the value alone if both ends look the same.
  private static func summary<Value>(_ estimate: Estimate<Value>, _ text: (Value) -> String)
    -> String
  {
    guard let range = estimate.range else { return text(estimate.value) }
    let ends = (text(range.lowerBound), text(range.upperBound))
    return text(estimate.value) + (ends.0 == ends.1 ? "" : " (\(ends.0) to \(ends.1))")
  }

  private var sessions: HTML {
    """
    <section aria-labelledby="sessions"><h2 id="sessions">Sessions</h2>
    <div class="days">\(fragment: list)</div>
    \(fragment: page.sessions.next == nil ? nil : all)</section>
    """
  }

  private var list: HTML {
    SessionList(days: page.sessions, zones: page.zones, isOneBook: true).html
  }

  private var all: HTML {
    """
    <p class="more"><a class="button" href="/history?book=\(page.book.id.record.text)">\
    All sessions</a></p>
    """
  }
}
