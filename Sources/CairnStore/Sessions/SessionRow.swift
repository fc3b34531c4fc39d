public import Cairn
import CairnSQL

/// A session as lists show it.
public struct SessionRow: Sendable, Equatable {
  /// The identity.
  public let id: SessionID
  /// The kind.
  public let kind: SessionKind
  /// Its stretches.
  public let timeline: Timeline
  /// The running time; for an open session that of its closed stretches.
  public let active: Milliseconds
  /// How much was done, in the unit of the kind; nil when not known.
  public let amount: Int64?
  /// The zone in which it began.
  public let zone: String
  /// The zone in which it ended when that is another one.
  public let endZone: String?
  /// The day under which it is listed: the one on which it started.
  public let day: LocalDay
  /// The note, or nil.
  public let note: String?
  /// The import it came from, or nil.
  public let source: String?
  /// Mood, place and interruptions, as far as the person says.
  public let sessionContext: SessionContext
  /// The book it is about, deleted or not; nil when the kind has none.
  public let entry: Identifier<Entry>?
  /// The title of what it is about, deleted or not; nil when the kind has none.
  ///
  /// Of climbing what was climbed and where, as far as that is known.
  public let title: String?
  /// Where the reader was at the start, or nil.
  public let startPosition: Position?
  /// Where the reader was at the end, or nil.
  public let endPosition: Position?
  /// What was climbed; nil of other kinds.
  public let climbing: ClimbingSums?
  /// What was listened to; nil of other kinds.
  public let listening: ListeningSubject?

  /// When it began.
  public var startedAt: Instant { timeline.start }
  /// When it ended; nil while it is open.
  public var endedAt: Instant? { timeline.end }
  /// Six characters a person can type.
  public var shortID: ShortID { ShortID(id.record) }
  /// ` of “Dune”`, or nothing: what a line of history says it was about.
  package var ofTitle: String { title.map { " of “\($0)”" } ?? "" }
  /// Every pause with its reason, in order.
  public var pauses: [Pause] { timeline.pauses(sessionContext.interruptions) }
}

enum SessionQuery {
  /// The open session of a kind, or nil.
  static func open(_ kind: SessionKind, in connection: any SQLConnection) throws -> SessionRow? {
    try connection.first(
      "\(fragment: columns) WHERE session.kind = \(kind.name) AND session.ended_at IS NULL",
      Self.row
    )
  }

  /// All open sessions, the one started last first.
  ///
  /// The plus keeps SQLite from walking through all sessions in the order that is asked for: the
  /// few open ones have an index of their own.
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

  static func find(_ id: SessionID, in connection: any SQLConnection) throws -> SessionRow? {
    try connection.first("\(fragment: columns) WHERE session.id = \(id)", Self.row)
  }

  static func find(_ short: ShortID, in connection: any SQLConnection) throws -> [SessionRow] {
    try connection.all("\(fragment: columns) WHERE session.short = \(short.number)", Self.row)
  }

  /// Sessions newest first.
  static func list(_ filter: SessionFilter, in connection: any SQLConnection) throws -> [SessionRow]
  {
    let last = SessionID(RecordID(high: 0, low: 0))
    let (start, id) = filter.before ?? (Instant.limit + .hours(48), last)
    let (order, key) = place(filter)
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

  /// How many sessions a filter lets through of each of some traits.
  ///
  /// All sessions are walked as they lie, not by the index of a kind, and the book is joined only
  /// where the filter asks for one: either takes several times as long.
  static func counts(
    _ filter: SessionFilter,
    of traits: [SessionTrait],
    in connection: any SQLConnection
  ) throws -> [Int] {
    var book: SQL = ""
    if filter.entry != nil || filter.status != nil || filter.ofOpenReadings {
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
      WHERE 1 = 1\(fragment: conditions(filter, walks: filter.days == nil))
      """
    return try connection.first(query) { row in
      try traits.indices.map { Int(try row.integer($0)) }
    } ?? []
  }

  private static func count(_ trait: SessionTrait?) -> SQL {
    let condition = trait?.condition ?? "1 = 1"
    return "count(CASE WHEN \(fragment: condition) THEN 1 END)"
  }

  private static func conditions(_ filter: SessionFilter, walks: Bool = false) -> SQL {
    var all: SQL = ""
    if let kind = filter.kind?.name {
      all = walks ? " AND session.kind || '' = \(kind)" : " AND session.kind = \(kind)"
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
    if filter.ofOpenReadings {
      all = """
        \(fragment: all) AND reading.read_through IN (
          SELECT id FROM read_through WHERE outcome IS NULL)
        """
    }
    if let trait = filter.trait { all = "\(fragment: all) AND \(fragment: trait.condition)" }
    if let days = filter.days { all = "\(fragment: all)\(fragment: condition(days))" }
    if let days = filter.touching { all = "\(fragment: all)\(fragment: touching(days))" }
    return all
  }

  /// Where a session stands among all, or among those of its book, each by an index; of few
  /// sessions by none.
  private static func place(_ filter: SessionFilter) -> (start: SQL, id: SQL) {
    if filter.entry != nil { return (" reading.started_at", " reading.session") }
    return filter.story != nil || (filter.isSparse && filter.days == nil)
      ? (" session.started_at + 0", " session.id") : (" session.started_at", " session.id")
  }

  /// Days have no index; the instants that can lie on them, two days more on either side, do.
  private static func condition(_ days: ClosedRange<LocalDay>) -> SQL {
    let first = Int64(days.lowerBound.number - 2) * 86_400_000
    let last = Int64(days.upperBound.number + 3) * 86_400_000
    return """
       AND session.day BETWEEN \(days.lowerBound) AND \(days.upperBound)
        AND session.started_at BETWEEN \(first) AND \(last)
      """
  }

  private static func touching(_ days: ClosedRange<LocalDay>) -> SQL {
    """
     AND session.id IN (
      SELECT session FROM session_day
      WHERE kind IN (\(fragment: Log.knownKinds))
        AND day BETWEEN \(days.lowerBound) AND \(days.upperBound) AND time > 0)
    """
  }

  /// Sessions of a kind that share time with a timeline.
  ///
  /// A stretch that runs holds all time from its start on, whatever the clock says now: it would
  /// take in later what lies ahead of a clock that was set back. Candidates are the sessions that
  /// touch one of its days; two days are added on either side, since each session's days are those
  /// of its own zone and day edge.
  static func overlapping(
    _ timeline: Timeline,
    _ kind: SessionKind,
    in connection: any SQLConnection
  ) throws -> [SessionRow] {
    let span = timeline.span(until: .limit)
    let first = ZoneRules.utc.day(at: span.lowerBound) - 2
    let last = ZoneRules.utc.day(at: span.upperBound) + 2
    // The sums keep a planner without statistics from walking all sessions by their start.
    let near = try connection.all(
      """
      SELECT session.id FROM session_day
      JOIN session ON session.id = session_day.session
      WHERE session_day.kind = \(kind.name) AND session_day.day BETWEEN \(first) AND \(last)
        AND session.started_at + 0 < \(span.upperBound)
        AND session.ended_at + 0 > \(span.lowerBound)
      """
    ) { SessionID(try $0.id(0)) }
    let ended = try Set(near).sorted().compactMap { try find($0, in: connection) }
    let open = try Self.open(kind, in: connection)
    return (ended + [open].compactMap(\.self)).filter {
      $0.timeline.overlaps(timeline, now: .limit)
    }
  }

  static let columns: SQL = """
    SELECT session.id, session.kind, session.segments, session.ended_at, session.active,
      session.amount, session.zone, session.end_zone, session.day, session.note, session.source,
      work.title, reading.start_position, reading.end_position, session.mood_before,
      session.mood_after, session.place, session.interruptions, reading.entry,
      climbing.discipline, climbing.is_private,
      CASE WHEN climbing.session IS NOT NULL THEN (
        SELECT count(*) FROM climb WHERE climb.session = session.id) END,
      CASE WHEN climbing.session IS NOT NULL THEN (
        SELECT count(*) FROM climb JOIN attempt ON attempt.climb = climb.id
        WHERE climb.session = session.id) END,
      CASE WHEN climbing.session IS NOT NULL THEN (
        SELECT count(DISTINCT climb.id) FROM climb JOIN attempt ON attempt.climb = climb.id
        WHERE climb.session = session.id AND attempt.result = 'send') END,
      listening.story, listening.is_completed, listening.start_position, listening.end_position,
      listening.speed, story.title, story.duration, listening.is_day_only
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
    let climbing = try ClimbingSums(row, from: 19)
    let title = try row.textOrNil(11) ?? row.textOrNil(29)
    return SessionRow(
      id: SessionID(try row.id(0)),
      kind: SessionKind(try row.text(1)),
      timeline: try Timeline(text: row.text(2), endedAt: row.instantOrNil(3)),
      active: Milliseconds(try row.integer(4)),
      amount: try row.integerOrNil(5),
      zone: try row.text(6),
      endZone: try row.textOrNil(7),
      day: try row.day(8),
      note: try row.textOrNil(9),
      source: try row.textOrNil(10),
      sessionContext: SessionContext(
        moodBefore: try row.integerOrNil(14),
        moodAfter: try row.integerOrNil(15),
        place: try row.textOrNil(16),
        interruptions: try row.textOrNil(17).map(Interruption.list) ?? []
      ),
      entry: try row.idOrNil(18).map { Identifier($0) },
      title: try title
        ?? climbing.flatMap {
          try Climbing.title($0.discipline, at: row.textOrNil(16))
        },
      startPosition: try row.textOrNil(12).map { try Position(text: $0) },
      endPosition: try row.textOrNil(13).map { try Position(text: $0) },
      climbing: climbing,
      listening: try ListeningSubject(row, from: 24)
    )
  }
}
