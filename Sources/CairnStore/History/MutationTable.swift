import Cairn
import CairnSQL

/// The table `mutation`: history and outbox in one.
enum MutationTable {
  /// Appends a mutation; `join` is the line that brought it from another log.
  ///
  /// One that `isSent` is known to the server.
  static func append(
    _ mutation: Mutation,
    from join: RecordID? = nil,
    isSent: Bool = false,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      """
      INSERT INTO mutation (number, id, stamp, at, title, line, part, undoes, changes, joined,
        outbox)
      VALUES ((SELECT coalesce(max(number), 0) + 1 FROM mutation), \(mutation.id),
        \(mutation.stamp.text), \(mutation.at), \(mutation.title), \(mutation.line),
        \(mutation.part), \(mutation.undoes), \(Change.json(mutation.changes)), \(join),
        \(isSent ? 2 : 0))
      """
    )
  }

  /// The stamp under which a mutation is kept; nil when it is not.
  static func stamp(of id: RecordID, in connection: any SQLConnection) throws -> Stamp? {
    try connection.first("SELECT stamp FROM mutation WHERE id = \(id)") { row in
      guard let stamp = Stamp(text: try row.text(0)) else { throw RecordTable.malformed("stamp") }
      return stamp
    }
  }

  /// Makes a mutation a line of history alone, whose values go by their records.
  static func onlyTell(_ id: RecordID, in connection: any SQLConnection) throws {
    try connection.run("UPDATE mutation SET joined = line WHERE id = \(id)")
  }

  /// Keeps a mutation under another stamp.
  static func keep(_ id: RecordID, _ stamp: Stamp, in connection: any SQLConnection) throws {
    try connection.run("UPDATE mutation SET stamp = \(stamp.text) WHERE id = \(id)")
  }

  /// Puts a line in its place in history, later than what its later parts took in.
  static func restamp(
    _ line: RecordID,
    _ stamp: Stamp,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      "UPDATE mutation SET stamp = \(stamp.text) WHERE line = \(line) AND part = 1"
    )
  }

  /// Lets a line of history stand again that a join brought which was taken back since.
  static func bringAgain(
    _ id: RecordID,
    by join: RecordID,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      """
      UPDATE mutation SET joined = \(join)
      WHERE id = \(id) AND joined IN (
        SELECT undoes FROM mutation WHERE undoes IS NOT NULL)
      """
    )
  }

  /// The number of the line that came last; 0 before the first.
  static func lastNumber(in connection: any SQLConnection) throws -> Int64 {
    try connection.first("SELECT coalesce(max(number), 0) FROM mutation") { try $0.integer(0) } ?? 0
  }

  /// Whether a line of history is a join: one that brought itself.
  static func isJoin(_ line: RecordID, in connection: any SQLConnection) throws -> Bool {
    try connection.first("SELECT 1 FROM mutation WHERE line = \(line) AND joined = line") { _ in
      true
    } ?? false
  }

  static func isEmpty(in connection: any SQLConnection) throws -> Bool {
    try connection.first("SELECT 1 FROM mutation LIMIT 1") { _ in false } ?? true
  }

  /// The clock as the last write left it: saved by the stamp of that write, or noted as seen.
  static func clock(of node: UInt32, in connection: any SQLConnection) throws -> HybridClock {
    let texts = try connection.all(
      "SELECT max(stamp) FROM mutation UNION ALL SELECT max(seen) FROM device"
    ) { try $0.textOrNil(0) }
    var clock = HybridClock(node: node)
    for text in texts.compactMap(\.self) {
      guard let stamp = Stamp(text: text) else { throw RecordTable.malformed("stamp") }
      clock.observe(stamp)
    }
    return clock
  }

  /// The parts of a line, latest first.
  static func parts(of line: RecordID, in connection: any SQLConnection) throws -> [Mutation] {
    try connection.all(
      "\(fragment: columns) WHERE line = \(line) ORDER BY part DESC",
      Self.mutation
    )
  }

  /// Whether something was done on another device than that one.
  static func hasOther(than node: UInt32, in connection: any SQLConnection) throws -> Bool {
    let own = Stamp.text(ofNode: node)
    let query: SQL = "SELECT 1 FROM mutation WHERE substr(stamp, 18, 8) <> \(own) LIMIT 1"
    return try connection.first(query) { _ in true } ?? false
  }

  /// The mutation that set what has a stamp; nil when it was made elsewhere.
  static func find(_ stamp: Stamp, in connection: any SQLConnection) throws -> Mutation? {
    try connection.first("\(fragment: columns) WHERE stamp = \(stamp.text)", Self.mutation)
  }

  /// The same where it came after a number.
  static func find(
    _ stamp: Stamp,
    since number: Int64,
    in connection: any SQLConnection
  ) throws -> Mutation? {
    let which: SQL = "WHERE stamp = \(stamp.text) AND number > \(number)"
    return try connection.first("\(fragment: columns) \(fragment: which)", Self.mutation)
  }

  static func find(_ id: RecordID, in connection: any SQLConnection) throws -> Mutation? {
    try connection.first("\(fragment: columns) WHERE id = \(id)", Self.mutation)
  }

  /// The mutations after a stamp whose changes mention an id, the latest first.
  static func all(
    mentioning id: RecordID,
    after stamp: Stamp,
    in connection: any SQLConnection
  ) throws -> [Mutation] {
    let rest: SQL = "AND stamp > \(stamp.text) ORDER BY stamp DESC, number DESC"
    return try all(mentioning: id.text, rest, connection)
  }

  /// The mutations that came after a number and in whose changes a word stands.
  static func all(
    mentioning word: String,
    since number: Int64,
    in connection: any SQLConnection
  ) throws -> [Mutation] {
    try all(mentioning: word, "AND number > \(number) ORDER BY number", connection)
  }

  /// The mutations whose changes are about some things; of many things all there are, which is less work.
  static func all(
    mentioningAnyOf ids: Set<RecordID>,
    in connection: any SQLConnection
  ) throws -> [Mutation] {
    guard ids.count <= 16 else { return try connection.all(columns, Self.mutation) }
    let words = ids.map { "CAST(changes AS TEXT) LIKE \("%" + $0.text + "%")" as SQL }
    let anyOf = words.reduce("1 = 0" as SQL) { "\(fragment: $0) OR \(fragment: $1)" }
    return try connection.all("\(fragment: columns) WHERE \(fragment: anyOf)", Self.mutation)
  }

  private static func all(
    mentioning word: String,
    _ rest: SQL,
    _ connection: any SQLConnection
  ) throws -> [Mutation] {
    let query: SQL = """
      \(fragment: columns)
      WHERE CAST(changes AS TEXT) LIKE \("%" + word + "%") \(fragment: rest)
      """
    return try connection.all(query, Self.mutation)
  }

  /// Every mutation in the order of the stamps, which is that in which they were made.
  static func each(
    in connection: any SQLConnection,
    _ body: (Mutation) throws -> Void
  ) throws {
    try connection.each("\(fragment: columns) ORDER BY stamp, id") { row in
      try body(Self.mutation(row))
    }
  }

  static func contains(_ id: RecordID, in connection: any SQLConnection) throws -> Bool {
    try connection.first("SELECT 1 FROM mutation WHERE id = \(id)") { _ in true } ?? false
  }

  private static let columns: SQL =
    "SELECT id, stamp, at, title, line, part, undoes, changes FROM mutation"

  /// What ``syncLine(_:)`` reads.
  static let lines: SQL = """
    SELECT id, stamp, at, title, line, part, undoes, changes, joined, number FROM mutation
    """

  /// A mutation with the join that brought it.
  static func syncLine(_ row: any SQLRow) throws -> SyncLine {
    SyncLine(try Self.mutation(row), joined: try row.idOrNil(8))
  }

  private static func mutation(_ row: any SQLRow) throws -> Mutation {
    guard let stamp = Stamp(text: try row.text(1)) else { throw RecordTable.malformed("stamp") }
    return Mutation(
      id: try row.id(0),
      stamp: stamp,
      at: try row.instant(2),
      title: try row.text(3),
      line: try row.id(4),
      part: try row.integer(5),
      undoes: try row.idOrNil(6),
      changes: try Self.changes(row.text(7))
    )
  }

  private static func changes(_ json: String) throws -> [Change] {
    do { return try Change.list(json: json) } catch { throw RecordTable.malformed("changes") }
  }
}
