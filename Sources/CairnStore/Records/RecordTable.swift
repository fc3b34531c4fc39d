package import Cairn
package import CairnSQL

/// The table `record`: the source of truth for all projections.
package enum RecordTable {
  /// Returns a record, deleted or not; nil if there never was one.
  package static func find(
    _ kind: RecordKind,
    _ id: RecordID,
    in connection: any SQLConnection
  ) throws -> Record? {
    let query: SQL = """
      SELECT id, fields, stamp, stamps FROM record
      WHERE kind = \(kind.name) AND id = \(id)
      """
    return try connection.first(query) { try Self.record(kind, $0) }
  }

  /// Passes the records of a kind to the body, ascending by id, optionally only those that match a condition.
  ///
  /// `damaged` receives an unreadable row; without it, such a row ends the loop.
  package static func each(
    _ kind: RecordKind,
    where holds: SQL? = nil,
    in connection: any SQLConnection,
    damaged: (RecordID, CairnError) throws -> Void = { throw $1 },
    _ body: (Record) throws -> Void
  ) throws {
    let condition: SQL = holds ?? "kind = \(kind.name)"
    let query: SQL = """
      SELECT id, fields, stamp, stamps FROM record
      WHERE \(fragment: condition)
      ORDER BY id
      """
    try connection.each(query) { row in
      do {
        try body(Self.record(kind, row))
      } catch let error as CairnError {
        try damaged(try row["id"], error)
      }
    }
  }

  /// Passes the entities of a type that are not deleted to the body, ascending by id.
  ///
  /// Skips records that this version cannot read, which have no projection rows either.
  static func each<Entity: Recorded>(
    _ type: Entity.Type,
    in connection: any SQLConnection,
    _ body: (Entity) -> Void
  ) throws {
    try each(Entity.recordKind, in: connection) { record in
      guard record.deletion == nil,
        let entity = try? Entity(recordID: record.id, fields: record.fields)
      else { return }
      body(entity)
    }
  }

  /// Returns the entities of a type with the ids that a query selects.
  static func entities<Entity: Recorded>(
    _ type: Entity.Type,
    _ ids: SQL,
    in connection: any SQLConnection
  ) throws -> [RecordID: Entity] {
    let query: SQL = """
      SELECT id, fields FROM record
      WHERE kind = \(Entity.recordKind.name) AND id IN (\(fragment: ids))
      """
    var entities: [RecordID: Entity] = [:]
    try connection.each(query) { row in
      let id: RecordID = try row["id"]
      entities[id] = try Entity(recordID: id, fields: Self.fields(row["fields"]))
    }
    return entities
  }

  /// Returns a record and those that were merged into it, deleted ones included, by id.
  package static func ids(
    _ kind: RecordKind,
    sameAs id: RecordID,
    in connection: any SQLConnection
  ) throws -> [RecordID] {
    let query: SQL = """
      SELECT id FROM record
      WHERE kind = \(kind.name) AND (id = \(id) OR fields ->> 'mergedInto' = \(id.text)) ORDER BY id
      """
    return try connection.values(query)
  }

  /// Passes the records that changed after a sequence number to the body, in the order of change, until it returns
  /// false.
  ///
  /// The body also gets the new sequence number of the record, and the size of its values.
  package static func scan(
    after sequence: Int64,
    limit: Int,
    in connection: any SQLConnection,
    while body: (_ record: Record, _ sequence: Int64, _ bytes: Int) throws -> Bool
  ) throws {
    let query: SQL = """
      SELECT id, fields, stamp, stamps, kind, seq FROM record
      WHERE seq > \(sequence) ORDER BY seq LIMIT \(limit)
      """
    try connection.scan(query) { row in
      let record = try Self.record(RecordKind(try row["kind"]), row)
      return try body(record, row["seq"], (row["fields"] as String).utf8.count)
    }
  }

  /// Returns the kinds that have records, by name.
  static func kinds(in connection: any SQLConnection) throws -> [RecordKind] {
    try connection.all("SELECT DISTINCT kind FROM record ORDER BY kind") {
      RecordKind(try $0.text(0))
    }
  }

  /// Passes all records to the body, ascending by kind and id.
  static func each(
    in connection: any SQLConnection,
    _ body: (Record) throws -> Void
  ) throws {
    for kind in try kinds(in: connection) { try each(kind, in: connection, body) }
  }

  static func store(
    _ record: Record,
    sequence: Int64,
    in connection: any SQLConnection
  ) throws {
    let stamps = record.exceptions.isEmpty ? nil : StampList.text(record.exceptions)
    try connection.run(
      """
      INSERT INTO record (kind, id, fields, stamp, stamps, seq)
      VALUES (\(record.kind.name), \(record.id), \(record.fields.json), \(record.stamp.text),
        \(stamps), \(sequence))
      ON CONFLICT (\(key: "kind, id")) DO UPDATE
      SET fields = excluded.fields, stamp = excluded.stamp, stamps = excluded.stamps,
        seq = excluded.seq
      """
    )
  }

  static func remove(
    _ kind: RecordKind,
    _ id: RecordID,
    in connection: any SQLConnection
  ) throws {
    try connection.run("DELETE FROM record WHERE kind = \(kind.name) AND id = \(id)")
  }

  static func count(in connection: any SQLConnection) throws -> Int {
    try connection.value("SELECT count(*) FROM record") ?? 0
  }

  /// Returns the number of records that are not deleted; scans the whole table.
  package static func liveCount(in connection: any SQLConnection) throws -> Int {
    let query: SQL = """
      SELECT count(*) FROM record
      WHERE fields ->> 'deleted' IS NULL AND fields ->> 'isDeleted' IS NULL
        AND fields ->> 'mergedInto' IS NULL
      """
    return try connection.value(query) ?? 0
  }

  /// Returns the sequence number of the latest change, which never decreases; 0 in a new log.
  package static func lastSequence(in connection: any SQLConnection) throws -> Int64 {
    let query: SQL = """
      SELECT coalesce(max(number), 0) FROM (
        SELECT max(seq) AS number FROM record UNION ALL SELECT last_purged_seq FROM device) AS known
      """
    return try connection.value(query) ?? 0
  }

  /// Reads a record from the columns id, fields, stamp, stamps.
  static func record(_ kind: RecordKind, _ row: any SQLRow) throws -> Record {
    guard let stamp = try row.decode("stamp", Stamp.init(text:)) else {
      throw Self.malformed("stamp")
    }
    return Record(
      kind: kind,
      id: try row["id"],
      fields: try Self.fields(row["fields"]),
      stamp: stamp,
      exceptions: try row.decode("stamps", StampList.list) ?? []
    )
  }

  static func fields(_ json: String) throws -> Fields {
    do { return try Fields(json: json) } catch { throw Self.malformed("fields") }
  }

  static func malformed(_ column: String) -> CairnError {
    Fields.malformed(column, "readable")
  }
}

/// The stamps of single fields as text: `name=stamp`, separated by spaces.
enum StampList {
  static func text(_ list: [(name: String, stamp: Stamp)]) -> String {
    list.map { "\($0.name)=\($0.stamp.text)" }.joined(separator: " ")
  }

  /// Parses bytes for speed: this runs for every author and book with known facts.
  static func list(_ text: String) throws -> [(name: String, stamp: Stamp)] {
    try text.utf8.split(separator: 0x20).map { part in
      guard let sign = part.lastIndex(of: 0x3D),
        let name = String(part[..<sign]),
        let stamp = Stamp(text: String(decoding: part[part.index(after: sign)...], as: UTF8.self))
      else { throw RecordTable.malformed("stamps") }
      return (name, stamp)
    }
  }
}
