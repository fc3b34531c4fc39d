import Cairn

/// A climbing chart with its figure: the definition, the sample size and the exclusions.
public struct ClimbingChart: Sendable {
  /// The name in commands and URLs: `volume`, `pyramid-bouldering-v`.
  public let name: String
  /// The insight that the chart shows.
  public let insight: Insight
  /// The picture, the summary and the table.
  public let chart: DrawnChart
  /// The number of rows that the figure is based on.
  public let count: Int
  /// Excluded rows, with the reasons.
  public let exclusions: [Exclusion]
  /// Further notes below the chart.
  public let notes: [String]

  init<Value>(
    _ name: String,
    _ figure: Figure<Value>,
    _ chart: some TextBarChart,
    _ notes: [String] = []
  ) {
    (self.name, self.chart, self.notes) = (name, DrawnChart(chart), notes)
    (insight, count, exclusions) = (figure.insight, figure.count, figure.exclusions)
  }

  init<Value>(_ name: String, _ figure: Figure<Value>, _ grid: DayGrid) {
    (self.name, chart, notes) = (name, DrawnChart(grid), [])
    (insight, count, exclusions) = (figure.insight, figure.count, figure.exclusions)
  }

  /// The names of the charts that exist once rather than per ladder.
  public static let names = [
    "progression", "rates", "volume", "time", "disciplines", "tags", "days", "mental", "physical",
    "rpe", "pump", "readiness", "physical-readiness",
  ]
}

extension ClimbingInsights {
  /// The pyramids, one per discipline and scale.
  public var pyramids: [ClimbingChart] { ladders.map { $0.pyramid.climbingChart } }

  /// The progressions of the hardest send, one per discipline and scale.
  public var progressions: [ClimbingChart] {
    ladders.map {
      ClimbingChart(
        "progression-\($0.ladder.key)",
        $0.progression.figure,
        $0.progression.chart(periods)
      )
    }
  }

  /// All charts, in the order of the page.
  public var charts: [ClimbingChart] { pyramids + progressions + volumes + ratingCharts }

  /// The pyramids and progressions by discipline, in the order of ``ladders``.
  public var byDiscipline: [(discipline: String, charts: [ClimbingChart])] {
    var groups: [(discipline: String, charts: [ClimbingChart])] = []
    for (ladder, pair) in zip(ladders, zip(pyramids, progressions)) {
      let title = ladder.ladder.discipline.title
      if groups.last?.discipline != title { groups.append((title, [])) }
      groups[groups.count - 1].charts += [pair.0, pair.1]
    }
    return groups
  }

  /// The charts of volume, rates, disciplines and tags over all disciplines.
  public var volumes: [ClimbingChart] {
    [
      ClimbingChart("rates", rates.sendRate, rates.chart, rates.notes),
      ClimbingChart("volume", volume.climbs, volume.chart),
      ClimbingChart("time", volume.session, volume.timeChart),
      ClimbingChart("disciplines", disciplines, DisciplineShare.chart(disciplines)),
      ClimbingChart("tags", tags, TagBalance.chart(tags)),
      ClimbingChart("days", activity.figure, DayGrid(activity)),
    ]
  }

  /// The charts of the climbers' ratings and of readiness.
  public var ratingCharts: [ClimbingChart] {
    ratings.map { ClimbingChart($0.scale.name, $0.mean, $0.chart) }
      + readiness.map {
        ClimbingChart(
          $0.scale == .mental ? "readiness" : "physical-readiness",
          $0.levels,
          $0.chart,
          [$0.note]
        )
      }
  }
}

/// Rounds to whole percents; only zero gives `0 %` and only everything gives `100 %`.
package func percent(_ hundredths: Int64) -> String {
  let nearest = (hundredths + 50) / 100
  let bounds: ClosedRange<Int64> =
    hundredths == 0 ? 0...0 : hundredths >= 10_000 ? 100...100 : 1...99
  return "\(min(max(nearest, bounds.lowerBound), bounds.upperBound)) %"
}

extension AttemptSums {
  /// `3 of 9`: sends of attempts.
  var sendsOfAttempts: String { "\(sends) of \(attempts)" }
}
