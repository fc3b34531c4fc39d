import Cairn
import CairnInsights
import Testing

@Suite struct `Books with only a month or year of finish` {
  private let dates = ["2026", "2026-02", "2026-03-04", "2025", nil]

  @Test func `are counted alike in goals, charts and the year`() throws {
    let activity = Activity(
      days: [],
      finishes: dates.compactMap { $0.flatMap { Finish(title: $0, text: $0) } },
      undated: 1
    )
    let today = try #require(LocalDay(text: "2026-03-05"))
    let books = FinishedBooks(
      dates.map { FinishedBook(title: "", pages: 1, rating: nil, started: nil, finished: $0) },
      year: 2026
    )
    let bars = { (cadence: Cadence) in
      BarChart(
        activity,
        .books,
        cadence,
        in: today.wholeYear,
        today: today,
        weekStart: WeekStart.all[0]
      )
    }
    let line = LineChart(
      activity,
      .books,
      year: today,
      goal: nil,
      today: today,
      weekStart: WeekStart.all[0]
    )
    let goal = activity.amount(of: .books, in: today.wholeYear)
    #expect(goal.value == 3 && books.books.value == 3 && line.points.last?.value == 3)
    #expect(bars(.yearly).points.map(\.value) == [3])
    #expect(bars(.monthly).points.map { Int($0.value) } == books.byMonth.value)
    #expect(bars(.monthly).exclusions == books.byMonth.exclusions)
    #expect(bars(.yearly).exclusions == goal.exclusions && goal.exclusions == line.exclusions)
    #expect(
      bars(.monthly).summary.hasSuffix(
        "1 book excluded: only a month or a year of finish known. 1 book excluded: no finish date."
      )
    )
  }
}
