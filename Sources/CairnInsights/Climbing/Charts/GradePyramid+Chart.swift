import Cairn

extension GradePyramid {
  var climbingChart: ClimbingChart {
    ClimbingChart("pyramid-\(ladder.key)", figure, chart, [Self.convention])
  }

  /// A bar chart of the pyramid, with the hardest grade on top.
  public var chart: some TextBarChart {
    RowChart(
      title: "Pyramid: \(ladder.title)",
      summary: summary,
      table: table,
      rows: rows.map { row in
        RowChart.Row(
          name: row.grade,
          values: [row.sums.attempts, row.sums.sends, row.sums.firstAttemptSends],
          text: row.climbs == 0 ? "·" : row.sums.sendsOfAttempts,
          note: "\(row.grade)\(Self.others(row)): \(Self.description(row))",
          due: row.convention
        )
      },
      key: ["attempts", "sends", "first go"],
      dueKey: "8-4-2-1",
      whole: nil,
      missing: "no climbs"
    )
  }

  /// ` (with 5.10b/c PG13)`, the other grades in the row.
  private static func others(_ row: Row) -> String {
    row.others.isEmpty ? "" : " (with \(row.others.joined(separator: ", ")))"
  }

  private static func description(_ row: Row) -> String {
    let sums = row.sums
    return "\(counted(row.climbs, "climb")), \(counted(sums.attempts, "attempt")), "
      + "\(counted(sums.sends, "send")) of \(counted(sums.firstSends, "route")), "
      + "\(sums.firstAttemptSends) on the first go"
  }

  private var summary: String {
    let sums = rows.sums { $0.sums }
    let climbs = Int64(rows.reduce(0) { $0 + $1.climbs })
    let top = rows.first { $0.isOrdered && $0.sums.sends > 0 }
    let hardest = top.map { " Hardest send: \($0.grade)." } ?? " No sends yet."
    return "\(counted(climbs, "climb")), \(counted(sums.attempts, "attempt")), "
      + "\(counted(sums.sends, "send")) of \(counted(sums.firstSends, "route")), "
      + "\(sums.firstAttemptSends) on the first go.\(hardest)"
  }

  private var table: ChartTable {
    ChartTable(
      columns: ["grade", "climbs", "attempts", "sends", "routes", "first go", "8-4-2-1"],
      rows: rows.map { row in
        let sums = row.sums
        let numbers = [
          Int64(row.climbs), sums.attempts, sums.sends, sums.firstSends, sums.firstAttemptSends,
        ]
        return ChartTable.Row(
          name: row.isOrdered ? row.grade + Self.others(row) : "\(row.grade) (not in the scale)",
          texts: numbers.map { "\($0)" } + [row.convention.map { "\($0)" } ?? ""]
        )
      }
    )
  }
}
