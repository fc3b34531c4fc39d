import Cairn
import CairnStore

/// The display names of records.
enum RecordName {
  private static let owners = [
    ("work", Work.recordKind), ("entry", Entry.recordKind), ("story", Story.recordKind),
    ("climb", Climb.recordKind),
  ]

  /// Returns the display name of a record: its own title or name, or that of its owner.
  static func of(_ record: Record, in connection: LogConnection) throws -> String? {
    if record.kind == Climb.recordKind {
      return try? Climb(recordID: record.id, fields: record.fields).name ?? record.kind.name
    }
    for field in ["title", "name"] {
      if case .text(let name) = record.fields[field] { return name }
    }
    let owner = try owner(of: record, in: connection).flatMap { try of($0, in: connection) }
    return owner ?? sessionName(record)
  }

  /// Returns `bouldering, Boulder Hall` or `climbing` for a session without a book or story.
  private static func sessionName(_ record: Record) -> String? {
    guard record.kind == SessionRecord.kind else { return nil }
    let texts = { (names: [String]) in
      names.compactMap { name in
        if case .text(let text) = record.fields[name] { text } else { nil as String? }
      }
    }
    let words = texts(["discipline", "place"])
    return words.isEmpty ? texts(["kind"]).first : words.joined(separator: ", ")
  }

  /// Returns the record that a record belongs to.
  static func owner(
    of kind: RecordKind,
    _ id: RecordID,
    in connection: LogConnection
  ) throws -> Record? {
    try RecordTable.find(kind, id, in: connection).flatMap { try owner(of: $0, in: connection) }
  }

  private static func owner(
    of record: Record,
    in connection: LogConnection
  ) throws -> Record? {
    for (field, kind) in owners {
      guard let owner = try record.fields.id(field) as Identifier<Record>?,
        let found = try RecordTable.find(kind, owner.record, in: connection)
      else { continue }
      return found
    }
    return nil
  }

  /// Returns the display names of the records that the values refer to.
  static func named(
    by values: [FieldValue],
    in connection: LogConnection
  ) throws -> [RecordID: String] {
    var names: [RecordID: String] = [:]
    for case .text(let text) in values where text.utf8.count < 4_096 {
      for word in text.split(separator: " ") {
        guard let id = RecordID(text: String(word.utf8.first == 0x2B ? word.dropFirst() : word))
        else { continue }
        names[id] = try name(of: id, in: connection)
      }
    }
    return names
  }

  private static func name(of id: RecordID, in connection: LogConnection) throws -> String? {
    for kind in [Author.recordKind, Entry.recordKind, Work.recordKind, Story.recordKind] {
      guard let record = try RecordTable.find(kind, id, in: connection) else { continue }
      return try of(record, in: connection)
    }
    return nil
  }
}
