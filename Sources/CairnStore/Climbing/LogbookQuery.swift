public import Cairn
import CairnSQL
public import CairnReports

/// A filter for logbook rows.
public struct LogbookFilter: Sendable {
  /// Only these days; nil for all.
  public var days: ClosedRange<LocalDay>?
  /// Whether to include sessions; otherwise only climbs outside sessions.
  public var hasSessions = true
  /// Only rows after this cursor, which are older; nil starts at the newest.
  public var after: LogbookCursor?
  /// The maximum number of rows; none if below 1.
  public var limit: Int

  /// Creates a filter for the newest rows.
  public init(limit: Int = 50) { self.limit = limit }

  /// The days that can have rows, up to the cursor's day; nil if there are none.
  fileprivate var selectedDays: ClosedRange<LocalDay>? {
    let days = days ?? LocalDay(number: -1_000_000)...LocalDay(number: 1_000_000)
    let last = min(days.upperBound, after?.day ?? days.upperBound)
    return days.lowerBound <= last ? days.lowerBound...last : nil
  }
}

extension Log {
  /// Returns the logbook, newest first; within a day, sessions come before climbs outside sessions.
  public func logbook(_ filter: LogbookFilter) async throws -> [LogbookRow] {
    try await read { connection in
      var rows = try LogbookQuery.list(filter, in: connection)
      for index in rows.indices { try LogbookQuery.sum(&rows[index], in: connection) }
      return rows
    }
  }
}

/// Queries for the logbook, a union of sessions and days.
private enum LogbookQuery {
  private static let none = RecordID(high: 0, low: 0)

  static func list(
    _ filter: LogbookFilter,
    in connection: any SQLConnection
  ) throws -> [LogbookRow] {
    guard let days = filter.selectedDays else { return [] }
    let query: SQL = """
      SELECT day, key, segments, ended_at, place, is_outdoor, zone, discipline FROM (
        \(fragment: filter.hasSessions ? sessions(days) : "") \(fragment: climbs(days, filter.limit))
      ) AS found
      WHERE 1 = 1\(fragment: after(filter.after))
      ORDER BY day DESC, started DESC, key DESC, place DESC LIMIT \(max(0, filter.limit))
      """
    return try connection.all(query, row)
  }

  private static func sessions(_ days: ClosedRange<LocalDay>) -> SQL {
    """
    SELECT session.day AS day, session.started_at AS started, session.id AS key,
      coalesce(session.place, '') AS place, session.segments AS segments,
      session.ended_at AS ended_at, climbing.is_outdoor AS is_outdoor, session.zone AS zone,
      climbing.discipline AS discipline
    FROM session LEFT JOIN climbing ON climbing.session = session.id
    WHERE session.kind = \(Climbing.kind.name)
      AND session.day BETWEEN \(days.lowerBound) AND \(days.upperBound)
    UNION ALL
    """
  }

  private static func climbs(_ days: ClosedRange<LocalDay>, _ limit: Int) -> SQL {
    """
    SELECT climb.day AS day, 0 AS started,
      coalesce((SELECT id FROM session WHERE 1 = 0), \(none)) AS key,
      coalesce(climb.place, '') AS place, '' AS segments, NULL AS ended_at,
      CASE WHEN min(climb.is_outdoor) = max(climb.is_outdoor) THEN max(climb.is_outdoor) END
        AS is_outdoor,
      NULL AS zone,
      CASE WHEN min(coalesce(climb.discipline, '')) = max(climb.discipline)
        THEN max(climb.discipline) END AS discipline
    FROM climb WHERE climb.day BETWEEN (\(fragment: first(days, limit))) AND \(days.upperBound)
    GROUP BY climb.day, coalesce(climb.place, '')
    """
  }

  /// Returns a query for the earliest day needed to fill `limit` rows: each day has at least one row.
  ///
  /// Reads one day more, because the cursor's day may be listed already.
  private static func first(_ days: ClosedRange<LocalDay>, _ limit: Int) -> SQL {
    """
    SELECT min(day) FROM (
      SELECT DISTINCT day FROM climb WHERE day BETWEEN \(days.lowerBound) AND \(days.upperBound)
      ORDER BY day DESC LIMIT \(max(0, limit) + 1)
    ) AS newest
    """
  }

  private static func after(_ cursor: LogbookCursor?) -> SQL {
    guard let cursor else { return "" }
    let (started, key) = (cursor.startedAt?.milliseconds ?? 0, cursor.session?.record ?? none)
    return """
       AND (day, started, key, place)
        < (\(cursor.day), \(started), \(key), \(cursor.place ?? ""))
      """
  }

  private static func row(_ row: any SQLRow) throws -> LogbookRow {
    let (id, place): (RecordID, String) = try (row["key"], row["place"])
    let isSession = id != none
    return LogbookRow(
      day: try row["day"],
      session: isSession ? SessionID(id) : nil,
      timeline: isSession ? try Timeline(text: row["segments"], endedAt: row["ended_at"]) : nil,
      place: place.isEmpty ? nil : place,
      isOutdoor: try row["is_outdoor"],
      zone: try row["zone"],
      discipline: try row.decode("discipline", Discipline.init(name:))
    )
  }

  /// Adds the climb counts and the hardest sends to a row.
  static func sum(_ row: inout LogbookRow, in connection: any SQLConnection) throws {
    let query: SQL = """
      SELECT grade, scale, attempts, sends FROM climb WHERE \(fragment: belongs(to: row))
      """
    try connection.each(query) { found in
      row.climbs += 1
      row.attempts += try found["attempts"]
      let sends: Int64 = try found["sends"]
      guard sends > 0 else { return }
      row.sends += 1
      guard let scale = try found.decode("scale", GradeScale.init(name:)),
        let grade = try found.decode("grade", { Grade(lenient: $0, in: scale) })
      else { return }
      row.hardest.add(grade)
    }
  }

  private static func belongs(to row: LogbookRow) -> SQL {
    if let session = row.session { return "session = \(session)" }
    return "day = \(row.day) AND coalesce(place, '') = \(row.place ?? "")"
  }
}

extension [Grade] {
  /// Inserts a grade if it is the hardest of its scale.
  fileprivate mutating func add(_ grade: Grade) {
    guard let order = grade.order else { return }
    if let same = firstIndex(where: { $0.scale == grade.scale }) {
      if grade.isHarder(than: self[same]) == true { self[same] = grade }
    } else {
      insert(grade, at: firstIndex { $0.order.map { order < $0 } ?? false } ?? count)
    }
  }
}
