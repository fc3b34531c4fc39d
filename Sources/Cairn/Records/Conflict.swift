/// A value that lost against one set elsewhere at the same time: kept, so that it can be taken back
/// with one step (spec/sync.md 3.7).
public struct Conflict: Recorded {
  /// `conflict`.
  public static let recordKind = RecordKind("conflict")
  /// The kind of the record it is about.
  public let kind: RecordKind
  /// The record it is about.
  public let about: RecordID
  /// The field that was set twice.
  public let field: String
  /// The value that lost.
  public let value: FieldValue
  /// When and where the value was set that lost.
  public let stamp: Stamp

  /// Keeps a value that lost.
  public init(
    kind: RecordKind,
    about: RecordID,
    field: String,
    value: FieldValue,
    stamp: Stamp
  ) {
    self.kind = kind
    self.about = about
    self.field = field
    self.value = value
    self.stamp = stamp
  }

  /// The identity: the same wherever the same value lost.
  public var recordID: RecordID {
    RecordID(derivedFrom: ["conflict", kind.name, about.text, field, stamp.text])
  }

  /// Reads a conflict; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    kind = RecordKind(try fields.required("recordKind", fields.text("recordKind")))
    let id: Identifier<Conflict> = try fields.required("record", fields.id("record"))
    about = id.record
    field = try fields.required("field", fields.text("field"))
    value = fields["value"]
    guard let text = try fields.text("stamp"), let stamp = Stamp(text: text) else {
      throw Fields.malformed("stamp", "a stamp")
    }
    self.stamp = stamp
  }

  /// Sets every field of a conflict.
  public func write(to fields: inout Fields) {
    fields.set("recordKind", kind.name)
    fields.set("record", about.text)
    fields.set("field", field)
    fields["value"] = value
    fields.set("stamp", stamp.text)
  }
}
