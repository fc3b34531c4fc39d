public import Cairn
import CairnSQL

/// A listening session as reported to listening apps.
public struct ListeningSessionRow: Sendable, Equatable {
  /// The id of the session.
  public let id: SessionID
  /// The story.
  public let story: Identifier<Story>
  /// The id of the story in listening apps.
  public let storyPublicID: String
  /// When it started.
  public let start: Instant
  /// When it ended; nil if never reported.
  public let end: Instant?
  /// The whole seconds listened; nil if never reported.
  public let seconds: Int64?
  /// Whether the story was finished.
  public let isCompleted: Bool
  /// When it was first stored in this log.
  public let created: Instant
  /// When it was last changed.
  public let updated: Instant
}

/// A filter for ended listening sessions.
public struct ListeningSessionFilter: Sendable {
  /// Only sessions of this story.
  public var story: Identifier<Story>?
  /// Only sessions started at or after this time.
  public var from: Instant?
  /// Only sessions started at or before this time.
  public var to: Instant?
  /// Only completed or only uncompleted sessions; nil for all.
  public var isCompleted: Bool?
  /// The page size.
  public var limit = 50
  /// The number of sessions to skip.
  public var offset = 0

  /// Creates a filter for all sessions.
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

  static func list(_ filter: ListeningSessionFilter, in connection: any SQLConnection) throws
    -> [ListeningSessionRow]
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

  static func find(_ id: SessionID, in connection: any SQLConnection) throws -> ListeningSessionRow?
  {
    try connection.first("\(fragment: columns) WHERE listening.session = \(id)", row)
  }

  /// Returns the number of matches; without a time range it reads stored sums in constant time.
  static func count(_ filter: ListeningSessionFilter, in connection: any SQLConnection) throws
    -> Int64
  {
    guard filter.from != nil || filter.to != nil else {
      return try countOfSums(filter, in: connection)
    }
    let query: SQL = "SELECT count(*) FROM listening WHERE \(fragment: filter.conditions)"
    return try connection.value(query) ?? 0
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
    return try connection.value(query) ?? 0
  }

  private static func row(_ row: any SQLRow) throws -> ListeningSessionRow {
    let story: Identifier<Story> = try row["story"]
    guard let stamp = try row.decode("stamp", Stamp.init(text:)) else {
      throw Fields.malformed("stamp", "a stamp")
    }
    let fieldStamps = try row.decode("stamps", StampList.list) ?? []
    return ListeningSessionRow(
      id: try row["session"],
      story: story,
      storyPublicID: try row["client_id"] ?? story.record.text,
      start: try row["started_at"],
      end: try row["ended_at"],
      seconds: try row["seconds"],
      isCompleted: try row["is_completed"],
      created: stamp.instant,
      updated: fieldStamps.reduce(stamp) { max($0, $1.stamp) }.instant
    )
  }
}

extension Log {
  /// Returns a page of ended listening sessions, latest start first, and the total number of matches.
  public func listeningSessions(_ filter: ListeningSessionFilter) async throws -> (
    sessions: [ListeningSessionRow], total: Int64
  ) {
    try await read {
      (
        try ListeningSessionQuery.list(filter, in: $0),
        try ListeningSessionQuery.count(filter, in: $0)
      )
    }
  }

  /// Returns a listening session, or nil.
  public func listeningSession(_ id: SessionID) async throws -> ListeningSessionRow? {
    try await read { try ListeningSessionQuery.find(id, in: $0) }
  }
}

extension LogWriter {
  /// Returns a listening session with the changes of this mutation so far, or nil.
  public func listeningSession(_ id: SessionID) throws -> ListeningSessionRow? {
    try ListeningSessionQuery.find(id, in: connection)
  }
}
