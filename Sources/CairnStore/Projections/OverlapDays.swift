import Cairn
import CairnSQL

/// The table `overlap_day`: how much of the running time of a day ran at the same time as another
/// session, so that a life is not counted twice.
///
/// A day has a row only where something did. A session of which only the day is known has no place
/// on the clock, so it ran beside nothing.
enum OverlapDays {
  static let table = ProjectedTable("overlap_day", key: "day")

  /// Brought along by whoever opens a log that lacks it, together with a rebuild that fills it.
  static let schema: StaticString = """
    CREATE TABLE overlap_day (
      day INTEGER PRIMARY KEY,
      time INTEGER NOT NULL CHECK (time > 0)
    ) STRICT;
    """

  /// Computes a day anew, once its sessions and its totals are stored.
  static func addUp(_ day: LocalDay, in context: ProjectionContext) throws {
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

  /// What ran on a day, cut to it, each in the zone of its session.
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
    // A day of any zone lies within two days of the same day in UTC: no need to cut the rest.
    var start = max(segment.start, Instant(milliseconds: Int64(day.number - 2) * 86_400_000))
    let last = min(end, Instant(milliseconds: Int64(day.number + 3) * 86_400_000))
    eachDay(from: start, to: last, dayStartHour: dayStartHour) { other, time in
      if other == day { all.append(start..<start + time) }
      start = start + time
    }
  }
}
