import Cairn
import CairnInsights
import CairnJSON
import CairnReports

extension CommandContext {
  func show(_ breakdown: Breakdown) {
    switch breakdown {
    case .time(let span, let series) where wantsData:
      output.print(data: Breakdown.timeFields, of: (span, series))
    case .items(let span, let by, let insight, let rows) where wantsData:
      output.print(data: Breakdown.itemFields, of: (span, by, insight, rows))
    case .time(_, let series): show(series)
    case .items(_, let by, let insight, let rows): show(rows, by, insight)
    }
  }

  private func show(_ series: Series) {
    var table = Table(
      .init(series.cadence.noun),
      .init("time", isNumber: true),
      .init("days", isNumber: true),
      .init("sessions", isNumber: true),
      .init("pages", isNumber: true)
    )
    for row in series.rows {
      let totals = row.totals
      table.append(
        .init(name(row.days, series.cadence)),
        .init(text(totals.time), totals.time == .zero ? .dim : nil),
        .init("\(totals.activeDays)"),
        .init("\(totals.sessions)"),
        .init("\(totals.amount)")
      )
    }
    if let average = series.average.value {
      table.append(
        .init("average", .accent),
        .init(text(average.time), .accent),
        "",
        .init(decimal(average.sessionHundredths), .accent),
        .init(decimal(average.amountHundredths), .accent)
      )
    }
    output.print(table)
  }

  /// Returns `Thu 5 Mar`, `from Mon 2 Mar`, `March 2026`, `2026`.
  func name(_ days: ClosedRange<LocalDay>, _ cadence: Cadence) -> String {
    let (year, month, _) = days.lowerBound.civil
    switch cadence {
    case .daily: return times.format.day(days.lowerBound)
    case .weekly: return "from \(times.format.day(days.lowerBound))"
    case .monthly: return "\(CalendarText.months[Int(month) - 1]) \(year)"
    default: return "\(year)"
    }
  }

  private func show(_ rows: [Breakdown.Item], _ by: String, _ insight: Insight) {
    if rows.isEmpty { return output.info("No data by \(by) in this period.") }
    output.print(table(rows, by))
  }

  /// Returns a table with a row for each book, author and so on.
  func table(_ rows: [Breakdown.Item], _ by: String) -> Table {
    let hasPages = rows.contains { $0.pages != nil }
    let hasAmounts = rows.contains { $0.amount != nil }
    let counts = by == "interruption" ? "pauses" : "sessions"
    let pages = [Table.Column("pages", isNumber: true), .init("pages an hour", isNumber: true)]
    var table = Table(
      [.init(by, canShrink: true), .init("time", isNumber: true), .init(counts, isNumber: true)]
        + (hasPages ? pages : []) + (hasAmounts ? [.init("amount", isNumber: true)] : [])
    )
    for row in rows {
      let cells: [Table.Cell] = [
        .init(name(row, by), row.name == nil ? .dim : nil), .init(text(row.time)),
        .init("\(row.times)"),
      ]
      let more: [Table.Cell] = [
        .init(row.pages.map { "\($0)" } ?? ""), .init(row.pace.map(\.oneDecimalText) ?? ""),
      ]
      let amount = hasAmounts ? [Table.Cell(row.amount ?? "")] : []
      table.append(cells + (hasPages ? more : []) + amount)
    }
    return table
  }

  private func name(_ row: Breakdown.Item, _ by: String) -> String {
    let unknown = ["book": "(deleted)", "format": "unknown"][by] ?? "not set"
    guard let name = row.name else { return unknown }
    guard by == "mood" else { return name }
    let pair = MoodPair(text: name)
    let moods = [pair.before, pair.after].map { $0.map { "\($0)" } ?? "?" }
    return "\(moods[0]) before, \(moods[1]) after"
  }
}

extension Option {
  static var by: Option {
    .value(
      "by",
      "WHAT",
      "Show one row per \(Breakdown.names.dropLast().joined(separator: ", ")) or interruption.",
      completion: .values(Breakdown.names)
    )
  }
}
