package import Cairn
package import CairnInsights
package import CairnReports

extension Log {
  /// Returns nudges for books being read, the longest idle first.
  package func nudges(today: LocalDay, zone: ZoneRules) async throws -> [Nudge<OpenBookRow>] {
    let hour = try await dayStartHour()
    let nudges = try await openBooks().compactMap { row in
      row.nudge(today: today) { zone.day(at: $0, dayStartHour: hour) }
    }
    return nudges.sorted { $0.idle > $1.idle }
  }
}

extension OpenBookRow {
  /// Returns a nudge for the book; nil if it is not idle or its start is unknown.
  fileprivate func nudge(today: LocalDay, day: (Instant) -> LocalDay) -> Nudge<OpenBookRow>? {
    let stated = started.flatMap { PartialDay(text: $0)?.last }
    guard let started = stated ?? firstSession else { return nil }
    let last = [lastSession, progressStamp.map(day)].compactMap(\.self).max()
    return Nudge(self, started: started, last: last, today: today)
  }
}
