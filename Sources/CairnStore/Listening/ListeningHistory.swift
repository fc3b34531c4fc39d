public import Cairn
public import CairnReports
import CairnSQL

/// The input of listening statistics, read from one snapshot.
public struct ListeningHistory: Sendable, Equatable {
  /// The totals over all sessions.
  public let totals: ListeningTotals
  /// The days on which a story was finished, ascending.
  public let completedDays: [LocalDay]
  /// The number of favourite stories, without deleted ones.
  public let favorites: Int64
  /// The hour at which the person's day starts.
  public let dayStartHour: Int64
}

extension Log {
  /// Returns the listening totals and days, counted in each session's own time zone or in `zone`.
  ///
  /// Without a zone it reads stored sums, so its cost does not grow with the log.
  public func listeningHistory(in zone: ZoneRules? = nil) async throws -> ListeningHistory {
    try await read { connection in
      ListeningHistory(
        totals: try ListeningSums.totals(in: connection),
        completedDays: try ListeningDays.completed(zone, in: connection),
        favorites: try StoryQuery.count(StoryFilter(isFavorite: true), in: connection),
        dayStartHour: try ListeningDays.hour(in: connection)
      )
    }
  }

  /// Returns the totals of each day in a range with any listening, ascending, counted in one time zone.
  public func listeningDays(in days: ClosedRange<LocalDay>, of zone: ZoneRules) async throws
    -> [ListeningDayRow]
  {
    try await read { connection in
      try ListeningDays.all(zone, within: days, in: connection)
    }
  }

  /// Returns the first and last day with any listening, or nil; days as in ``listeningHistory(in:)``.
  public func listeningSpan(in zone: ZoneRules? = nil) async throws -> ClosedRange<LocalDay>? {
    try await read { try ListeningDays.span(zone, in: $0) }
  }
}

/// Queries for listening days, from stored sums or computed for any time zone.
enum ListeningDays {
  static func completed(_ zone: ZoneRules?, in connection: any SQLConnection) throws -> [LocalDay] {
    guard let zone else {
      let query: SQL = "SELECT day FROM listening_day WHERE completed > 0 ORDER BY day"
      return try connection.values(query)
    }
    return try all(zone, within: nil, in: connection).filter { $0.totals.completed > 0 }
      .map(\.day)
  }

  static func span(
    _ zone: ZoneRules?,
    in connection: any SQLConnection
  ) throws -> ClosedRange<LocalDay>? {
    guard let zone else {
      let query: SQL = "SELECT min(day) AS first, max(day) AS last FROM listening_day"
      return try connection.first(query) { row in
        try row.decode("first") { (first: LocalDay) in try first...row["last"] }
      } ?? nil
    }
    let hour = try hour(in: connection)
    let query: SQL = """
      SELECT min(started_at) AS first, max(ended_at) AS last FROM session
      WHERE kind = \(Listening.kind.name) AND ended_at IS NOT NULL
      """
    let found: Range<Instant>?? = try connection.first(query) { row in
      try row.decode("first") { (first: Instant) in try first..<max(first, row["last"]) }
    }
    guard let span = found ?? nil else { return nil }
    let last = Instant(milliseconds: span.upperBound.milliseconds - 1)
    let days = [span.lowerBound, last].map { zone.day(at: $0, dayStartHour: hour) }
    return days[0]...max(days[0], days[1])
  }

  /// Divides every session among the days of a time zone, as the stored sums do in the session's own zone.
  static func all(
    _ zone: ZoneRules,
    within days: ClosedRange<LocalDay>?,
    in connection: any SQLConnection
  ) throws -> [ListeningDayRow] {
    let hour = try hour(in: connection)
    var sums: [LocalDay: ListeningTotals] = [:]
    try connection.each(query(days)) { row in
      let timeline = try Timeline(text: row["segments"], endedAt: row["ended_at"])
      let (seconds, isCompleted): (Int64, Bool) = try (row["seconds"], row["is_completed"])
      for share in timeline.shares(zone: zone, dayStartHour: hour, amount: seconds) {
        sums[share.day, default: ListeningTotals()].add(share.amount, isCompleted: isCompleted)
      }
    }
    return sums.filter { days?.contains($0.key) ?? true }
      .map { ListeningDayRow(day: $0.key, totals: $0.value) }.sorted { $0.day < $1.day }
  }

  private static func query(_ days: ClosedRange<LocalDay>?) -> SQL {
    let all: SQL = """
      SELECT session.segments, session.ended_at, coalesce(listening.seconds, 0) AS seconds,
        listening.is_completed
      FROM listening JOIN session ON session.id = listening.session
      WHERE listening.is_open = 0
      """
    guard let days else { return all }
    // Time zones are at most 26 hours apart, so a session's own days are within two days of the requested ones.
    let near = (days.lowerBound - 2)...(days.upperBound + 2)
    return """
      \(fragment: all) AND listening.session IN (SELECT session FROM session_day
        WHERE kind = \(Listening.kind.name)
          AND day BETWEEN \(near.lowerBound) AND \(near.upperBound))
      """
  }

  static func hour(in connection: any SQLConnection) throws -> Int64 {
    try Setting.dayStartHour.value(in: connection).flatMap { Int64($0) } ?? 0
  }
}

extension ListeningTotals {
  fileprivate mutating func add(_ part: Int64, isCompleted: Bool) {
    sessions += 1
    seconds += part
    guard isCompleted else { return }
    completed += 1
    completedSeconds += part
  }
}
