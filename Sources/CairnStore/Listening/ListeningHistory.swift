public import Cairn
import CairnSQL

/// What figures of listening are made of, read at one moment.
public struct ListeningHistory: Sendable, Equatable {
  /// What was listened to in all.
  public let totals: ListeningTotals
  /// The days on which a story was heard to its end, ascending.
  public let completedDays: [LocalDay]
  /// How many of the stories that are there are favourites.
  public let favorites: Int64
  /// The hour at which the person's days begin.
  public let dayStartHour: Int64
}

extension Log {
  /// What was listened to in all, and on which days; each session on the days of its own zone, or
  /// all on those of `zone`.
  ///
  /// Without a zone it is read from sums, so that it takes no longer as the log grows.
  public func heardHistory(in zone: ZoneRules? = nil) async throws -> ListeningHistory {
    try await read { connection in
      ListeningHistory(
        totals: try ListeningSums.totals(in: connection),
        completedDays: try ListeningDays.completed(zone, in: connection),
        favorites: try StoryQuery.favorites(in: connection),
        dayStartHour: try ListeningDays.hour(in: connection)
      )
    }
  }

  /// What was listened to on each day of a stretch that holds anything, ascending; all sessions on
  /// the days of one zone.
  public func heardDays(in days: ClosedRange<LocalDay>, of zone: ZoneRules) async throws
    -> [ListeningDayRow]
  {
    try await read { connection in
      try ListeningDays.all(zone, within: days, in: connection)
    }
  }

  /// The first and the last day on which anything was listened to, or nil; as
  /// ``heardHistory(in:)`` counts days.
  public func heardSpan(in zone: ZoneRules? = nil) async throws -> ClosedRange<LocalDay>? {
    try await read { try ListeningDays.span(zone, in: $0) }
  }
}

/// The days of listening, those that are kept or those of any zone.
enum ListeningDays {
  static func completed(_ zone: ZoneRules?, in connection: any SQLConnection) throws -> [LocalDay] {
    guard let zone else {
      let query: SQL = "SELECT day FROM listening_day WHERE completed > 0 ORDER BY day"
      return try connection.all(query) { try $0.day(0) }
    }
    return try all(zone, within: nil, in: connection).filter { $0.totals.completed > 0 }
      .map(\.day)
  }

  static func span(
    _ zone: ZoneRules?,
    in connection: any SQLConnection
  ) throws -> ClosedRange<LocalDay>? {
    guard let zone else {
      let query: SQL = "SELECT min(day), max(day) FROM listening_day"
      return try connection.first(query) { row in
        try row.integerOrNil(0) == nil ? nil : row.day(0)...row.day(1)
      } ?? nil
    }
    let hour = try hour(in: connection)
    let query: SQL = """
      SELECT min(started_at), max(ended_at) FROM session
      WHERE kind = \(Listening.kind.name) AND ended_at IS NOT NULL
      """
    let found: Range<Instant>?? = try connection.first(query) { row in
      guard let first = try row.instantOrNil(0) else { return nil }
      return try first..<max(first, row.instant(1))
    }
    guard let span = found ?? nil else { return nil }
    let last = Instant(milliseconds: span.upperBound.milliseconds - 1)
    let days = [span.lowerBound, last].map { zone.day(at: $0, dayStartHour: hour) }
    return days[0]...max(days[0], days[1])
  }

  /// Shares every session out over the days of a zone as the kept sums do over those of its own.
  static func all(
    _ zone: ZoneRules,
    within days: ClosedRange<LocalDay>?,
    in connection: any SQLConnection
  ) throws -> [ListeningDayRow] {
    let hour = try hour(in: connection)
    var sums: [LocalDay: ListeningTotals] = [:]
    try connection.each(query(days)) { row in
      let timeline = try Timeline(text: row.text(0), endedAt: row.instantOrNil(1))
      let (seconds, isCompleted) = (try row.integer(2), try row.integer(3) != 0)
      for share in timeline.shares(zone: zone, dayStartHour: hour, amount: seconds) {
        sums[share.day, default: ListeningTotals()].add(share.amount, isCompleted: isCompleted)
      }
    }
    return sums.filter { days?.contains($0.key) ?? true }
      .map { ListeningDayRow(day: $0.key, totals: $0.value) }.sorted { $0.day < $1.day }
  }

  private static func query(_ days: ClosedRange<LocalDay>?) -> SQL {
    let all: SQL = """
      SELECT session.segments, session.ended_at, coalesce(listening.seconds, 0),
        listening.is_completed
      FROM listening JOIN session ON session.id = listening.session
      WHERE listening.is_open = 0
      """
    guard let days else { return all }
    // Two zones are never more than 26 hours apart, so the days of the one that was meant then lie
    // within two of those of the other.
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
