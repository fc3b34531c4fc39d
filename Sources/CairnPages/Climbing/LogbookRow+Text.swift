package import Cairn
package import CairnReports

extension LogbookRow {
  package var path: String { session.map { "/sessions/\($0.record.text)" } ?? day.logbookPath }

  /// `bouldering · Boulder Hall`.
  package var subject: String {
    [discipline?.label ?? "climbing", place].compactMap { $0 }.joined(separator: " · ")
  }

  /// `3 climbs, 2 sent, hardest V4`.
  package var text: String {
    guard climbs > 0 else { return "no climbs" }
    let hardest = hardest.map { $0.text }.joined(separator: ", ")
    return "\(counted(climbs, "climb")), \(sends) sent"
      + (hardest.isEmpty ? "" : ", hardest \(hardest)")
  }
}

extension LocalDay {
  /// The page of the day's climbs that belong to no session.
  package var logbookPath: String { "/logbook/\(text)" }
}
