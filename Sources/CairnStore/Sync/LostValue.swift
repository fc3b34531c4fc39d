public import Cairn
import CairnSQL

/// A value that lost, beside the one that stands.
public struct LostValue: Sendable, Equatable {
  /// All that is taken or let go with one step, what tells it first.
  let together: [Conflict]
  /// What a person calls the thing it is about.
  public let about: String
  /// The session it is about, if it is about one.
  public let session: SessionRow?
  /// The value that stands.
  public let standing: FieldValue
  /// When and where that was set; nil when nothing is there.
  public let standingStamp: Stamp?
  /// What has a page of its own and the thing belongs to; nil where nothing has.
  package let home: RecordHome?
  /// All values of the thing, as they stand and as they would be.
  let stands, taken: Fields
  /// What a person calls the things that the values name.
  let names: [RecordID: String]

  /// What is kept; what is settled with it is not listed apart.
  public var conflict: Conflict { together[0] }

  /// Six characters a person can type.
  public var shortID: ShortID { ShortID(conflict.recordID) }

  /// The thing in a title: `“Dune”`, or its kind where it has no name.
  var thing: String {
    let name = session.map { $0.title ?? "a session" } ?? about
    return name == conflict.kind.name ? "a \(name)" : "“\(name)”"
  }

  init(_ together: [Conflict], in connection: any SQLConnection) throws {
    let conflict = together[0]
    let (kind, id) = (conflict.kind, conflict.about)
    let record = try RecordTable.find(kind, id, in: connection)
    var taken = record?.fields ?? Fields()
    for one in together where one.about == id { taken[one.field] = one.value }
    let isSession = kind == SessionRecord.kind
    self.together = together
    about = try record.flatMap { try RecordName.of($0, in: connection) } ?? kind.name
    session = isSession ? try SessionQuery.find(SessionID(id), in: connection) : nil
    standing = record?.fields[conflict.field] ?? .null
    standingStamp = record?.stamp(of: conflict.field)
    home = try RecordHome(kind, id, in: connection)
    (stands, self.taken) = (record?.fields ?? Fields(), taken)
    names = try RecordName.named(by: [standing, conflict.value], in: connection)
  }
}

/// The thing with a page of its own that a record belongs to: a session, a book of the shelf, a climb, a
/// story or an author.
package struct RecordHome: Sendable, Equatable {
  /// Which of them.
  package let kind: RecordKind
  /// Its identity.
  package let id: RecordID

  private init(kind: RecordKind, id: RecordID) {
    (self.kind, self.id) = (kind, id)
  }

  private static let own = [
    SessionRecord.kind, Entry.recordKind, Climb.recordKind, Story.recordKind, Author.recordKind,
  ]

  /// Finds it; nil for a record that belongs to none.
  init?(_ kind: RecordKind, _ id: RecordID, in connection: any SQLConnection) throws {
    if Self.own.contains(kind) {
      self.init(kind: kind, id: id)
    } else if kind == Work.recordKind {
      let query: SQL = "SELECT id FROM entry WHERE work = \(id) ORDER BY id LIMIT 1"
      guard let entry = try connection.first(query, { try $0.id(0) }) else { return nil }
      self.init(kind: Entry.recordKind, id: entry)
    } else {
      guard let owner = try RecordName.owner(of: kind, id, in: connection) else { return nil }
      try self.init(owner.kind, owner.id, in: connection)
    }
  }
}

/// What a person calls a record.
enum RecordName {
  private static let owners = [
    ("work", Work.recordKind), ("entry", Entry.recordKind), ("story", Story.recordKind),
    ("climb", Climb.recordKind),
  ]

  /// What a person may call a thing: a title or a name it has, or that of what it belongs to.
  static func of(_ record: Record, in connection: any SQLConnection) throws -> String? {
    if record.kind == Climb.recordKind {
      return try? Climb(recordID: record.id, fields: record.fields).name ?? record.kind.name
    }
    for field in ["title", "name"] {
      if case .text(let name) = record.fields[field] { return name }
    }
    return try owner(of: record, in: connection).flatMap { try of($0, in: connection) }
  }

  /// What a record belongs to.
  static func owner(
    of kind: RecordKind,
    _ id: RecordID,
    in connection: any SQLConnection
  ) throws -> Record? {
    try RecordTable.find(kind, id, in: connection).flatMap { try owner(of: $0, in: connection) }
  }

  private static func owner(
    of record: Record,
    in connection: any SQLConnection
  ) throws -> Record? {
    for (field, kind) in owners {
      guard let owner = try record.fields.id(field) as Identifier<Record>?,
        let found = try RecordTable.find(kind, owner.record, in: connection)
      else { continue }
      return found
    }
    return nil
  }

  /// The things that values name, with what a person calls them.
  static func named(
    by values: [FieldValue],
    in connection: any SQLConnection
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

  private static func name(of id: RecordID, in connection: any SQLConnection) throws -> String? {
    for kind in [Author.recordKind, Entry.recordKind, Work.recordKind, Story.recordKind] {
      guard let record = try RecordTable.find(kind, id, in: connection) else { continue }
      return try of(record, in: connection)
    }
    return nil
  }
}
