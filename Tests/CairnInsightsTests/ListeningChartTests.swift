import Cairn
import CairnInsights
import Testing

@Suite struct `A listening chart` {
  private static let today = LocalDay(year: 2026, month: 3, day: 5) ?? .first

  private static func periods(_ cadence: Cadence, _ days: Int32) -> Periods {
    Periods(cadence, in: (today - days + 1)...today, today: today, weekStart: .monday)
  }

  @Test func `has every day, including empty ones, and rounds sums only`() {
    let days = [
      ListeningOnDay(day: Self.today - 2, seconds: 89, completed: 0),
      ListeningOnDay(day: Self.today, seconds: 90, completed: 29),
    ]
    let table = ListeningCharts.activity(days, Self.periods(.daily, 4)).table
    #expect(table.columns == ["day", "all", "finished stories"])
    #expect(table.rows.map(\.values) == [[0, 0], [1, 0], [0, 0], [2, 0]])
  }

  @Test func `excludes days outside the range, though their week is drawn`() {
    let days = (0..<30).map { ListeningOnDay(day: Self.today - $0, seconds: 60, completed: 60) }
    let chart = ListeningCharts.activity(days, Self.periods(.weekly, 10))
    #expect(chart.table.rows.compactMap { $0.values[0] }.reduce(0, +) == 10)
    #expect(chart.summary.contains("10m in total, 10m of it"))
  }

  @Test func `reports no data`() {
    let chart = ListeningCharts.activity([], Self.periods(.daily, 7))
    #expect(chart.summary.hasSuffix(": no activity."))
    #expect(chart.svg().contains("no data yet"))
  }

  @Test func `of hours has all 24, and names the highest`() {
    var hours = [Int64](repeating: 0, count: 24)
    (hours[7], hours[23]) = (2, 3)
    let chart = ListeningCharts.hours(hours)
    #expect(chart.table.rows.count == 24)
    #expect(chart.summary == "Most sessions start between 23:00 and 00:00: 3.")
  }

  @Test func `as a picture has no style, and escapes text`() {
    let card = SharedCard(
      days: (Self.today - 6)...Self.today,
      figures: [("1", "<b>")],
      chart: ListeningCharts.activity([], Self.periods(.daily, 7)),
      lines: ["a & b"]
    )
    #expect(card.picture.contains("&lt;b&gt;"))
    #expect(card.picture.contains("a &amp; b"))
    #expect(!card.picture.contains("style"))
    #expect(card.period == "27 Feb 2026 to 5 Mar 2026")
  }
}
