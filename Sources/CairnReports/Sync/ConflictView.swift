public import Cairn

/// A sync conflict: the losing value beside the current one.
public struct ConflictView: Sendable, Equatable {
  /// The conflicts that are resolved together, the representative one first.
  package let together: [Conflict]
  /// The display name of the record in conflict.
  public let about: String
  /// The session in conflict; nil for other records.
  public let session: SessionRow?
  /// The current value.
  public let standing: FieldValue
  /// The stamp of the current value; nil if the field was never set.
  public let currentStamp: Stamp?
  /// Whether a session was merged into another and edited elsewhere; using the losing value separates both again.
  package let isMerged: Bool
  /// The entity with its own page that the record belongs to; nil if there is none or the record is deleted.
  package let home: OwningEntity?
  /// All fields of the record: the current ones, and those with the losing values applied.
  package let current, losingFields: Fields
  /// The display names of the records that the values refer to.
  package var names: [RecordID: String] = [:]

  /// Creates the view of conflicts that are resolved together; `record` is the one that they are about, or nil.
  package init(
    _ together: [Conflict],
    of record: Record?,
    named about: String?,
    session: SessionRow?,
    home: OwningEntity?
  ) {
    let conflict = together[0]
    (current, self.together) = (record?.fields ?? Fields(), together)
    self.about = about ?? conflict.kind.name
    (self.session, self.home) = (session, home)
    isMerged = conflict.isOfDeletion && record?.isMerged == true
    standing =
      conflict.isOfDeletion
      ? record?.deletion.map(FieldValue.text) ?? .null : current[conflict.field]
    currentStamp =
      conflict.isOfDeletion ? record?.deletionStamp : record?.stamp(of: conflict.field)
    losingFields = Self.losingFields(together, current, isMerged)
  }

  private static func losingFields(
    _ together: [Conflict],
    _ current: Fields,
    _ isMerged: Bool
  ) -> Fields {
    var fields = current
    for one in together where one.about == together[0].about { fields[one.field] = one.value }
    if together[0].isOfDeletion { fields.restore() }
    if isMerged { fields[RecordField.mergedInto] = .null }
    return fields
  }

  /// The representative conflict; those resolved with it are not listed separately.
  public var conflict: Conflict { together[0] }

  /// Whether a deleted record was edited elsewhere; using the losing value restores the record.
  package var isOfDeletion: Bool { conflict.isOfDeletion }

  /// A six-character id that a person can type.
  public var shortID: ShortID { ShortID(conflict.recordID) }

  /// The record's name for titles: `“Dune”`, or its kind if it has no name.
  package var subject: String {
    let name = session.map { $0.title ?? "a session" } ?? about
    return name == conflict.kind.name ? "a \(name)" : "“\(name)”"
  }
}

extension Conflict {
  /// Whether an edit lost against the deletion of its record.
  package var isOfDeletion: Bool { field == RecordField.deleted }
}

/// The entity with its own page that a record belongs to: a session, shelf entry, climb, story or author.
package struct OwningEntity: Sendable, Equatable {
  /// The kind of the entity.
  package let kind: RecordKind
  /// The id of the entity.
  package let id: RecordID

  package init(_ kind: RecordKind, _ id: RecordID) {
    (self.kind, self.id) = (kind, id)
  }
}
