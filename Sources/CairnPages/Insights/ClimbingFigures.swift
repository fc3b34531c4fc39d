import Cairn
import CairnHTML
import CairnInsights

/// The totals of climbing, equal to those of `cairn climbing`.
struct ClimbingFigures {
  private let insights: ClimbingInsights

  init(_ insights: ClimbingInsights) {
    self.insights = insights
  }

  private var all: ClimbingOverview { insights.overview }

  var html: HTML {
    FigureCard(
      title: "Overview",
      id: "overview",
      definition: definition,
      table: hardest,
      figure: """
        <dl class="plain">
        \(fragment: Tile(all.climbs, "climbs", "\(all.sent) sent").html)
        \(fragment: Tile(all.sessions, "sessions", "on \(counted(all.days, "day"))").html)
        \(fragment: Tile(all.time.hoursAndMinutes, "climbing").html)
        \(fragment: Tile(rate(all.sendRate), "send rate").html)
        \(fragment: Tile(rate(insights.rates.flashRate), "flash rate").html)
        \(fragment: Tile(all.partners, all.partners == 1 ? "partner" : "partners").html)
        \(fragment: Tile(insights.streak.current, "week streak", "longest: \(insights.streak.longest)").html)
        </dl>
        """
    ).html
  }

  private func rate(_ figure: Figure<Int64>) -> String {
    figure.value.map(percent) ?? "–"
  }

  private var definition: [String] {
    let (logged, sends) = (all.logged, insights.rates.flashRate.count)
    return [
      all.sendRate.definition, Insight.rates.definition, Insight.climbingStreak.definition,
      Insight.hardestSend.definition,
      "Send rate: \(logged.sends) of \(counted(logged.known, "attempt")) logged here.",
      "Flash rate: of \(counted(sends, "send")) logged here.",
    ] + (all.sendRate.exclusions + insights.graded.exclusions).map { $0.sentence }
  }

  /// The hardest sends, each leading to its day.
  private var hardest: HTML? {
    guard !insights.ladders.isEmpty else { return nil }
    let rows = insights.ladders.map { one -> FigureTable.Row in
      let send = one.hardest.value
      return FigureTable.Row(
        name: one.ladder.title,
        path: send.map { "/history?day=\($0.day.text)" },
        cells: [
          send?.grade.text ?? one.hardest.missing ?? "",
          send.map { CalendarText.day($0.day) } ?? "",
        ]
      )
    }
    return FigureTable(
      caption: "Hardest sends",
      columns: ["Hardest send", "Grade", "Day"],
      rows: rows
    ).html
  }
}

/// A climbing chart with its table and definition.
struct ClimbingFigureCard {
  let chart: ClimbingChart

  /// The number of rows that the figure is based on, with their noun.
  private var count: String {
    switch chart.name {
    case "rates": counted(chart.count, "attempt")
    case "time": counted(chart.count, "session")
    case "volume": counted(chart.count, "climb")
    default: counted(chart.count, "entry", "entries")
    }
  }

  var html: HTML {
    let basis = "Based on \(count)."
    var card = ChartCard(chart: chart.chart, measure: .sessions, id: chart.name)
    card.definition = [chart.insight.definition, basis] + chart.exclusions.map { $0.sentence }
    card.notes = chart.notes
    return card.html
  }
}
