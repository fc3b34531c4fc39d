public import Cairn
public import CairnReports
import CairnSQL

/// A sync conflict: the losing value beside the current one.
public struct ConflictView: Sendable, Equatable {
  /// The conflicts that are resolved together, the representative one first.
  let together: [Conflict]
  /// The display name of the record in conflict.
  public let about: String
  /// The session in conflict; nil for other records.
  public let session: SessionRow?
  /// The current value.
  public let standing: FieldValue
  /// The stamp of the current value; nil if the field was never set.
  public let currentStamp: Stamp?
  /// Whether a deleted record was edited elsewhere; using the losing value restores the record.
  package var isOfDeletion: Bool { conflict.isOfDeletion }
  /// Whether a session was merged into another and edited elsewhere; using the losing value separates both again.
  package let isMerged: Bool
  /// The entity with its own page that the record belongs to; nil if there is none or the record is deleted.
  package let home: OwningEntity?
  /// All fields of the record: the current ones, and those with the losing values applied.
  let current, losingFields: Fields
  /// The display names of the records that the values refer to.
  let names: [RecordID: String]

  /// The representative conflict; those resolved with it are not listed separately.
  public var conflict: Conflict { together[0] }

  /// A six-character id that a person can type.
  public var shortID: ShortID { ShortID(conflict.recordID) }

  /// The record's name for titles: `“Dune”`, or its kind if it has no name.
  var subject: String {
    let name = session.map { $0.title ?? "a session" } ?? about
    return name == conflict.kind.name ? "a \(name)" : "“\(name)”"
  }

  init(_ together: [Conflict], in connection: any SQLConnection) throws {
    let conflict = together[0]
    let (kind, id) = (conflict.kind, conflict.about)
    let record = try RecordTable.find(kind, id, in: connection)
    var losingFields = record?.fields ?? Fields()
    for one in together where one.about == id { losingFields[one.field] = one.value }
    let isOfDeletion = conflict.isOfDeletion
    isMerged = isOfDeletion && record?.isMerged == true
    if isOfDeletion { losingFields.restore() }
    if isMerged { losingFields[RecordField.mergedInto] = .null }
    let isSession = kind == SessionRecord.kind
    self.together = together
    about = try record.flatMap { try RecordName.of($0, in: connection) } ?? kind.name
    session = isSession ? try SessionQuery.find(SessionID(id), in: connection) : nil
    standing =
      isOfDeletion
      ? record?.deletion.map(FieldValue.text) ?? .null : record?.fields[conflict.field] ?? .null
    currentStamp = isOfDeletion ? record?.deletionStamp : record?.stamp(of: conflict.field)
    home = record?.deletion == nil ? try OwningEntity(kind, id, in: connection) : nil
    (current, self.losingFields) = (record?.fields ?? Fields(), losingFields)
    names = try RecordName.named(by: [standing, conflict.value], in: connection)
  }
}
