public import Cairn
import CairnSQL

extension Log {
  /// Returns all goals, including ended ones, ordered by first day.
  public func goals() async throws -> [Goal] {
    try await read { connection in
      try connection.all(
        "SELECT measure, cadence, valid_from, target FROM goal ORDER BY valid_from, id",
        Self.goal
      )
    }
  }

  /// Returns all streak minimums, including past ones, ordered by first day.
  public func minimums() async throws -> [StreakMinimumSetting] {
    try await read { connection in
      try connection.all(
        "SELECT cadence, minimum, valid_from FROM streak_minimum ORDER BY valid_from, id"
      ) {
        guard let cadence = try $0.decode("cadence", Cadence.init(name:)),
          let minimum = try $0.decode("minimum", StreakMinimum.init(text:))
        else { throw RecordTable.malformed("streak_minimum") }
        return StreakMinimumSetting(cadence, minimum, from: try $0["valid_from"])
      }
    }
  }

  /// Returns the streak rule; `cadence` overrides the person's setting of days or weeks.
  public func streakRule(_ cadence: Cadence? = nil) async throws -> StreakRule {
    let own = try await read { try Setting.streakCadence.value(in: $0) }
    return StreakRule(
      cadence: cadence ?? own.flatMap { Cadence(name: $0) } ?? .daily,
      minimums: try await minimums(),
      weekStart: try await weekStart()
    )
  }

  /// Returns the rest days, ascending, including future ones.
  public func restDays() async throws -> [LocalDay] {
    try await read { try $0.values("SELECT day FROM rest_day ORDER BY day") }
  }

  /// Returns the days near a session that its time zone's calendar skipped, ascending.
  public func skippedDays() async throws -> [LocalDay] {
    try await read { connection in
      try connection.values("SELECT DISTINCT day FROM skipped_day ORDER BY day")
    }
  }

  /// Returns every finished read-through of a book on the shelf.
  ///
  /// Ordered by finish date; undated ones come last.
  public func finishes() async throws -> [FinishRow] {
    try await read { connection in
      try connection.all(
        """
        SELECT entry.id, work.title, read_through.finished
        FROM read_through
        JOIN entry ON entry.id = read_through.entry
        JOIN work ON work.id = entry.work
        WHERE read_through.outcome = 'finished'
        ORDER BY CASE WHEN read_through.finished IS NULL THEN 1 ELSE 0 END,
          read_through.finished, read_through.id
        """
      ) { row in
        FinishRow(
          entry: try row["id"],
          title: try row["title"],
          finished: try row["finished"]
        )
      }
    }
  }

  private static func goal(_ row: any SQLRow) throws -> Goal {
    guard let measure = Measure(name: try row["measure"]),
      let cadence = Cadence(name: try row["cadence"])
    else { throw RecordTable.malformed("measure") }
    return try Goal(measure, cadence, target: row["target"], from: row["valid_from"])
  }
}

/// A finished read-through.
public struct FinishRow: Sendable, Equatable {
  /// The book.
  public let entry: Identifier<Entry>
  /// Its title.
  public let title: String
  /// The finish date as precisely as recorded; nil if unknown.
  public let finished: String?
}
