public import Cairn

/// The listening time of one day.
public struct ListeningOnDay: Sendable, Equatable {
  /// The date.
  public let day: LocalDay
  /// The time of all sessions, in seconds.
  public let seconds: Int64
  /// The time of sessions that finished a story, in seconds.
  public let completed: Int64

  /// Creates a day.
  public init(day: LocalDay, seconds: Int64, completed: Int64) {
    (self.day, self.seconds, self.completed) = (day, seconds, completed)
  }
}

/// The charts of the listening page.
public enum ListeningCharts {
  /// Returns a column chart of listening time per period, with that of finished stories in front.
  ///
  /// Empty periods have the value 0. The seconds of a period are summed before they are rounded to
  /// whole minutes, half a minute up.
  public static func activity(_ days: [ListeningOnDay], _ periods: Periods) -> ColumnChart {
    let sums = sums(days, periods)
    let columns = sums.indices.map { index in
      let (all, completed) = (
        roundedMinutes(sums[index].seconds), roundedMinutes(sums[index].completed)
      )
      return ColumnChart.Column(
        label: periods.label(index),
        value: completed,
        behind: all,
        note: "\(periods.name(index)): \(text(all, completed))",
        text: all > 0 ? text(all, completed) : "",
        isPartial: periods.isPartial(index)
      )
    }
    return ColumnChart(
      title: "Listening per \(periods.cadence.noun)",
      summary: summary(sums, periods),
      table: table(sums, periods),
      measure: .minutes,
      columns: columns,
      key: ["all listening", "finished stories"]
    )
  }

  /// Returns a column chart of start hours; `sessions` has one count for each of 24 hours.
  public static func hours(_ sessions: [Int64]) -> ColumnChart {
    let clock = { ClockStyle.current.text(hour: $0) }
    let most = sessions.max() ?? 0
    let peak = sessions.firstIndex(of: most) ?? 0
    return ColumnChart(
      title: "Start times",
      summary: most > 0
        ? "Most sessions start between \(clock(peak)) and \(clock(peak + 1)): \(most)."
        : "No data yet.",
      table: ChartTable(
        columns: ["hour", "sessions"],
        rows: sessions.indices.map { ChartTable.Row(name: clock($0), values: [sessions[$0]]) }
      ),
      measure: .sessions,
      columns: sessions.indices.map { hour in
        ColumnChart.Column(
          label: ClockStyle.current.label(hour: hour),
          value: sessions[hour],
          behind: 0,
          note: "\(clock(hour)): \(Measure.sessions.counted(sessions[hour]))",
          text: sessions[hour] > 0 ? "\(sessions[hour])" : "",
          isPartial: false
        )
      },
      key: []
    )
  }

  /// Returns a bar chart of listening time by series or author, in the given order.
  public static func groups(_ groups: [ListeningGroup]) -> RowChart {
    let rows = groups.map { group in
      let text = Measure.minutes.text(roundedMinutes(group.seconds))
      return RowChart.Row(
        name: group.name,
        values: [group.seconds],
        text: text,
        note: "\(group.name): \(text)"
      )
    }
    return RowChart(
      title: "Series and authors",
      summary: groups.first.map { "Most listened: \($0.name)." } ?? "No data yet.",
      table: ChartTable(
        columns: ["series or author", "time", "stories"],
        rows: groups.map { group in
          let time = Measure.minutes.text(roundedMinutes(group.seconds))
          return ChartTable.Row(name: group.name, texts: [time, "\(group.stories)"])
        }
      ),
      rows: rows,
      key: [],
      whole: nil,
      missing: "no data yet"
    )
  }

  private static func text(_ all: Int64, _ completed: Int64) -> String {
    "\(Measure.minutes.text(all)), \(Measure.minutes.text(completed)) finished"
  }
}

extension ListeningCharts {
  private typealias Sum = (seconds: Int64, completed: Int64)

  private static func sums(_ days: [ListeningOnDay], _ periods: Periods) -> [Sum] {
    var sums = [Sum](repeating: (0, 0), count: periods.all.count)
    for day in days where periods.days.contains(day.day) {
      guard let index = periods.index(of: day.day) else { continue }
      sums[index].seconds += day.seconds
      sums[index].completed += day.completed
    }
    return sums
  }

  private static func table(_ sums: [Sum], _ periods: Periods) -> ChartTable {
    ChartTable(
      columns: [periods.cadence.noun, "all", "finished stories"],
      rows: sums.indices.map { index in
        let (all, completed) = sums[index]
        return ChartTable.Row(
          name: periods.name(index),
          values: [roundedMinutes(all), roundedMinutes(completed)]
        )
      }
    )
  }

  /// Returns the total, the finished part, the best period and the number of empty periods.
  private static func summary(_ sums: [Sum], _ periods: Periods) -> String {
    guard let last = sums.indices.last else { return "No data yet." }
    let range =
      last == 0
      ? periods.name(0)
      : "\(sums.count) \(periods.cadence.noun)s from \(periods.name(0)) to \(periods.name(last))"
    var (all, completed, most, empty): (Int64, Int64, Int, Int) = (0, 0, 0, 0)
    for index in sums.indices {
      all += sums[index].seconds
      completed += sums[index].completed
      if sums[index].seconds == 0 { empty += 1 }
      if sums[index].seconds > sums[most].seconds { most = index }
    }
    guard all > 0 else { return "\(range): no activity." }
    let (text, noun) = (Measure.minutes.text, periods.cadence.noun)
    let highest =
      "Best \(noun): \(text(roundedMinutes(sums[most].seconds))), \(periods.name(most))."
    return
      "\(range): \(text(roundedMinutes(all))) in total, \(text(roundedMinutes(completed))) of it in "
      + "sessions that finished a story. \(highest)"
      + (empty > 0 ? " \(counted(empty, noun)) off." : "")
  }
}
