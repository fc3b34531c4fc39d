import Cairn

/// A chart of climbing with the figure it draws: what it is, what it rests on, what it leaves out.
public struct ClimbingChart: Sendable {
  /// Its name, on the command line and in an address: `volume`, `pyramid-bouldering-v`.
  public let name: String
  /// What it draws.
  public let insight: Insight
  /// The picture, the words and the table.
  public let chart: DrawnChart
  /// How many rows it rests on.
  public let count: Int
  /// What was left out, and why.
  public let exclusions: [Exclusion]
  /// What else must be said with it.
  public let words: [String]

  init<Value>(
    _ name: String,
    _ figure: Figure<Value>,
    _ chart: some BarredChart,
    _ words: [String] = []
  ) {
    (self.name, self.chart, self.words) = (name, DrawnChart(chart), words)
    (insight, count, exclusions) = (figure.insight, figure.count, figure.exclusions)
  }

  init<Value>(_ name: String, _ figure: Figure<Value>, _ grid: DayGrid) {
    (self.name, chart, words) = (name, DrawnChart(grid), [])
    (insight, count, exclusions) = (figure.insight, figure.count, figure.exclusions)
  }

  /// What each chart is called that is not one of several ladders.
  public static let names = [
    "progression", "rates", "volume", "time", "disciplines", "tags", "days", "mental", "physical",
    "rpe", "pump", "readiness", "physical-readiness",
  ]
}

extension ClimbingInsights {
  /// The pyramids, one for each discipline in each scale.
  public var pyramids: [ClimbingChart] { ladders.map { $0.pyramid.drawn } }

  /// How hardest sends changed, for each discipline in each scale.
  public var progressions: [ClimbingChart] {
    ladders.map {
      ClimbingChart(
        "progression-\($0.ladder.key)",
        $0.progression.figure,
        $0.progression.chart(periods)
      )
    }
  }

  /// Every chart, in the order of the page.
  public var charts: [ClimbingChart] { pyramids + progressions + volumes + feelings }

  /// The charts of each discipline, its pyramids and how its hardest sends changed, in the order of
  /// ``ladders``.
  public var byDiscipline: [(discipline: String, charts: [ClimbingChart])] {
    var groups: [(discipline: String, charts: [ClimbingChart])] = []
    for (ladder, pair) in zip(ladders, zip(pyramids, progressions)) {
      let title = ladder.ladder.discipline.title
      if groups.last?.discipline != title { groups.append((title, [])) }
      groups[groups.count - 1].charts += [pair.0, pair.1]
    }
    return groups
  }

  /// The charts of how much, how often and what, over all disciplines.
  public var volumes: [ClimbingChart] {
    [
      ClimbingChart("rates", rates.sendRate, rates.chart, rates.words),
      ClimbingChart("volume", volume.climbs, volume.chart),
      ClimbingChart("time", volume.session, volume.timeChart),
      ClimbingChart("disciplines", disciplines, DisciplineShare.chart(disciplines)),
      ClimbingChart("tags", tags, TagBalance.chart(tags)),
      ClimbingChart("days", activity.figure, DayGrid(activity)),
    ]
  }

  /// The charts of what was felt.
  public var feelings: [ClimbingChart] {
    felt.map { ClimbingChart($0.scale.name, $0.mean, $0.chart) }
      + readiness.map {
        ClimbingChart(
          $0.scale == .mental ? "readiness" : "physical-readiness",
          $0.levels,
          $0.chart,
          [$0.words]
        )
      }
  }
}

/// Whole percents to the nearest, where only nothing is `0 %` and only all is `100 %`.
package func percent(_ hundredths: Int64) -> String {
  let nearest = (hundredths + 50) / 100
  let bounds: ClosedRange<Int64> =
    hundredths == 0 ? 0...0 : hundredths >= 10_000 ? 100...100 : 1...99
  return "\(min(max(nearest, bounds.lowerBound), bounds.upperBound)) %"
}

extension AttemptSums {
  /// `3 of 9`: sends of attempts.
  var ofAttempts: String { "\(sends) of \(attempts)" }
}
