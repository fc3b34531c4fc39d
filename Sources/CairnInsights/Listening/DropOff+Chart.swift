extension DropOff {
  /// A bar chart of unfinished stories by the tenth in which they were left, stories with an unknown
  /// position, and finished stories.
  public var chart: RowChart {
    let rows = steps.map { name, count in
      RowChart.Row(name: name, values: [Int64(count)], text: "\(count)", note: "\(name): \(count)")
    }
    return RowChart(
      title: "Story progress",
      summary: summary,
      table: ChartTable(
        columns: ["progress", "stories"],
        rows: steps.map { ChartTable.Row(name: $0.name, values: [Int64($0.count)]) }
      ),
      rows: begun > 0 ? rows : [],
      key: [],
      whole: nil,
      missing: "no stories started"
    )
  }

  /// The rows of the chart; unknown positions appear only if there are any.
  private var steps: [(name: String, count: Int)] {
    let left = tenths.enumerated().map { (name: Self.tenth($0), count: $1) }
    let lost = unknown > 0 ? [(name: "unknown", count: unknown)] : []
    return left + lost + [(name: "finished", count: completed)]
  }

  /// Returns the label of a tenth of the audio, counted from 0: `30 to 40 %`.
  public static func tenth(_ index: Int) -> String { "\(index * 10) to \(index * 10 + 10) %" }

  private var summary: String {
    guard let share = completion.value else { return "No stories started." }
    let (stories, lost) = (
      begun == 1 ? "story" : "stories", unknown > 0 ? ", \(unknown) with unknown progress" : ""
    )
    return "\(completed) of \(begun) \(stories) finished, \(percent(share))\(lost)."
  }
}
