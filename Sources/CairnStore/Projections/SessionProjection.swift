public import Cairn
public import CairnActions
public import CairnSQL

/// The table with the details of one kind of session.
///
/// An activity kind has a ``FieldTable``; any other needs a `SessionDetail` and a table with this
/// conformance. A log knows the kinds of its ``LogEnvironment``.
public protocol SessionTable: Sendable {
  /// The detail that its columns store.
  associatedtype Detail: SessionDetail
  /// The names and units of the kind, and its fields if it is an activity kind.
  var module: KindModule { get }
  /// The table as a projection, created when a log without it is opened.
  ///
  /// A projection can always be dropped and rebuilt, so it needs no migrations of its own.
  var tables: [SQLTable] { get }
  /// Adds the row of a session.
  func insert(_ session: Session<Detail>, in connection: any SQLConnection) throws
  /// Removes the row of a session.
  func remove(_ id: SessionID, in connection: any SQLConnection) throws
  /// Runs work on the details of an activity kind; nil for any other kind.
  func run<Work: DetailWork>(_ work: Work) throws(CairnError) -> Work.Result?
}

extension SessionTable {
  /// Returns nil, because most kinds have details of their own.
  public func run<Work: DetailWork>(_ work: Work) throws(CairnError) -> Work.Result? { nil }

  var kindName: String { Detail.kind.name }

  /// Adds the row of a session and returns its contributions.
  fileprivate func insert(
    _ session: Session<NoDetail>,
    _ fields: Fields,
    in connection: any SQLConnection
  ) throws -> SessionContribution {
    let session = session.with(try Detail(fields: fields))
    try insert(session, in: connection)
    return SessionContribution(session)
  }

  /// Returns the contributions of the session with these fields.
  func about(_ session: Session<NoDetail>, _ fields: Fields) throws -> SessionContribution {
    SessionContribution(session.with(try Detail(fields: fields)))
  }
}

/// The contributions of a session to the sum tables, besides its time.
struct SessionContribution {
  /// The subject and its part, such as a book and an edition; nil if there is none.
  var subject: SubjectKey?
  /// The amount done, in the unit of the kind; nil if unknown.
  var amount: Int64?
  /// The listening contribution; nil for other kinds.
  var contribution: ListeningContribution?
  /// Whether its clock times are known; false if only its day is.
  var hasClock = true

  /// Creates the contributions of a session of an unknown kind.
  init() {}

  init<Detail: SessionDetail>(_ session: Session<Detail>) {
    subject = SubjectKey(session.detail)
    amount = session.detail.amount
    let listening = session as? Session<Listening>
    contribution = listening.map(ListeningContribution.init)
    hasClock = listening?.detail.isDayOnly != true
  }
}

/// The sessions of all kinds, their days, and the totals of each day.
struct SessionProjection: Projection {
  let kind = SessionRecord.kind
  let details: [String: any SessionTable]

  init(_ kinds: [any SessionTable]) {
    details = Dictionary(uniqueKeysWithValues: kinds.map { ($0.kindName, $0) })
  }

  var tables: [SQLTable] {
    let own: [SQLTable] = [
      .session, .sessionLabel, .sessionDay, .dayTotal, .subjectDay, .subjectTotal, .hourTotal,
      .dayTag, .skippedDay, .overlapDay,
    ]
    return own + details.sorted { $0.key < $1.key }.flatMap(\.value.tables)
  }

  func insert(_ record: Record, in context: ProjectionContext) throws {
    let session = try Session<NoDetail>(recordID: record.id, fields: record.fields)
    try Self.requireOnlyOpen(session, in: context.connection)
    let table = details[session.kind.name]
    let about = try table?.insert(session, record.fields, in: context.connection)
    let hour = try context.dayStartHour()
    let day = context.rules(session.zone).day(at: session.timeline.start, dayStartHour: hour)
    try SessionRows.insert(session, day: day, amount: about?.amount, in: context.connection)
    try LabelRows.insert(session, in: context.connection)
    try SearchWordTable.add(session.note, .sessionNote, record.id, in: context.connection)
    try addDays(of: session, about ?? SessionContribution(), on: day, hour, context)
  }

  /// Throws a readable error before the unique index rejects a second open session.
  private static func requireOnlyOpen(
    _ session: Session<NoDetail>,
    in connection: any SQLConnection
  ) throws {
    guard !session.timeline.isEnded, let open = try SessionQuery.open(session.kind, in: connection)
    else { return }
    throw CairnError.alreadyRunning(open)
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    let session = try Session<NoDetail>(recordID: record.id, fields: record.fields)
    let table = details[session.kind.name]
    let about = try table?.about(session, record.fields) ?? SessionContribution()
    try removeDays(of: session, about, try context.dayStartHour(), context)
    try table?.remove(session.id, in: context.connection)
    if session.note != nil { try SearchWordTable.remove(record.id, in: context.connection) }
    try LabelRows.remove(session, in: context.connection)
    try context.connection.run("DELETE FROM session WHERE id = \(session.id)")
  }
}

/// The table `session`.
enum SessionRows {
  static func insert(
    _ session: Session<NoDetail>,
    day: LocalDay,
    amount: Int64?,
    in connection: any SQLConnection
  ) throws {
    let timeline = session.timeline
    let active = timeline.active(until: timeline.end ?? timeline.start)
    let sessionContext = session.sessionContext
    try connection.run(
      """
      INSERT INTO session (id, short, kind, started_at, ended_at, segments, active, amount,
        zone, end_zone, day, note, source, mood_before, mood_after, place, interruptions, tags)
      VALUES (\(session.id), \(ShortID(session.id.record).number), \(session.kind.name),
        \(timeline.start), \(timeline.end), \(timeline.text), \(active), \(amount),
        \(session.zone), \(session.endZone), \(day), \(session.note), \(session.source),
        \(sessionContext.moodBefore), \(sessionContext.moodAfter), \(sessionContext.place),
        \(sessionContext.interruptions.isEmpty ? nil : sessionContext.interruptions.text),
        \(sessionContext.tags.isEmpty ? nil : sessionContext.tags.names.joined(separator: "\n")))
      """
    )
  }
}

/// The table `session_label`, by which the sessions of a place or a tag are found.
enum LabelRows {
  static func insert(_ session: Session<NoDetail>, in connection: any SQLConnection) throws {
    for (kind, name) in labels(of: session) {
      try connection.run(
        """
        INSERT INTO session_label (kind, folded, session)
        VALUES (\(kind), \(indexed(folded(name))), \(session.id))
        """
      )
    }
  }

  static func remove(_ session: Session<NoDetail>, in connection: any SQLConnection) throws {
    guard !labels(of: session).isEmpty else { return }
    try connection.run("DELETE FROM session_label WHERE session = \(session.id)")
  }

  private static func labels(of session: Session<NoDetail>) -> [(kind: String, name: String)] {
    let (place, tags) = (session.sessionContext.place, session.sessionContext.tags.names)
    return [place].compactMap(\.self).map { ("place", $0) } + tags.map { ("tag", $0) }
  }
}

/// The table `session_day`.
enum DayRows {
  static func insert(
    _ share: DayShare,
    of session: Session<NoDetail>,
    listed: Bool,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      """
      INSERT INTO session_day (session, day, kind, time, amount, is_first)
      VALUES (\(session.id), \(share.day), \(session.kind.name), \(share.time),
        \(share.amount), \(listed))
      """
    )
  }

  /// Returns the contributions of a session to its days, ascending.
  static func all(of session: SessionID, in connection: any SQLConnection) throws -> [DayShare] {
    let query: SQL = """
      SELECT day, time, amount FROM session_day
      WHERE session = \(session)
      ORDER BY day
      """
    return try connection.all(query) { row in
      DayShare(
        day: try row["day"],
        time: try row["time"],
        amount: try row["amount"]
      )
    }
  }
}

extension SessionTable {
  /// The kind of its sessions.
  public var kind: SessionKind { Detail.kind }
}
