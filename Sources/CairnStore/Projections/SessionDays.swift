import Cairn
import CairnSQL

/// The contributions of sessions to days, which depend on the hour at which days start.
extension SessionProjection {
  /// Adds a session's contributions to its days.
  func addDays(
    of session: Session<NoDetail>,
    _ about: SessionContribution,
    on day: LocalDay,
    _ hour: Int64,
    _ context: ProjectionContext
  ) throws {
    if session.kind == Climbing.kind { context.sumDeltas.routes.sessions.insert(session.id.record) }
    let zone = context.rules(session.zone)
    let shares = session.timeline.shares(zone: zone, dayStartHour: hour, amount: about.amount)
    for share in shares {
      try DayRows.insert(share, of: session, listed: share.day == day, in: context.connection)
    }
    let sums = SessionSums(session, about, day, shares)
    sums.add(1, to: &context.sumDeltas, zone: zone, dayStartHour: hour)
    try SkippedDays.add(nextTo: shares, of: session.id, zone, in: context.connection)
  }

  /// Removes a session's contributions to its days, computed with the given start hour.
  ///
  /// Removes exactly the stored values, even if the rules of its time zone changed later.
  func removeDays(
    of session: Session<NoDetail>,
    _ about: SessionContribution,
    _ hour: Int64,
    _ context: ProjectionContext
  ) throws {
    if session.kind == Climbing.kind { context.sumDeltas.routes.sessions.insert(session.id.record) }
    if let sums = try SessionSums.stored(session, about, in: context.connection) {
      sums.add(-1, to: &context.sumDeltas, zone: context.rules(session.zone), dayStartHour: hour)
    }
    try context.connection.run("DELETE FROM session_day WHERE session = \(session.id)")
    try SkippedDays.remove(session, context)
  }

  /// Moves all sessions from days with one start hour to days with another.
  ///
  /// Reads every session, but rewrites only those that get other days.
  func moveDays(from earlier: Int64, to hour: Int64, _ context: ProjectionContext) throws {
    guard earlier != hour else { return }
    let moved = try moved(earlier, hour, context)
    for (index, id) in moved.enumerated() {
      context.progress?(index + 1, moved.count)
      guard let record = try RecordTable.find(kind, id, in: context.connection) else { continue }
      let session = try Session<NoDetail>(recordID: id, fields: record.fields)
      let table = details[session.kind.name]
      let about = try table?.about(session, record.fields) ?? SessionContribution()
      try removeDays(of: session, about, earlier, context)
      let day = context.rules(session.zone).day(at: session.timeline.start, dayStartHour: hour)
      try context.connection.run("UPDATE session SET day = \(day) WHERE id = \(id)")
      try addDays(of: session, about, on: day, hour, context)
    }
  }

  /// Returns the sessions that belong to other days with another start hour.
  private func moved(
    _ earlier: Int64,
    _ hour: Int64,
    _ context: ProjectionContext
  ) throws -> [RecordID] {
    var moved: [RecordID] = []
    let all: SQL = "SELECT id, zone, started_at, ended_at, segments FROM session"
    try context.connection.each(all) { row in
      let zone = context.rules(try row["zone"])
      let (start, end): (Instant, Instant?) = try (row["started_at"], row["ended_at"])
      if zone.hasOneDay(start, end ?? start, earlier, hour) { return }
      let timeline = try Timeline(text: row["segments"], endedAt: end)
      let days = [earlier, hour].map { hour in
        (zone.day(at: start, dayStartHour: hour), timeline.shares(zone, hour))
      }
      if days[0] != days[1] { moved.append(try row["id"]) }
    }
    return moved
  }
}

extension ZoneRules {
  /// Returns whether a time range is within one day for both start hours.
  ///
  /// Returns false after a clock change within the range, which may cross the start of a day twice.
  fileprivate func hasOneDay(
    _ start: Instant,
    _ end: Instant,
    _ earlier: Int64,
    _ hour: Int64
  ) -> Bool {
    let day = day(at: start, dayStartHour: hour)
    return wallClock(at: end) - wallClock(at: start) == (end - start).count
      && [earlier, hour].allSatisfy {
        self.day(at: start, dayStartHour: $0) == day && self.day(at: end, dayStartHour: $0) == day
      }
  }
}

extension Timeline {
  fileprivate func shares(_ zone: ZoneRules, _ hour: Int64) -> [DayShare] {
    shares(zone: zone, dayStartHour: hour, amount: nil)
  }
}
