import Cairn
import CairnJSON
import CairnReports
import CairnStore

extension CommandContext {
  /// Shows one reading; `done` names the change just made to it.
  func show(_ row: ReadingRow, of title: String, _ done: String? = nil) {
    if wantsData { return output.print(data: row) }
    if let done {
      let name = row.number == nil ? "" : ", \(row.name)"
      return output.info("\(done): “\(title.visible)”\(name), \(summary(row)).")
    }
    output.print(output.style.paint(title.visible, .title) + ", \(row.name)")
    let facts: [(String, String?)] = [
      ("id", row.shortID.text), ("started", row.reading.started.map(CalendarText.date)),
      ("finished", row.reading.finished.map(CalendarText.date)),
      ("stopped", row.reading.stopped.map(CalendarText.date)),
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
    if wantsData { return output.print(data: rows) }
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
        .init(row.reading.started.map(CalendarText.date) ?? ""),
        .init(row.reading.ended.map(CalendarText.date) ?? ""),
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

  /// `17 days`, `1 day`, `in one day`.
  func days(_ days: Int32) -> String { days == 0 ? "in one day" : counted(days, "day") }

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
      ("added", row.added.map(dayText)),
      ("started", row.displayedStart.map(CalendarText.date)),
      ("finished", row.displayedFinish.map(CalendarText.date)),
      ("stopped", row.status == .didNotFinish ? last?.stopped.map(CalendarText.date) : nil),
      ("days", row.days.map(days)), ("readings", others(readings)),
    ]
  }

  /// Returns a stored day as `Thu 5 Mar 2026`.
  func dayText(_ day: String) -> String { LocalDay(text: day).map { CalendarText.day($0) } ?? day }

  /// Returns `3: 2010, May 2018, open`; nil for fewer than two readings.
  private func others(_ readings: [ReadingRow]) -> String? {
    guard readings.count > 1 else { return nil }
    let ends = readings.map { row in row.reading.ended.map(CalendarText.date) ?? row.outcome }
    return "\(readings.count): " + ends.joined(separator: ", ")
  }
}

extension ReadingRow {
  /// `reading 2`, or `deleted reading`.
  var name: String { number.map { "reading \($0)" } ?? "deleted reading" }

  /// `open`, `finished`, `did not finish` or `reset`.
  var outcome: String {
    switch reading.outcome {
    case nil: "open"
    case .finished: "finished"
    case .gaveUp: "did not finish"
    default: "reset"
    }
  }
}
