import Cairn
import CairnActions
import CairnStore

/// A selection in the logbook: sessions, and days of climbs without a session.
struct LogbookSelection: Sendable {
  var sessions: [SessionID] = []
  /// The days with climbs outside any session.
  var days: [LogbookDay] = []

  /// Whether nothing is selected.
  var isEmpty: Bool { sessions.isEmpty && days.isEmpty }
}

/// The climbs of a day at one location that belong to no session.
struct LogbookDay: Sendable, Hashable {
  let day: LocalDay
  let place: String?

  /// The name of its checkbox: `2026-05-02_Arapiles`.
  var name: String { "\(day.text)_\(place ?? "")" }

  init(_ row: LogbookRow) { (day, place) = (row.day, row.place) }

  /// Parses the name of a checkbox; returns nil if it is malformed.
  init?(name: some StringProtocol) {
    let parts = name.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let day = LocalDay(text: String(parts[0])) else { return nil }
    (self.day, place) = (day, parts[1].isEmpty ? nil : String(parts[1]))
  }
}

/// A request to delete a logbook selection atomically.
struct LogbookDeleteRequest: Sendable {
  let choice: LogbookSelection

  /// Deletes the selection and returns the history entry.
  ///
  /// Throws `session.not_found` and `climb.not_found`, and deletes nothing then.
  func run(_ context: AuthenticatedContext, once key: RequestKey?) async throws -> String {
    try await context.log.write("Entries deleted", once: key) { writer in
      writer.beginBatch()
      let rows = try choice.sessions.map { try writer.row($0) }
      for row in rows { try writer.delete(SessionRecord.kind, row.id.record) }
      let climbs = try choice.days.reduce(0) {
        try $0 + writer.deleteClimbs(on: $1.day, at: $1.place)
      }
      writer.title = title(rows, climbs)
      return writer.line?.text ?? ""
    }
  }

  private func title(_ rows: [SessionRow], _ climbs: Int) -> String {
    let count = "\(rows.count) session\(rows.count == 1 ? "" : "s")"
    let parts = [
      rows.isEmpty ? nil : count,
      climbs == 0 ? nil : "\(climbs) climb\(climbs == 1 ? "" : "s")",
    ].compactMap(\.self)
    if rows.count == 1, climbs == 0 { return rows[0].historyTitle("deleted") }
    return "\(parts.joined(separator: " and ")) deleted"
  }
}
