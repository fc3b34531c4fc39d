package import Cairn
package import CairnSQL
package import CairnReports

/// Queries for sessions; skips deleted ones.
package enum SessionQuery {
  /// Returns the open session of a kind, or nil.
  package static func open(
    _ kind: SessionKind,
    in connection: any SQLConnection
  ) throws -> SessionRow? {
    try connection.first(
      "\(fragment: columns) WHERE session.kind = \(kind.name) AND session.ended_at IS NULL",
      Self.row
    )
  }

  /// Returns all open sessions, last started first.
  ///
  /// The unary plus keeps SQLite from scanning all sessions in start order; open sessions have their own index.
  static func open(in connection: any SQLConnection) throws -> [SessionRow] {
    try connection.all(
      """
      \(fragment: columns)
      WHERE session.ended_at IS NULL
      ORDER BY +session.started_at DESC
      """,
      Self.row
    )
  }

  /// Returns a session; nil if there is none.
  package static func find(_ id: SessionID, in connection: any SQLConnection) throws -> SessionRow?
  {
    try connection.first("\(fragment: columns) WHERE session.id = \(id)", Self.row)
  }

  static func find(_ short: ShortID, in connection: any SQLConnection) throws -> [SessionRow] {
    try connection.all("\(fragment: columns) WHERE session.short = \(short.number)", Self.row)
  }

  /// Returns sessions, newest first.
  static func list(_ filter: SessionFilter, in connection: any SQLConnection) throws -> [SessionRow]
  {
    let last = SessionID(RecordID(high: 0, low: 0))
    let (start, id) = filter.before ?? (Instant.limit + .hours(48), last)
    let (order, key) = sortKey(filter)
    return try connection.all(
      """
      \(fragment: columns)
      WHERE (\(fragment: order), \(fragment: key)) < (\(start), \(id))\(fragment: conditions(filter))
      ORDER BY \(fragment: order) DESC, \(fragment: key) DESC
      LIMIT \(max(0, filter.limit))
      """,
      Self.row
    )
  }

  /// Returns the number of matching sessions with each trait.
  ///
  /// Scans the table in storage order rather than by the index of a kind, and joins books only if the filter needs
  /// them: both are several times faster.
  static func counts(
    _ filter: SessionFilter,
    of traits: [SessionTrait],
    in connection: any SQLConnection
  ) throws -> [Int] {
    var book: SQL = ""
    if filter.entry != nil || filter.status != nil || filter.ofOpenReadThroughs {
      book = "JOIN reading ON reading.session = session.id"
    }
    if filter.story != nil {
      book = "\(fragment: book) JOIN listening ON listening.session = session.id"
    }
    if filter.status != nil {
      book = "\(fragment: book) JOIN entry ON entry.id = reading.entry"
    }
    let columns = traits.dropFirst().reduce(count(traits.first)) {
      "\(fragment: $0), \(fragment: count($1))"
    }
    let query: SQL = """
      SELECT \(fragment: columns) FROM session \(fragment: book)
      WHERE 1 = 1\(fragment: conditions(filter, scansTable: filter.days == nil))
      """
    return try connection.first(query) { row in
      try traits.indices.map { Int(try row.integer($0)) }
    } ?? []
  }

  private static func count(_ trait: SessionTrait?) -> SQL {
    let condition = trait?.condition ?? "1 = 1"
    return "count(CASE WHEN \(fragment: condition) THEN 1 END)"
  }

  static func conditions(_ filter: SessionFilter, scansTable: Bool = false) -> SQL {
    var all: SQL = ""
    if let kind = filter.kind?.name {
      all = scansTable ? " AND session.kind || '' = \(kind)" : " AND session.kind = \(kind)"
    }
    if let entry = filter.entry { all = "\(fragment: all) AND reading.entry = \(entry)" }
    if let story = filter.story { all = "\(fragment: all) AND listening.story = \(story)" }
    if let isCompleted = filter.isCompleted {
      all = """
        \(fragment: all) AND session.id IN (
          SELECT session FROM listening WHERE is_completed = \(isCompleted))
        """
    }
    if let status = filter.status { all = "\(fragment: all) AND entry.status = \(status.name)" }
    if filter.ofOpenReadThroughs {
      all = """
        \(fragment: all) AND reading.read_through IN (
          SELECT id FROM read_through WHERE outcome IS NULL)
        """
    }
    for (kind, name) in [("place", filter.place), ("tag", filter.tag)] {
      if let name { all = "\(fragment: all)\(fragment: condition(kind, name))" }
    }
    if let trait = filter.trait { all = "\(fragment: all) AND \(fragment: trait.condition)" }
    if let days = filter.days { all = "\(fragment: all)\(fragment: condition(days))" }
    if let days = filter.activeOn { all = "\(fragment: all)\(fragment: activity(on: days))" }
    return all
  }

  /// Returns the sort key: by an index over all sessions or those of a book, or without one if few match.
  private static func sortKey(_ filter: SessionFilter) -> (start: SQL, id: SQL) {
    if filter.entry != nil { return (" reading.started_at", " reading.session") }
    return filter.story != nil || (filter.isSparse && filter.days == nil)
      ? (" session.started_at + 0", " session.id") : (" session.started_at", " session.id")
  }

  /// Days have no index, but start times do; the range includes two more days on either side for time zones.
  private static func condition(_ days: ClosedRange<LocalDay>) -> SQL {
    let first = Int64(days.lowerBound.number - 2) * 86_400_000
    let last = Int64(days.upperBound.number + 3) * 86_400_000
    return """
       AND session.day BETWEEN \(days.lowerBound) AND \(days.upperBound)
        AND session.started_at BETWEEN \(first) AND \(last)
      """
  }

  private static func condition(_ kind: String, _ label: String) -> SQL {
    """
     AND session.id IN (
      SELECT session FROM session_label
      WHERE kind = \(kind) AND folded = \(indexed(folded(label))))
    """
  }

  private static func activity(on days: ClosedRange<LocalDay>) -> SQL {
    """
     AND session.id IN (
      SELECT session FROM session_day
      WHERE kind IN (\(fragment: Log.knownKinds))
        AND day BETWEEN \(days.lowerBound) AND \(days.upperBound) AND time > 0)
    """
  }

  /// Returns sessions of a kind that overlap a timeline.
  ///
  /// A running segment blocks all time after its start, even after a clock was set back, because it will cover that
  /// time later. Candidates touch one of the timeline's days, plus two on either side, because a session's days depend
  /// on its time zone and day start hour.
  static func overlapping(
    _ timeline: Timeline,
    _ kind: SessionKind,
    in connection: any SQLConnection
  ) throws -> [SessionRow] {
    let span = timeline.span(until: .limit)
    let first = ZoneRules.utc.day(at: span.lowerBound) - 2
    let last = ZoneRules.utc.day(at: span.upperBound) + 2
    // The additions keep a planner without statistics from scanning all sessions by start.
    let near: [SessionID] = try connection.values(
      """
      SELECT session.id FROM session_day
      JOIN session ON session.id = session_day.session
      WHERE session_day.kind = \(kind.name) AND session_day.day BETWEEN \(first) AND \(last)
        AND session.started_at + 0 < \(span.upperBound)
        AND session.ended_at + 0 > \(span.lowerBound)
      """
    )
    let ended = try Set(near).sorted().compactMap { try find($0, in: connection) }
    let open = try Self.open(kind, in: connection)
    return (ended + [open].compactMap(\.self)).filter {
      $0.timeline.overlaps(timeline, now: .limit)
    }
  }

  /// Returns the open sessions and those with time on or after a day, by id.
  package static func ids(
    openOrSince first: LocalDay,
    in connection: any SQLConnection
  ) throws -> [RecordID] {
    try connection.values(
      """
      SELECT session FROM session_day WHERE day >= \(first)
      UNION SELECT id FROM session WHERE ended_at IS NULL ORDER BY 1
      """
    )
  }

  /// Returns the active times of the latest ended sessions of a kind, newest first.
  static func recentLengths(
    _ kind: SessionKind,
    limit: Int,
    in connection: any SQLConnection
  ) throws -> [Milliseconds] {
    try connection.values(
      """
      SELECT active FROM session
      WHERE kind = \(kind.name) AND ended_at IS NOT NULL
      ORDER BY started_at DESC, id DESC LIMIT \(limit)
      """
    )
  }

  static let columns: SQL = """
    SELECT session.id, session.kind, session.segments, session.ended_at, session.active,
      session.amount, session.zone, session.end_zone, session.day, session.note, session.source,
      coalesce(work.title, story.title) AS title, reading.start_position AS start_page,
      reading.end_position AS end_page, session.mood_before,
      session.mood_after, session.place, session.interruptions, session.tags, reading.entry,
      climbing.discipline, climbing.is_private,
      CASE WHEN climbing.session IS NOT NULL THEN (
        SELECT count(*) FROM climb WHERE climb.session = session.id) END AS climbs,
      CASE WHEN climbing.session IS NOT NULL THEN (
        SELECT count(*) FROM climb JOIN attempt ON attempt.climb = climb.id
        WHERE climb.session = session.id) END AS attempts,
      CASE WHEN climbing.session IS NOT NULL THEN (
        SELECT count(DISTINCT climb.id) FROM climb JOIN attempt ON attempt.climb = climb.id
        WHERE climb.session = session.id AND attempt.result = 'send') END AS sends,
      listening.story, listening.is_completed, listening.start_position, listening.end_position,
      listening.speed, story.duration, listening.is_day_only
    FROM session
    LEFT JOIN listening ON listening.session = session.id
    LEFT JOIN story ON story.id = listening.story
    LEFT JOIN climbing ON climbing.session = session.id
    LEFT JOIN reading ON reading.session = session.id
    LEFT JOIN entry ON entry.id = reading.entry
    LEFT JOIN deleted_entry ON deleted_entry.id = reading.entry
    LEFT JOIN work ON work.id = coalesce(entry.work, deleted_entry.work)
    """

  static func row(_ row: any SQLRow) throws -> SessionRow {
    let climbing = try ClimbingSums(row)
    let (title, place): (String?, String?) = try (row["title"], row["place"])
    return SessionRow(
      id: try row["id"],
      kind: SessionKind(try row["kind"]),
      timeline: try Timeline(text: row["segments"], endedAt: row["ended_at"]),
      active: try row["active"],
      amount: try row["amount"],
      zone: try row["zone"],
      endZone: try row["end_zone"],
      day: try row["day"],
      note: try row["note"],
      source: try row["source"],
      sessionContext: SessionContext(
        moodBefore: try row["mood_before"],
        moodAfter: try row["mood_after"],
        place: place,
        interruptions: try row.decode("interruptions", Interruption.list) ?? [],
        tags: try row.decode("tags") { (names: String) in
          SessionTags(names.split(separator: "\n").map(String.init))
        } ?? SessionTags()
      ),
      entry: try row["entry"],
      title: title ?? climbing.flatMap { Climbing.title($0.discipline, at: place) },
      startPosition: try row.decode("start_page", Position.init(text:)),
      endPosition: try row.decode("end_page", Position.init(text:)),
      climbing: climbing,
      listening: try ListeningSubject(row)
    )
  }
}
