import Cairn
import CairnSQL

/// The table `overlap_day`: the time of a day during which sessions overlapped, so that it counts once.
///
/// Only days with an overlap have a row. A session with only a known day has no clock times and never overlaps.
enum OverlapDays {
  static let table = ProjectedTable("overlap_day", key: "day")

  /// Created, and filled by a rebuild, when a log without it is opened.
  static let schema: StaticString = """
    CREATE TABLE overlap_day (
      day INTEGER PRIMARY KEY,
      time INTEGER NOT NULL CHECK (time > 0)
    ) STRICT;
    """

  /// Recomputes a day after its sessions and totals were stored.
  static func recompute(_ day: LocalDay, in context: ProjectionContext) throws {
    let connection = context.connection
    try connection.run("DELETE FROM overlap_day WHERE day = \(day)")
    guard try canRunAtOnce(on: day, in: connection) else { return }
    let overlap = NonOverlappingTime(try stretches(on: day, in: context)).overlap
    guard overlap > .zero else { return }
    try connection.run("INSERT INTO overlap_day (day, time) VALUES (\(day), \(overlap))")
  }

  private static func canRunAtOnce(
    on day: LocalDay,
    in connection: any SQLConnection
  ) throws -> Bool {
    let query: SQL = """
      SELECT kind, active_sessions FROM day_total
      WHERE kind IN (\(fragment: Log.knownKinds)) AND day = \(day)
      """
    let rows = try connection.all(query) { (try $0.text(0), try $0.integer(1)) }
    return rows.count > 1 || rows.contains { $0.0 == Listening.kind.name && $0.1 > 1 }
  }

  /// Returns the time ranges of a day, each cut in the zone of its session.
  private static func stretches(
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
      let timeline = try Timeline(text: row.text(0), endedAt: row.instantOrNil(1))
      let zone = context.rules(try row.text(2))
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
