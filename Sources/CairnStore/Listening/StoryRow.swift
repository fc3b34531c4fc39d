public import Cairn
import CairnSQL

/// A story as lists show it, with what was heard of it.
public struct StoryRow: Sendable, Equatable {
  /// The identity.
  public let id: Identifier<Story>
  /// Its title.
  public let title: String
  /// What it is one of, or nil.
  public let series: String?
  /// Who wrote it, or nil.
  public let author: String?
  /// Who reads it, or nil.
  public let narrator: String?
  /// How long its audio is, or nil.
  public let duration: Milliseconds?
  /// Whether it is a favourite.
  public let isFavorite: Bool
  /// When it came here, or nil.
  public let added: Instant?
  /// What listening apps call it.
  public let publicID: String
  /// How many sessions of it have ended.
  public let sessions: Int64
  /// The seconds they ran, partial ones included.
  public let seconds: Int64
  /// How many of them reached its end.
  public let completed: Int64
  /// How often it was played: once for each session, or for each time a player said so, whichever
  /// is more; one listen is one play (spec/listening.md 1.11).
  public let plays: Int64
  /// When it was played last, or nil.
  public let lastPlayed: Instant?
  /// How far the listener has got in it, or nil.
  public let position: Milliseconds?
  /// When anything that is said of it was changed last.
  public let updated: Instant
  /// When that, or what was heard of it, was changed last.
  public let changed: Instant
  /// Whether the session of it that ended last reached its end.
  public let isDone: Bool
  /// What is written about it, in any number of lines, or nil.
  public let notes: String?
  /// Whether it was deleted.
  public let isDeleted: Bool

  /// Six characters a person can type.
  public var shortID: ShortID { ShortID(id.record) }
  /// When it was last played, else when it came here, and the id where these are the same.
  fileprivate var latest: (Instant, RecordID) {
    (lastPlayed ?? added ?? Instant(milliseconds: 0), id.record)
  }
  /// Which stories it belongs to: those of its series, else those of its author; nil without both.
  public var group: String? { series ?? author }
}

/// Which stories to list.
public struct StoryFilter: Sendable {
  /// Only favourites, or only others; nil for all.
  public var isFavorite: Bool?
  /// Only those of a group.
  public var group: String?
  /// Only those in whose title a text stands, compared folded.
  public var words: String?
  /// Whether those that were deleted are listed too.
  public var includesDeleted = false
  /// How many.
  public var limit = 10_000
  /// How many to pass over.
  public var offset = 0

  /// All stories.
  public init() {}
}

enum StoryQuery {
  private static let columns: SQL = """
    SELECT story.id, story.title, story.series, story.author, story.narrator, story.duration,
      story.is_favorite, story.added, story.client_id, coalesce(story_total.sessions, 0),
      coalesce(story_total.seconds, 0), coalesce(story_total.completed, 0),
      (SELECT count(*) FROM play WHERE play.story = story.id),
      (SELECT max(started_at) FROM listening WHERE listening.story = story.id),
      (SELECT max(at) FROM play WHERE play.story = story.id),
      (SELECT end_position FROM listening
        WHERE listening.story = story.id AND end_position IS NOT NULL
        ORDER BY started_at DESC LIMIT 1),
      record.stamp, record.stamps,
      coalesce((SELECT is_completed FROM listening
        WHERE listening.story = story.id AND is_open = 0
         ORDER BY started_at DESC LIMIT 1), 0), story.notes,
       (SELECT at FROM story_change WHERE story_change.story = story.id), story.is_deleted
    FROM story LEFT JOIN story_total ON story_total.story = story.id
    JOIN record ON record.kind = 'story' AND record.id = story.id
    """

  static func find(_ id: Identifier<Story>, in connection: any SQLConnection) throws -> StoryRow? {
    let query: SQL = "\(fragment: columns) WHERE story.id = \(id) AND story.is_deleted = 0"
    return try connection.first(query, row)
  }

  static func find(_ short: ShortID, in connection: any SQLConnection) throws -> [StoryRow] {
    try connection.all(
      "\(fragment: columns) WHERE story.short = \(short.number) AND story.is_deleted = 0",
      row
    )
  }

  static func titled(_ title: String, in connection: any SQLConnection) throws -> [StoryRow] {
    try connection.all(
      "\(fragment: columns) WHERE story.folded = \(indexed(folded(title))) AND story.is_deleted = 0",
      row
    )
  }

  static func list(_ filter: StoryFilter, in connection: any SQLConnection) throws -> [StoryRow] {
    try connection.all(
      """
      \(fragment: columns) WHERE story.is_deleted <= \(filter.includesDeleted)
        \(fragment: conditions(filter))
      ORDER BY story.added DESC, story.id DESC
      LIMIT \(max(0, filter.limit)) OFFSET \(max(0, filter.offset))
      """,
      row
    )
  }

  static func recent(_ limit: Int, in connection: any SQLConnection) throws -> [StoryRow] {
    let known = try connection.all(
      """
      \(fragment: columns)
      WHERE story.is_deleted = 0 AND (
        story.id IN (SELECT story FROM (
          SELECT story FROM listening ORDER BY started_at DESC, session DESC LIMIT 400) AS heard)
        OR story.id IN (
          SELECT id FROM story WHERE is_deleted = 0 ORDER BY added DESC, id DESC
          LIMIT \(max(0, limit))))
      """,
      row
    )
    return Array(known.sorted { $0.latest > $1.latest }.prefix(limit))
  }

  static func count(_ filter: StoryFilter, in connection: any SQLConnection) throws -> Int64 {
    let query: SQL = """
      SELECT count(*) FROM story WHERE is_deleted = 0\(fragment: conditions(filter))
      """
    return try connection.first(query) { try $0.integer(0) } ?? 0
  }

  private static func conditions(_ filter: StoryFilter) -> SQL {
    var all: SQL = ""
    if let isFavorite = filter.isFavorite {
      all = " AND story.is_favorite = \(isFavorite)"
    }
    if let group = filter.group {
      all = "\(fragment: all) AND coalesce(story.series, story.author) = \(group)"
    }
    if let words = filter.words.map(folded), !words.isEmpty {
      let pattern =
        "%\(words.replacing("!", with: "!!").replacing("%", with: "!%").replacing("_", with: "!_"))%"
      all = "\(fragment: all) AND story.folded LIKE \(pattern) ESCAPE '!'"
    }
    return all
  }

  static func favorites(in connection: any SQLConnection) throws -> Int64 {
    let query: SQL = "SELECT count(*) FROM story WHERE is_favorite = 1 AND is_deleted = 0"
    return try connection.first(query) { try $0.integer(0) } ?? 0
  }

  private static func row(_ row: any SQLRow) throws -> StoryRow {
    let id = try row.id(0)
    guard let stamp = Stamp(text: try row.text(16)) else {
      throw Fields.malformed("stamp", "a stamp")
    }
    let others = try row.textOrNil(17).map(StampList.list) ?? []
    let sessions = try row.integer(9)
    let updated = others.reduce(stamp) { max($0, $1.stamp) }.instant
    return StoryRow(
      id: Identifier(id),
      title: try row.text(1),
      series: try row.textOrNil(2),
      author: try row.textOrNil(3),
      narrator: try row.textOrNil(4),
      duration: try row.integerOrNil(5).map { Milliseconds($0) },
      isFavorite: try row.integer(6) != 0,
      added: try row.instantOrNil(7),
      publicID: try row.textOrNil(8) ?? id.text,
      sessions: sessions,
      seconds: try row.integer(10),
      completed: try row.integer(11),
      plays: max(sessions, try row.integer(12)),
      lastPlayed: try [row.instantOrNil(13), row.instantOrNil(14)].compactMap(\.self).max(),
      position: try row.integerOrNil(15).map { Milliseconds($0) },
      updated: updated,
      changed: max(updated, try row.instantOrNil(20) ?? updated),
      isDone: try row.integer(18) != 0,
      notes: try row.textOrNil(19),
      isDeleted: try row.integer(21) != 0
    )
  }
}

extension Log {
  /// Stories that are there, the one added last first.
  public func stories(_ filter: StoryFilter = StoryFilter()) async throws -> [StoryRow] {
    try await read { try StoryQuery.list(filter, in: $0) }
  }

  /// Stories that are there, the one listened to last first; one never heard by when it came here.
  public func recentStories(most limit: Int) async throws -> [StoryRow] {
    try await read { try StoryQuery.recent(limit, in: $0) }
  }

  /// How many stories a filter lets through.
  public func storyCount(_ filter: StoryFilter = StoryFilter()) async throws -> Int64 {
    try await read { try StoryQuery.count(filter, in: $0) }
  }

  /// One story, or nil when there is none or it is deleted.
  public func story(_ id: Identifier<Story>) async throws -> StoryRow? {
    try await read { try StoryQuery.find(id, in: $0) }
  }

  /// The stories a short id can mean: hardly ever more than one.
  public func stories(short: ShortID) async throws -> [StoryRow] {
    try await read { try StoryQuery.find(short, in: $0) }
  }

  /// The stories of a title, compared folded.
  public func stories(titled title: String) async throws -> [StoryRow] {
    try await read { try StoryQuery.titled(title, in: $0) }
  }

  /// Every time that a player was told to play a story, in the order of time.
  public func plays() async throws -> [Play] {
    try await read { connection in
      try connection.all("SELECT id, story, at FROM play ORDER BY at, id") { row in
        Play(
          id: Identifier(try row.id(0)),
          story: Identifier(try row.id(1)),
          at: try row.instant(2)
        )
      }
    }
  }
}

extension LogWriter {
  /// A story as lists show it, with what this mutation has changed of it; what was heard of it is as
  /// before.
  ///
  /// Throws `story.not_found`.
  public func storyRow(_ id: Identifier<Story>) throws -> StoryRow {
    guard let row = try StoryQuery.find(id, in: connection) else { throw Self.noStory(id) }
    return row
  }
}
