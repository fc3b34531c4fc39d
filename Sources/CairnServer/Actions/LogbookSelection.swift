import Cairn
import CairnActions
import CairnReports
import CairnStore

/// A selection in the logbook: sessions, and days of climbs without a session.
struct LogbookSelection: Sendable {
  var sessions: [SessionID] = []
  /// The days with climbs outside any session.
  var days: [LogbookDay] = []

  /// Whether nothing is selected.
  var isEmpty: Bool { sessions.isEmpty && days.isEmpty }

  /// The act of deleting it.
  var deletion: DeleteSessions {
    DeleteSessions(sessions, days: days.map { .init($0.day, at: $0.place) })
  }
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
