public import Cairn
import CairnSQL
public import CairnReports

/// The dates of a read-through, with its book.
public struct DatedReading: Sendable, Equatable {
  /// The book.
  public let entry: Identifier<Entry>
  /// The title of the book.
  public let title: String
  /// The date it was started.
  public let started: PartialDay?
  /// The date it was finished or stopped.
  public let ended: PartialDay?
  /// How it ended; nil while it is open.
  public let outcome: ReadThrough.Outcome?
}

extension Log {
  /// Returns the read-throughs of all books on the shelf, by id.
  public func datedReadings() async throws -> [DatedReading] {
    try await read { connection in
      try connection.all("\(fragment: Self.dated) ORDER BY read_through.id", DatedReading.init)
    }
  }

  /// Returns the read-throughs with a date whose month and day match one of `days`, by id.
  ///
  /// These are candidates for anniversaries; the database finds them without reading any book.
  package func datedReadings(anniversariesOn days: [LocalDay]) async throws -> [DatedReading] {
    let endings = Set(days.map { "%" + $0.text.suffix(6) }).sorted()
    guard !endings.isEmpty else { return [] }
    let match = endings.reduce("1 = 0" as SQL) { sql, ending in
      """
      \(fragment: sql) OR read_through.started LIKE \(ending)
        OR read_through.finished LIKE \(ending) OR read_through.stopped LIKE \(ending)
      """
    }
    return try await read { connection in
      try connection.all(
        "\(fragment: Self.dated) WHERE \(fragment: match) ORDER BY read_through.id",
        DatedReading.init
      )
    }
  }

  private static let dated: SQL = """
    SELECT read_through.entry, work.title, read_through.started,
      coalesce(read_through.finished, read_through.stopped) AS ended, read_through.outcome
    FROM read_through
    JOIN entry ON entry.id = read_through.entry
    JOIN work ON work.id = entry.work
    """

  /// Returns the sessions on any of some days, by day and start.
  ///
  /// A session over midnight appears on both days.
  public func sessions(on days: [LocalDay]) async throws -> [SessionOnDay] {
    try await read { connection in
      try Self.sessions(Self.parts(on: days, in: connection), in: connection)
    }
  }

  /// Returns the `limit` longest sessions of each year on any of some days, by day and start.
  ///
  /// Also returns how many more sessions each year has.
  package func sessions(
    on days: [LocalDay],
    limitPerYear limit: Int
  ) async throws -> (sessions: [SessionOnDay], more: [Int32: Int]) {
    try await read { connection in
      let all = try Self.parts(on: days, in: connection)
      let years = Dictionary(grouping: all, by: \.day.year)
      let longest = years.values.flatMap { parts in
        parts.sorted { ($1.time, $0.id) < ($0.time, $1.id) }.prefix(limit)
      }
      let more = years.mapValues { $0.count - limit }.filter { $0.value > 0 }
      return (try Self.sessions(longest, in: connection), more)
    }
  }

  private typealias Part = (id: RecordID, day: LocalDay, time: Milliseconds)

  private static func parts(
    on days: [LocalDay],
    in connection: any SQLConnection
  ) throws -> [Part] {
    guard let first = days.first else { return [] }
    let list = days.dropFirst().reduce("\(first)" as SQL) { "\(fragment: $0), \($1)" }
    return try connection.all(
      """
      SELECT session, day, time FROM session_day
      WHERE kind IN (\(fragment: knownKinds)) AND day IN (\(fragment: list))
      """
    ) { try ($0["session"], $0["day"], $0["time"]) }
  }

  private static func sessions(
    _ parts: [Part],
    in connection: any SQLConnection
  ) throws -> [SessionOnDay] {
    let found = try parts.compactMap { part in
      try SessionQuery.find(SessionID(part.id), in: connection)
        .map { SessionOnDay(day: part.day, time: part.time, session: $0) }
    }
    return found.sorted {
      ($0.day, $0.session.startedAt, $0.session.id) < (
        $1.day, $1.session.startedAt, $1.session.id
      )
    }
  }
}

extension DatedReading {
  fileprivate init(_ row: any SQLRow) throws {
    self.init(
      entry: try row["entry"],
      title: try row["title"],
      started: try row.decode("started", PartialDay.init(text:)),
      ended: try row.decode("ended", PartialDay.init(text:)),
      outcome: try row.decode("outcome", ReadThrough.Outcome.init(name:))
    )
  }
}
