import Cairn
import CairnSQL

/// The table `skipped_day`: days that a time zone skipped in its calendar, next to a session there.
///
/// Such a day does not break a streak. Only sessions in zones that crossed the date line touch this table.
enum SkippedDays {
  static func add(
    nextTo shares: [DayShare],
    of session: SessionID,
    _ zone: ZoneRules,
    in connection: any SQLConnection
  ) throws {
    for day in zone.skippedDays where shares.contains(where: { isAdjacent(day, $0.day, zone) }) {
      try connection.run(
        "INSERT INTO skipped_day (session, day) VALUES (\(session), \(day))"
      )
    }
  }

  static func remove(_ session: Session<NoDetail>, _ context: ProjectionContext) throws {
    guard !context.rules(session.zone).skippedDays.isEmpty else { return }
    try context.connection.run("DELETE FROM skipped_day WHERE session = \(session.id)")
  }

  /// Returns whether only skipped days are between the two days.
  private static func isAdjacent(_ skipped: LocalDay, _ day: LocalDay, _ zone: ZoneRules) -> Bool {
    let between = skipped < day ? skipped..<day : (day + 1)..<(skipped + 1)
    var next = between.lowerBound
    while next < between.upperBound {
      guard zone.skippedDays.contains(next) else { return false }
      next = next + 1
    }
    return skipped != day
  }
}
