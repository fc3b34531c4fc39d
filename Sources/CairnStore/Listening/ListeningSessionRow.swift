public import Cairn
import CairnSQL

/// A listening session as listening apps are told of it.
public struct ListeningSessionRow: Sendable, Equatable {
  /// The identity.
  public let id: SessionID
  /// The story.
  public let story: Identifier<Story>
  /// What listening apps call the story.
  public let storyPublicID: String
  /// When it began.
  public let start: Instant
  /// When it ended; nil when that was never said.
  public let end: Instant?
  /// The whole seconds heard; nil when that was never said.
  public let seconds: Int64?
  /// Whether the story was heard to its end.
  public let isCompleted: Bool
  /// When it was first kept here.
  public let created: Instant
  /// When it was changed last.
  public let updated: Instant
}

/// Which listening sessions to list, of those that have ended.
public struct ListeningSessionFilter: Sendable {
  /// Only those of a story.
  public var story: Identifier<Story>?
  /// Only those that began at or after it.
  public var from: Instant?
  /// Only those that began at or before it.
  public var to: Instant?
  /// Only completed ones, or only others; nil for all.
  public var isCompleted: Bool?
  /// How many.
  public var limit = 50
  /// How many to pass over.
  public var offset = 0

  /// All sessions.
  public init() {}

  var conditions: SQL {
    var all: SQL = "(listening.is_open = 0)"
    if let story { all = "\(fragment: all) AND listening.story = \(story)" }
    if let from { all = "\(fragment: all) AND listening.started_at >= \(from)" }
    if let to { all = "\(fragment: all) AND listening.started_at <= \(to)" }
    if let isCompleted { all = "\(fragment: all) AND listening.is_completed = \(isCompleted)" }
    return all
  }
}

enum ListeningSessionQuery {
  private static let columns: SQL = """
    SELECT listening.session, listening.story, story.client_id, listening.started_at,
      listening.ended_at, listening.seconds, listening.is_completed, record.stamp, record.stamps
    FROM listening
    JOIN record ON record.kind = 'session' AND record.id = listening.session
    LEFT JOIN story ON story.id = listening.story
    """

  static func list(_ filter: ListeningSessionFilter, in connection: any SQLConnection) throws -> [ListeningSessionRow]
  {
    try connection.all(
      """
      \(fragment: columns) WHERE \(fragment: filter.conditions)
      ORDER BY listening.started_at DESC, listening.session DESC
      LIMIT \(max(0, filter.limit)) OFFSET \(max(0, filter.offset))
      """,
      row
    )
  }

  static func find(_ id: SessionID, in connection: any SQLConnection) throws -> ListeningSessionRow? {
    try connection.first("\(fragment: columns) WHERE listening.session = \(id)", row)
  }

  /// How many there are; from sums where the time does not matter, which takes no longer as the log
  /// grows.
  static func count(_ filter: ListeningSessionFilter, in connection: any SQLConnection) throws -> Int64 {
    guard filter.from != nil || filter.to != nil else {
      return try countOfSums(filter, in: connection)
    }
    let query: SQL = "SELECT count(*) FROM listening WHERE \(fragment: filter.conditions)"
    return try connection.first(query) { try $0.integer(0) } ?? 0
  }

  private static func countOfSums(
    _ filter: ListeningSessionFilter,
    in connection: any SQLConnection
  ) throws -> Int64 {
    let counted: SQL =
      switch filter.isCompleted {
      case nil: "sessions"
      case true?: "completed"
      case false?: "sessions - completed"
      }
    var query: SQL =
      "SELECT CAST(coalesce(sum(\(fragment: counted)), 0) AS BIGINT) FROM story_total"
    if let story = filter.story { query = "\(fragment: query) WHERE story = \(story)" }
    return try connection.first(query) { try $0.integer(0) } ?? 0
  }

  private static func row(_ row: any SQLRow) throws -> ListeningSessionRow {
    let story = try row.id(1)
    guard let stamp = Stamp(text: try row.text(7)) else {
      throw Fields.malformed("stamp", "a stamp")
    }
    let others = try row.textOrNil(8).map(StampList.list) ?? []
    return ListeningSessionRow(
      id: SessionID(try row.id(0)),
      story: Identifier(story),
      storyPublicID: try row.textOrNil(2) ?? story.text,
      start: try row.instant(3),
      end: try row.instantOrNil(4),
      seconds: try row.integerOrNil(5),
      isCompleted: try row.integer(6) != 0,
      created: stamp.instant,
      updated: others.reduce(stamp) { max($0, $1.stamp) }.instant
    )
  }
}

extension Log {
  /// Listening sessions that have ended, the one begun last first, and how many a filter lets
  /// through in all.
  public func heardSessions(_ filter: ListeningSessionFilter) async throws -> (
    sessions: [ListeningSessionRow], total: Int64
  ) {
    try await read {
      (try ListeningSessionQuery.list(filter, in: $0), try ListeningSessionQuery.count(filter, in: $0))
    }
  }

  /// One listening session, or nil.
  public func heardSession(_ id: SessionID) async throws -> ListeningSessionRow? {
    try await read { try ListeningSessionQuery.find(id, in: $0) }
  }
}

extension LogWriter {
  /// A listening session as it is now, what this mutation has changed included; throws
  /// `session.not_found`.
  public func heardSession(_ id: SessionID) throws -> ListeningSessionRow? {
    try ListeningSessionQuery.find(id, in: connection)
  }
}
