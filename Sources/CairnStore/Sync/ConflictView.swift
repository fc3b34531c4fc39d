public import Cairn
import CairnSQL

/// A value that lost, beside the one that stands.
public struct ConflictView: Sendable, Equatable {
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
  /// Whether what lost is that the thing is there; taken, it comes back.
  package var isOfDeletion: Bool { conflict.isOfDeletion }

  /// What has a page of its own and the thing belongs to; nil where nothing has.
  package let home: OwningEntity?
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
    home = record?.deletion == nil ? try OwningEntity(kind, id, in: connection) : nil
    (stands, self.taken) = (record?.fields ?? Fields(), taken)
    names = try RecordName.named(by: [standing, conflict.value], in: connection)
  }
}
