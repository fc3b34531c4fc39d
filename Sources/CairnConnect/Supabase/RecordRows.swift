import Cairn
import CairnHTTP
import CairnStore

/// The rows of the records of one type.
struct RecordRows<Entity: RowRecord>: RowTable {
  let name: String
  /// Whether a record of the kind belongs to the table.
  private let isRow: @Sendable (Entity) -> Bool

  init(_ name: String, where isRow: @escaping @Sendable (Entity) -> Bool = { _ in true }) {
    (self.name, self.isRow) = (name, isRow)
  }

  var columns: [(name: String, type: RowType)] {
    [("id", .uuid), ("user_id", .uuid)] + Entity.rowColumns.map { ($0.name, $0.type) } + [
      ("created_at", .time), ("updated_at", .time), ("deleted_at", .time),
    ]
  }

  var keys: Set<String> { Entity.keys }

  func rows(_ id: RecordID?, in source: ChangedRecords, _ owner: RowOwner) throws -> [Row] {
    if let id, keys.isEmpty {
      return try [row(of: ["id": .uuid(id)], in: source, owner)].compactMap(\.self)
    }
    return try source.all(Entity.recordKind).flatMap { found -> [Row] in
      guard let row = try row(of: found, in: source, owner) else { return [] }
      return KeptValues(found.record.fields).formerIDs.map { row.deleted(as: $0) } + [row]
    }
    .sorted { ($0["updated_at"].order(to: $1["updated_at"]) ?? 0) < 0 }
  }

  /// Returns the row of a record; nil if it belongs to another table, or if this version cannot read it.
  func row(
    of found: ChangedRecord,
    in source: ChangedRecords,
    _ owner: RowOwner
  ) throws -> Row? {
    let record = found.record
    guard let entity = try? Entity(recordID: record.id, fields: record.fields), isRow(entity)
    else { return nil }
    let kept = KeptValues(record.fields)
    let line = [found] + (try entity.ancestors(in: source))
    let deletedAt = line.lazy.compactMap(\.record.deletedAt).first
    let changedAt = line.map(\.changedAt).max() ?? 0
    let own = try Entity.rowColumns.map { ($0.name, try $0.value(entity, kept, in: source)) }
    return Row(
      [
        ("id", kept.value(of: "id", .uuid, with: .uuid(record.id)) ?? .uuid(record.id)),
        ("user_id", .uuid(owner.id)),
      ] + own + [
        ("created_at", kept.createdAt ?? record.createdAt),
        ("updated_at", .time(changedAt)),
        ("deleted_at", deletedAt?.rowValue ?? .null),
      ]
    )
  }

  func row(of values: [String: RowValue], in source: ChangedRecords, _ owner: RowOwner) throws
    -> Row?
  {
    guard Entity.keys.isEmpty == false || values["id"] != nil else { return nil }
    let id = try values["id"].map { _ in try RowValues(values).id("id") } ?? owner.id
    let known = try source.find(Entity.recordKind, Entity.recordID(of: values, id))
    return try known.flatMap { try row(of: $0, in: source, owner) }
  }

  func upsert(_ sent: [String: RowValue], in writer: LogWriter, _ owner: RowOwner) throws -> Row {
    if let user = sent["user_id"], user != .uuid(owner.id) { throw Self.otherOwner(name) }
    let newID = try sent["id"].map { _ in try RowValues(sent).id("id") } ?? writer.newID()
    let recordID = try Entity.recordID(of: sent, newID)
    let source = try writer.changedRecords
    let old = try source.find(Entity.recordKind, recordID)
    let known = sent["id"] == nil ? try old.flatMap { try row(of: $0, in: source, owner) } : nil
    let id = try known.map { try RowValues($0.values).id("id") } ?? newID
    if let gone = try formerRow(id, of: old, sent, in: writer, owner) { return gone }
    try store(sent.merging(["id": .uuid(id)]) { $1 }, as: recordID, over: old, in: writer, owner)
    let now = try writer.changedRecords
    guard let stored = try now.find(Entity.recordKind, recordID),
      let row = try row(of: stored, in: now, owner)
    else { throw RowValues.missing("id") }
    return row
  }

  /// Returns the row under an id that another one has replaced, if the client deletes it: it is deleted already.
  private func formerRow(
    _ id: RecordID,
    of old: ChangedRecord?,
    _ sent: [String: RowValue],
    in writer: LogWriter,
    _ owner: RowOwner
  ) throws -> Row? {
    guard let old, sent["deleted_at"].map({ $0 != .null }) ?? false,
      KeptValues(old.record.fields).formerIDs.contains(id)
    else { return nil }
    return try row(of: old, in: writer.changedRecords, owner)?.deleted(as: id)
  }

  /// Stores what differs from the row; a deleted record stays deleted unless the row says otherwise.
  private func store(
    _ sent: [String: RowValue],
    as id: RecordID,
    over old: ChangedRecord?,
    in writer: LogWriter,
    _ owner: RowOwner
  ) throws {
    let sent = try Self.withoutNull(sent)
    let source = try writer.changedRecords
    let row = try old.flatMap { try self.row(of: $0, in: source, owner) }
    if old != nil, row == nil { throw Self.otherOwner(name) }
    let changed = sent.filter { name, value in row.map { !value.isSame(as: $0[name]) } ?? true }
    let before = try old.map { try Entity(recordID: id, fields: $0.record.fields) }
    var entity = try before ?? Entity.new(id, RowValues(sent), in: writer, owner)
    guard isRow(entity) else { throw Self.otherOwner(name) }
    try entity.apply(RowValues(changed), in: writer, owner)
    let deletion = Self.deletion(in: changed, over: old)
    if deletion == nil && old?.record.deletion == nil || deletion == false {
      try entity.makeRoom(in: writer, owner)
    }
    try set(entity, over: before, kept(changed, beside: entity, row, old), in: writer)
    writer.title = entity.title(old == nil ? .added : .edited)
    if let deletion { try set(deletion, of: entity, in: writer) }
  }

  /// Returns the values without null that changes nothing; throws the error `23502` for null that a column refuses.
  private static func withoutNull(_ sent: [String: RowValue]) throws -> [String: RowValue] {
    var values = sent
    for column in Entity.rowColumns where sent[column.name] == .null {
      if column.null == .refused { throw RowValues.missing(column.name) }
      if column.null == .ignored { values[column.name] = nil }
    }
    return values
  }

  /// Sets only the fields that differ, so that concurrent changes by other devices stay.
  private func set(
    _ entity: Entity,
    over before: Entity?,
    _ kept: KeptValues,
    in writer: LogWriter
  ) throws {
    var (fields, known) = (Fields(), Fields())
    entity.write(to: &fields)
    before?.write(to: &known)
    if before != nil { fields = known.changes(to: fields) }
    fields.set("row", kept.text)
    try writer.set(fields, Entity.recordKind, entity.recordID)
  }

  private func kept(
    _ changed: [String: RowValue],
    beside entity: Entity,
    _ row: Row?,
    _ old: ChangedRecord?
  ) -> KeptValues {
    var kept = KeptValues(old?.record.fields ?? Fields())
    for column in Entity.rowColumns {
      guard let sent = changed[column.name] else { continue }
      kept.keep(sent, of: column.name, with: column.stored(entity))
    }
    if case .uuid(let id)? = changed["id"] {
      kept.rename(to: id, from: row?["id"])
      kept.keep(.uuid(id), of: "id", with: .uuid(entity.recordID))
    }
    if let time = changed["created_at"], time != .null { kept.createdAt = time }
    return kept
  }

  /// Returns whether the record becomes deleted or is restored; nil if neither.
  ///
  /// A deleted record stays deleted unless the client says otherwise, or adds a row of its own for it.
  private static func deletion(in changed: [String: RowValue], over old: ChangedRecord?) -> Bool? {
    let isDeleted = old?.record.deletion != nil
    guard let sent = changed["deleted_at"] else {
      return isDeleted && changed["id"] != nil ? false : nil
    }
    return (sent != .null) == isDeleted ? nil : !isDeleted
  }

  private func set(_ isDeleted: Bool, of entity: Entity, in writer: LogWriter) throws {
    if isDeleted {
      try writer.delete(Entity.recordKind, entity.recordID)
    } else {
      try writer.restore(Entity.recordKind, entity.recordID)
    }
    writer.title = entity.title(isDeleted ? .deleted : .restored)
  }

  static func otherOwner(_ name: String) -> DialectError {
    DialectError(
      .forbidden,
      "new row violates row-level security policy for table \"\(name)\"",
      code: "42501"
    )
  }
}

extension Record {
  /// When it was deleted, by the clock of the device; nil for a live record.
  fileprivate var deletedAt: Instant? { deletion == nil ? nil : deletionStamp?.instant }

  /// When it was created: the time in an id of version 7, else that of its oldest value.
  fileprivate var createdAt: RowValue {
    let isTimed = id.high & 0xF000 == 0x7000
    return (isTimed ? Instant(milliseconds: Int64(id.high >> 16)) : stamp.instant).rowValue
  }
}

extension RowValue {
  /// Whether a client that cuts times to whole seconds sends this for a value (spec/climbing.md 4).
  func isSame(as known: RowValue) -> Bool {
    guard case .time(let sent) = self, case .time(let stored) = known else { return self == known }
    return sent == stored || sent == floorDivide(stored, 1_000_000) * 1_000_000
  }
}
