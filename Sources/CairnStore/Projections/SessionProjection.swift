public import Cairn
public import CairnSQL

/// The table of one kind of session: what its detail adds to the shared one.
///
/// To add a kind, write a ``SessionDetail``, a table with this conformance, and pass it to
/// ``Log/open(_:kinds:environment:)``.
public protocol SessionTable: Sendable {
  /// The detail whose columns this is.
  associatedtype Detail: SessionDetail
  /// Creates the table when it is missing; nil for the tables of Cairn's own migrations.
  ///
  /// A projection can always be dropped and rebuilt, so it needs no steps of its own.
  func schema(for dialect: SQLDialect) -> StaticString?
  /// The table itself.
  var tables: [ProjectedTable] { get }
  /// Adds the row of a session.
  func insert(_ session: Session<Detail>, in connection: any SQLConnection) throws
  /// Removes the row of a session.
  func remove(_ id: SessionID, in connection: any SQLConnection) throws
}

extension SessionTable {
  /// Nil: the table is made by Cairn's own migrations.
  public func schema(for dialect: SQLDialect) -> StaticString? { nil }

  fileprivate var kindName: String { Detail.kind.name }

  /// Adds the detail row and gives the amount of the session.
  fileprivate func insert(
    _ session: Session<NoDetail>,
    _ fields: Fields,
    in connection: any SQLConnection
  ) throws -> Int64? {
    let detail = try Detail(fields: fields)
    try insert(session.with(detail), in: connection)
    return detail.amount
  }
}

/// Sessions of all kinds, their days, and the totals of each day.
struct SessionProjection: Projection {
  let kind = SessionRecord.kind
  private let details: [String: any SessionTable]

  init(_ kinds: [any SessionTable]) {
    details = Dictionary(uniqueKeysWithValues: kinds.map { ($0.kindName, $0) })
  }

  var tables: [ProjectedTable] {
    let own = [
      ProjectedTable(
        "session",
        rows: "SELECT * FROM session ORDER BY id",
        empty: "DELETE FROM session"
      ),
      ProjectedTable(
        "session_day",
        rows: "SELECT * FROM session_day ORDER BY session, day",
        empty: "DELETE FROM session_day"
      ),
      ProjectedTable(
        "day_total",
        rows: "SELECT * FROM day_total ORDER BY kind, day",
        empty: "DELETE FROM day_total"
      ),
      ProjectedTable(
        "skipped_day",
        rows: "SELECT * FROM skipped_day ORDER BY session, day",
        empty: "DELETE FROM skipped_day"
      ),
    ]
    return own + details.sorted { $0.key < $1.key }.flatMap(\.value.tables)
  }

  func insert(_ record: Record, in context: ProjectionContext) throws {
    let session = try Session<NoDetail>(recordID: record.id, fields: record.fields)
    try Self.requireOnlyOpen(session, in: context.connection)
    let table = details[session.kind.name]
    let amount = try table?.insert(session, record.fields, in: context.connection) ?? nil
    let zone = context.rules(session.zone)
    let hour = try context.dayStartHour()
    let day = zone.day(at: session.timeline.start, dayStartHour: hour)
    try SessionRows.insert(session, day: day, amount: amount, in: context.connection)
    try SearchWords.add(session.note, .sessionNote, record.id, in: context.connection)
    let shares = session.timeline.shares(zone: zone, dayStartHour: hour, amount: amount)
    for share in shares {
      try DayRows.add(share, of: session, listed: share.day == day, in: context.connection)
    }
    try SkippedDays.add(beside: shares, of: session.id, zone, in: context.connection)
  }

  /// Says in words what the unique index would refuse, whichever way the session came.
  private static func requireOnlyOpen(
    _ session: Session<NoDetail>,
    in connection: any SQLConnection
  ) throws {
    guard !session.timeline.isEnded, let open = try SessionQuery.open(session.kind, in: connection)
    else { return }
    throw LogWriter.alreadyRunning(open)
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    let session = try Session<NoDetail>(recordID: record.id, fields: record.fields)
    try details[session.kind.name]?.remove(session.id, in: context.connection)
    try DayRows.remove(session.id, in: context.connection)
    if session.note != nil { try SearchWords.remove(record.id, in: context.connection) }
    try SkippedDays.remove(session, context)
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
    try connection.run(
      """
      INSERT INTO session (id, short, kind, started_at, ended_at, segments, active, amount,
        zone, end_zone, day, note, source)
      VALUES (\(session.id), \(ShortID(session.id.record).number), \(session.kind.name),
        \(timeline.start), \(timeline.end), \(timeline.text), \(active), \(amount),
        \(session.zone), \(session.endZone), \(day), \(session.note), \(session.source))
      """
    )
  }
}

/// The tables `session_day` and `day_total`, which always agree.
enum DayRows {
  static func add(
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
    try connection.run(
      """
      INSERT INTO day_total (kind, day, time, amount, sessions, touching)
      VALUES (\(session.kind.name), \(share.day), \(share.time), \(share.amount), \(listed), 1)
      ON CONFLICT (\(key: "kind, day")) DO UPDATE
      SET time = day_total.time + excluded.time, amount = day_total.amount + excluded.amount,
        sessions = day_total.sessions + excluded.sessions, touching = day_total.touching + 1
      """
    )
  }

  static func remove(_ session: SessionID, in connection: any SQLConnection) throws {
    let query: SQL = """
      SELECT kind, day, time, amount, is_first FROM session_day
      WHERE session = \(session)
      """
    let rows = try connection.all(query) { row in
      (
        kind: try row.text(0), day: try row.integer(1), time: try row.integer(2),
        amount: try row.integer(3), listed: try row.integer(4)
      )
    }
    for row in rows {
      try subtract(row.kind, row.day, row.time, row.amount, row.listed, in: connection)
    }
    try connection.run("DELETE FROM session_day WHERE session = \(session)")
  }

  private static func subtract(
    _ kind: String,
    _ day: Int64,
    _ time: Int64,
    _ amount: Int64,
    _ listed: Int64,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      """
      UPDATE day_total
      SET time = time - \(time), amount = amount - \(amount), sessions = sessions - \(listed),
        touching = touching - 1
      WHERE kind = \(kind) AND day = \(day)
      """
    )
    try connection.run(
      "DELETE FROM day_total WHERE kind = \(kind) AND day = \(day) AND touching = 0"
    )
  }
}

extension SessionTable {
  /// The kind of session it is for.
  public var kind: SessionKind { Detail.kind }
}
