import Cairn

extension DropOff {
  /// A bar chart of unfinished stories by the tenth in which they were left, stories with an unknown
  /// position, and finished stories.
  public var chart: RowChart {
    let rows = steps.map { name, count in
      RowChart.Row(name: name, values: [Int64(count)], text: "\(count)", note: "\(name): \(count)")
    }
    return RowChart(
      title: "How far stories are heard",
      summary: summary,
      table: ChartTable(
        columns: ["heard", "stories"],
        rows: steps.map { ChartTable.Row(name: $0.name, values: [Int64($0.count)]) }
      ),
      rows: begun > 0 ? rows : [],
      key: [],
      whole: nil,
      missing: "no story was begun"
    )
  }

  /// The rows of the chart; unknown positions appear only if there are any.
  private var steps: [(name: String, count: Int)] {
    let left = tenths.enumerated().map { (name: Self.tenth($0), count: $1) }
    let lost = unknown > 0 ? [(name: "not known", count: unknown)] : []
    return left + lost + [(name: "to the end", count: completed)]
  }

  /// Returns the label of a tenth of the audio, counted from 0: `30 to 40 %`.
  public static func tenth(_ place: Int) -> String { "\(place * 10) to \(place * 10 + 10) %" }

  private var summary: String {
    guard let share = completion.value else { return "No story was begun." }
    let (stories, lost) = (
      begun == 1 ? "story" : "stories", unknown > 0 ? ", \(unknown) nobody knows how far" : ""
    )
    return "\(completed) of \(begun) \(stories) begun heard to the end, \(percent(share))\(lost)."
  }
}
