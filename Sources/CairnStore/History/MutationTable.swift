import Cairn
import CairnSQL

/// The table `mutation`: history and outbox in one.
enum MutationTable {
  static func append(_ mutation: Mutation, in connection: any SQLConnection) throws {
    try connection.run(
      """
      INSERT INTO mutation (number, id, stamp, at, title, batch, undoes, changes)
      VALUES ((SELECT coalesce(max(number), 0) + 1 FROM mutation), \(mutation.id),
        \(mutation.stamp.text), \(mutation.at), \(mutation.title), \(mutation.batch),
        \(mutation.undoes), \(Change.json(mutation.changes)))
      """)
  }

  /// The clock as the last write left it; it is saved by the stamp of that write.
  static func clock(of node: UInt32, in connection: any SQLConnection) throws -> HybridClock {
    let text = try connection.first("SELECT max(stamp) FROM mutation") { try $0.textOrNil(0) }
    guard let text = text ?? nil, let stamp = Stamp(text: text) else {
      return HybridClock(node: node)
    }
    return HybridClock(last: stamp.time, node: node)
  }

  /// The parts of a mutation or batch, latest first.
  static func parts(of target: RecordID, in connection: any SQLConnection) throws -> [Mutation] {
    let query: SQL = """
      SELECT id, stamp, at, title, batch, undoes, changes FROM mutation
      WHERE id = \(target) OR batch = \(target)
      ORDER BY number DESC
      """
    return try connection.all(query, Self.mutation)
  }

  /// Every mutation in the order they were made.
  static func each(
    in connection: any SQLConnection,
    _ body: (Mutation) throws -> Void
  ) throws {
    let query: SQL = """
      SELECT id, stamp, at, title, batch, undoes, changes FROM mutation
      ORDER BY number
      """
    try connection.each(query) { try body(Self.mutation($0)) }
  }

  static func contains(_ id: RecordID, in connection: any SQLConnection) throws -> Bool {
    try connection.first("SELECT 1 FROM mutation WHERE id = \(id)") { _ in true } ?? false
  }

  private static func mutation(_ row: any SQLRow) throws -> Mutation {
    guard let stamp = Stamp(text: try row.text(1)) else { throw RecordTable.malformed("stamp") }
    return Mutation(
      id: try row.id(0),
      stamp: stamp,
      at: try row.instant(2),
      title: try row.text(3),
      batch: try row.idOrNil(4),
      undoes: try row.idOrNil(5),
      changes: try Self.changes(row.text(6)))
  }

  private static func changes(_ json: String) throws -> [Change] {
    do { return try Change.list(json: json) } catch { throw RecordTable.malformed("changes") }
  }
}
