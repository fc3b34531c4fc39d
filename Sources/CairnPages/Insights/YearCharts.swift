import Cairn
import CairnHTML
import CairnInsights

/// The charts of a year by day, week and month, its running total, and a comparison of all years.
struct YearCharts {
  let page: InsightsPage

  private var today: LocalDay { page.today }
  private var first: LocalDay { LocalDay(year: page.year, month: 1, day: 1) ?? today }
  private var days: ClosedRange<LocalDay> { first...max(first, min(today, end)) }
  private var end: LocalDay { first.wholeYear.upperBound }

  var html: HTML {
    """
    \(fragment: card(heatmap, "days", [restNote]))
    \(fragment: page.isThisYear ? card(month, "month", [restNote]) : nil)
    \(fragment: card(bars(.monthly, days), "months"))
    \(fragment: card(bars(.weekly, page.isThisYear ? lastWeeks : days), "weeks"))
    \(fragment: page.isThisYear ? card(bars(.daily, (today - 29)...today), "month-days") : nil)
    \(fragment: card(total, "total", [GoalProgress.definition]))
    \(fragment: card(bars(.yearly, allYears), "years"))
    """
  }

  private func card(_ chart: some Chart, _ id: String, _ more: [String] = []) -> HTML {
    ChartCard(chart: chart, measure: page.measure, id: id, more: more).html
  }

  private let restNote = "Rest days are marked."

  private var heatmap: YearHeatmap {
    YearHeatmap(
      page.activity,
      page.measure,
      year: first,
      restDays: page.restDays,
      today: today,
      weekStart: page.weekStart
    )
  }

  private var month: MonthCalendar {
    MonthCalendar(
      page.activity,
      page.measure,
      month: today,
      restDays: page.restDays,
      today: today,
      weekStart: page.weekStart
    )
  }

  private var total: LineChart {
    LineChart(
      page.activity,
      page.measure,
      year: first,
      goal: page.goals.target(page.measure, .yearly, on: page.isThisYear ? today : first),
      today: today,
      weekStart: page.weekStart
    )
  }

  private func bars(_ cadence: Cadence, _ days: ClosedRange<LocalDay>) -> BarChart {
    BarChart(
      page.activity,
      page.measure,
      cadence,
      in: days,
      today: today,
      weekStart: page.weekStart
    )
  }

  private var lastWeeks: ClosedRange<LocalDay> {
    (page.weekStart.week(of: today).lowerBound - 25 * 7)...today
  }

  private var allYears: ClosedRange<LocalDay> {
    let known = [page.activity.days.first?.day, page.activity.finishes.first?.days.lowerBound]
    return min(today, known.compactMap { $0 }.min() ?? today)...today
  }
}
