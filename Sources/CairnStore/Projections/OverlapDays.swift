import Cairn
import CairnSQL

/// The table `overlap_day`: the time of a day during which sessions overlapped, so that it counts once.
///
/// Only days with an overlap have a row. A session with only a known day has no clock times and never overlaps.
enum OverlapDays {
  /// Recomputes days after their sessions and totals were stored.
  ///
  /// Reads each run of consecutive days at once, because a session may be a year long.
  static func recompute(_ days: Set<LocalDay>, in context: ProjectionContext) throws {
    for run in consecutiveRuns(of: days) {
      try context.connection.run(
        "DELETE FROM overlap_day WHERE day BETWEEN \(run.lowerBound) AND \(run.upperBound)"
      )
      for day in try daysWithConcurrency(in: run, context.connection) {
        try store(day, in: context)
      }
    }
  }

  private static func store(_ day: LocalDay, in context: ProjectionContext) throws {
    let overlap = NonOverlappingTime(try periods(on: day, in: context)).overlap
    guard overlap > .zero else { return }
    try context.connection.run("INSERT INTO overlap_day (day, time) VALUES (\(day), \(overlap))")
  }

  private static func consecutiveRuns(of days: Set<LocalDay>) -> [ClosedRange<LocalDay>] {
    days.sorted().reduce(into: []) { runs, day in
      if let last = runs.last, last.upperBound + 1 == day {
        runs[runs.count - 1] = last.lowerBound...day
      } else {
        runs.append(day...day)
      }
    }
  }

  /// Returns the days on which sessions can run at once: those of several kinds, or several of listening.
  private static func daysWithConcurrency(
    in days: ClosedRange<LocalDay>,
    _ connection: any SQLConnection
  ) throws -> [LocalDay] {
    let query: SQL = """
      SELECT day FROM day_total
      WHERE kind IN (\(fragment: Log.knownKinds))
        AND day BETWEEN \(days.lowerBound) AND \(days.upperBound)
      GROUP BY day
      HAVING count(*) > 1 OR max(CASE WHEN kind = \(Listening.kind.name) THEN active_sessions ELSE 0 END) > 1
      ORDER BY day
      """
    return try connection.values(query)
  }

  /// Returns the time ranges of a day, each cut in the zone of its session.
  private static func periods(
    on day: LocalDay,
    in context: ProjectionContext
  ) throws -> [Range<Instant>] {
    let hour = try context.currentHour()
    var all: [Range<Instant>] = []
    let query: SQL = """
      SELECT session.segments, session.ended_at, session.zone FROM session_day
      JOIN session ON session.id = session_day.session
      LEFT JOIN listening ON listening.session = session.id
      WHERE session_day.kind IN (\(fragment: Log.knownKinds)) AND session_day.day = \(day)
        AND coalesce(listening.is_day_only, 0) = 0
      """
    try context.connection.each(query) { row in
      let timeline = try Timeline(text: row["segments"], endedAt: row["ended_at"])
      let zone = context.rules(try row["zone"])
      for segment in timeline.segments {
        zone.add(segment, on: day, dayStartHour: hour, to: &all)
      }
    }
    return all
  }
}

extension ZoneRules {
  fileprivate func add(
    _ segment: Segment,
    on day: LocalDay,
    dayStartHour: Int64,
    to all: inout [Range<Instant>]
  ) {
    guard let end = segment.end else { return }
    // A local day is within two days of the same UTC day, so only this part needs to be cut.
    var start = max(segment.start, Instant(milliseconds: Int64(day.number - 2) * 86_400_000))
    let last = min(end, Instant(milliseconds: Int64(day.number + 3) * 86_400_000))
    eachDay(from: start, to: last, dayStartHour: dayStartHour) { other, time in
      if other == day { all.append(start..<start + time) }
      start = start + time
    }
  }
}
