package import Cairn
package import CairnReports

/// The climbs of a day at one location that belong to no session.
package struct LogbookDay: Sendable, Hashable {
  package let day: LocalDay
  package let place: String?

  /// The name of its checkbox: `2026-05-02_Arapiles`.
  package var name: String { "\(day.text)_\(place ?? "")" }

  package init(_ row: LogbookRow) { (day, place) = (row.day, row.place) }

  /// Parses the name of a checkbox; returns nil if it is malformed.
  package init?(name: some StringProtocol) {
    let parts = name.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let day = LocalDay(text: String(parts[0])) else { return nil }
    (self.day, place) = (day, parts[1].isEmpty ? nil : String(parts[1]))
  }
}
