import Cairn
import CairnJSON
import CairnReports
import CairnStore

extension CommandContext {
  /// Shows one reading; `done` names the change just made to it.
  func show(_ row: ReadingRow, of title: String, _ done: String? = nil) {
    if wantsJSON { return output.print(row.json.text) }
    if let done {
      let name = row.number == nil ? "" : ", \(row.name)"
      return output.info("\(done): “\(title.visible)”\(name), \(summary(row)).")
    }
    output.print(output.style.paint(title.visible, .title) + ", \(row.name)")
    let facts: [(String, String?)] = [
      ("id", row.shortID.text), ("started", row.reading.started?.text),
      ("finished", row.reading.finished?.text), ("stopped", row.reading.stopped?.text),
      ("days", row.reading.days.map(days)), ("outcome", row.outcome),
      ("reason", row.reading.reason), ("rating", row.reading.rating.map(stars)),
      ("position", row.reading.position.map(text(of:))), ("read", read(row.totals)),
    ]
    for (name, value) in facts {
      guard let value else { continue }
      output.print("  \(name.padded(to: 10))\(value.visible)")
    }
  }

  /// Shows the readings of a book as a table.
  func show(_ rows: [ReadingRow]) {
    if wantsJSON { return printJSON(rows.map(\.json)) }
    if rows.isEmpty { return output.info("Not read yet.") }
    var table = Table(
      .init("id"),
      .init("n", isNumber: true),
      .init("started"),
      .init("ended"),
      .init("outcome"),
      .init("days", isNumber: true),
      .init("rating", isNumber: true),
      .init("sessions", isNumber: true),
      .init("time", isNumber: true),
      .init("pages", isNumber: true)
    )
    for row in rows {
      table.append([
        .init(row.shortID.text, .dim), .init(row.number.map { String($0) } ?? "–"),
        .init(row.reading.started?.text ?? ""), .init(row.reading.ended?.text ?? ""),
        .init(row.outcome, row.reading.outcome == nil ? .accent : nil),
        .init(row.reading.days.map { String($0) } ?? ""),
        .init(row.reading.rating.map { decimal($0 * 25) } ?? ""),
        .init(row.totals.sessions > 0 ? String(row.totals.sessions) : ""),
        .init(row.totals.sessions > 0 ? text(row.totals.time) : ""),
        .init(row.totals.pages > 0 ? String(row.totals.pages) : ""),
      ])
    }
    output.print(table)
  }

  /// `17 days`, `1 day`, `same day`.
  func days(_ days: Int32) -> String { days == 0 ? "same day" : counted(days, "day") }

  /// `4.5 of 5`.
  func stars(_ quarters: Int64) -> String { "\(decimal(quarters * 25)) of 5" }

  /// `1h 30m in 2 sessions, 60 pages`, or nil when there is no session.
  private func read(_ totals: EntryTotals) -> String? {
    guard totals.sessions > 0 else { return nil }
    let pages = totals.pages > 0 ? ", \(counted(totals.pages, "page"))" : ""
    return "\(text(totals.time)) in \(counted(totals.sessions, "session"))\(pages)"
  }

  /// `started Sat 1 Feb 2025, finished Tue 18 Feb 2025, 17 days`.
  private func summary(_ row: ReadingRow) -> String {
    let reading = row.reading
    let end = reading.ended.map { "\(row.outcome) \(CalendarText.date($0))" }
    let all = [
      reading.started.map { "started \(CalendarText.date($0))" }, end ?? row.outcome,
      reading.days.map(days),
    ]
    return all.compactMap(\.self).joined(separator: ", ")
  }

  /// Returns the dates of a book's details that its status makes relevant.
  func dates(_ row: EntryRow, _ readings: [ReadingRow]) -> [(String, String?)] {
    let last = readings.last?.reading
    return [
      ("added", row.added), ("started", row.displayedStart?.text),
      ("finished", row.displayedFinish?.text),
      ("stopped", row.status == .didNotFinish ? last?.stopped?.text : nil),
      ("days", row.days.map(days)), ("readings", others(readings)),
    ]
  }

  /// Returns `3: 2010, 2018-05, open`; nil for fewer than two readings.
  private func others(_ readings: [ReadingRow]) -> String? {
    guard readings.count > 1 else { return nil }
    let ends = readings.map { row in row.reading.ended?.text ?? row.outcome }
    return "\(readings.count): " + ends.joined(separator: ", ")
  }
}

extension ReadingRow {
  /// `reading 2`, or `deleted reading`.
  var name: String { number.map { "reading \($0)" } ?? "deleted reading" }

  /// `open`, `finished`, `not finished` or `reset`.
  var outcome: String {
    switch reading.outcome {
    case nil: "open"
    case .finished: "finished"
    case .gaveUp: "not finished"
    default: "reset"
    }
  }
}
