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
    """
    <section aria-labelledby="overview"><h2 id="overview">Overview</h2>
    <dl class="tiles">
    \(fragment: Tile(all.climbs, "climbs", "\(all.sent) sent").html)
    \(fragment: Tile(all.sessions, "sessions", "climbing on \(counted(all.days, "day"))").html)
    \(fragment: Tile(all.time.hoursAndMinutes, "climbing").html)
    \(fragment: Tile(rate(all.sendRate), "send rate", sends).html)
    \(fragment: Tile(rate(insights.rates.flashRate), "flash rate", flashes).html)
    \(fragment: Tile(all.partners, all.partners == 1 ? "partner" : "partners").html)
    \(fragment: streak)
    </dl>
    \(fragment: Definition(all.sendRate, counting: "attempt", Insight.rates.definition, Insight.climbingStreak.definition).html)
    </section>
    \(fragment: hardest)
    """
  }

  private func rate(_ figure: Figure<Int64>) -> String {
    figure.value.map(percent) ?? "–"
  }

  private var sends: String {
    let (sends, known) = (all.logged.sends, all.logged.known)
    return "\(sends) of \(counted(known, "attempt")) logged here"
  }

  private var flashes: String {
    let count = insights.rates.flashRate.count
    return "of \(counted(count, "send")) logged here"
  }

  private var streak: HTML {
    let weeks = insights.streak.current
    let longest = "longest: \(insights.streak.longest)"
    return Tile(weeks, "week streak", longest).html
  }

  private var hardest: HTML {
    let rows = insights.ladders.map { one -> HTML in
      let day = one.hardest.value.map { CalendarText.day($0.day) } ?? ""
      return """
        <tr><th scope="row">\(one.ladder.title)</th>\
        <td><bdi>\(one.hardest.value?.grade.text ?? one.hardest.missing ?? "")</bdi></td><td>\(day)</td></tr>

        """
    }
    let left = insights.graded.exclusions.map { $0.sentence }
    return """
      <section class="card" aria-labelledby="hardest"><h2 id="hardest">Hardest sends</h2>
      \(fragment: rows.isEmpty ? "<p class=\"quiet\">No graded climbs.</p>" : table(rows))
      \(fragment: Definition([Insight.hardestSend.definition] + left).html)</section>
      """
  }

  private func table(_ rows: [HTML]) -> HTML {
    """
    <table><thead><tr><th scope="col">Discipline</th><th scope="col">Grade</th>\
    <th scope="col">Day</th></tr></thead><tbody>\(fragment: HTML(rows))</tbody></table>
    """
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
