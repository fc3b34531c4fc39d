public import Cairn
import CairnActions
package import CairnSQL
public import CairnReports

/// Queries for stories; skips deleted ones.
package enum StoryQuery {
  private static let columns: SQL = """
    SELECT story.id, story.title, story.series, story.author, story.narrator, story.duration,
      story.is_favorite, story.added, story.client_id, coalesce(story_total.sessions, 0) AS sessions,
      coalesce(story_total.seconds, 0) AS seconds,
      coalesce(story_total.completed, 0) AS completed,
      (SELECT count(*) FROM play WHERE play.story = story.id) AS plays,
      (SELECT max(started_at) FROM listening WHERE listening.story = story.id) AS last_listened,
      (SELECT max(at) FROM play WHERE play.story = story.id) AS last_played,
      (SELECT end_position FROM listening
        WHERE listening.story = story.id AND end_position IS NOT NULL
        ORDER BY started_at DESC LIMIT 1) AS position,
      record.stamp, record.stamps,
      coalesce((SELECT is_completed FROM listening
        WHERE listening.story = story.id AND is_open = 0
         ORDER BY started_at DESC LIMIT 1), 0) AS is_done, story.notes,
       (SELECT at / 1000 FROM record_change WHERE record_change.record = story.id) AS changed, story.is_deleted
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

  /// Returns whether a story has sessions or plays.
  package static func isInUse(
    _ story: Identifier<Story>,
    in connection: any SQLConnection
  ) throws -> Bool {
    let query: SQL = """
      SELECT EXISTS (SELECT 1 FROM listening WHERE story = \(story))
        OR EXISTS (SELECT 1 FROM play WHERE story = \(story))
      """
    return try (connection.value(query) as Int64?) == 1
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
    return try connection.value(query) ?? 0
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

  private static func row(_ row: any SQLRow) throws -> StoryRow {
    let id: Identifier<Story> = try row["id"]
    guard let stamp = try row.decode("stamp", Stamp.init(text:)) else {
      throw Fields.malformed("stamp", "a stamp")
    }
    let fieldStamps = try row.decode("stamps", StampList.list) ?? []
    let sessions: Int64 = try row["sessions"]
    let updated = fieldStamps.reduce(stamp) { max($0, $1.stamp) }.instant
    return StoryRow(
      id: id,
      title: try row["title"],
      series: try row["series"],
      author: try row["author"],
      narrator: try row["narrator"],
      duration: try row["duration"],
      isFavorite: try row["is_favorite"],
      added: try row["added"],
      publicID: try row["client_id"] ?? id.record.text,
      sessions: sessions,
      seconds: try row["seconds"],
      completed: try row["completed"],
      plays: max(sessions, try row["plays"]),
      lastPlayed: try ([row["last_listened"], row["last_played"]] as [Instant?]).compactMap(\.self)
        .max(),
      position: try row["position"],
      updated: updated,
      changed: max(updated, try row["changed"] ?? updated),
      isDone: try row["is_done"],
      notes: try row["notes"],
      isDeleted: try row["is_deleted"]
    )
  }
}

extension Log {
  /// Returns stories, last added first.
  public func stories(_ filter: StoryFilter = StoryFilter()) async throws -> [StoryRow] {
    try await read { try StoryQuery.list(filter, in: $0) }
  }

  /// Returns stories, last played first; sorts unplayed ones by when they were added.
  public func recentStories(limit: Int) async throws -> [StoryRow] {
    try await read { try StoryQuery.recent(limit, in: $0) }
  }

  /// Returns the number of matching stories, without deleted ones.
  public func storyCount(_ filter: StoryFilter = StoryFilter()) async throws -> Int64 {
    try await read { try StoryQuery.count(filter, in: $0) }
  }

  /// Returns a story; nil if it is unknown or deleted.
  public func story(_ id: Identifier<Story>) async throws -> StoryRow? {
    try await read { try StoryQuery.find(id, in: $0) }
  }

  /// Returns the stories that a short id matches, rarely more than one.
  public func stories(short: ShortID) async throws -> [StoryRow] {
    try await read { try StoryQuery.find(short, in: $0) }
  }

  /// Returns the stories with a title, compared case-folded.
  public func stories(titled title: String) async throws -> [StoryRow] {
    try await read { try StoryQuery.titled(title, in: $0) }
  }

  /// Returns every recorded play, in chronological order.
  public func plays() async throws -> [Play] {
    try await read { connection in
      try connection.all("SELECT id, story, at FROM play ORDER BY at, id") { row in
        Play(
          id: try row["id"],
          story: try row["story"],
          at: try row["at"]
        )
      }
    }
  }
}

extension LogWriter {
  /// Returns a story for lists with the changes of this mutation; its listening totals are from before.
  ///
  /// Throws `story.not_found`.
  public func storyRow(_ id: Identifier<Story>) throws -> StoryRow {
    guard let row = try StoryQuery.find(id, in: connection) else { throw CairnError.noStory(id) }
    return row
  }
}

extension StoryRow {
  /// The sort key: when it was last played or else added, then the id.
  fileprivate var latest: (Instant, RecordID) {
    (lastPlayed ?? added ?? Instant(milliseconds: 0), id.record)
  }
}
