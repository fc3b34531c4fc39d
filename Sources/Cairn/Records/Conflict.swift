/// The losing value of two concurrent edits, stored so that a person can restore it in one step
/// (spec/sync.md 3.7).
public struct Conflict: Recorded {
  /// `conflict`.
  public static let recordKind = RecordKind("conflict")
  /// The kind of the edited record.
  public let kind: RecordKind
  /// The ID of the edited record.
  public let about: RecordID
  /// The name of the field that was edited concurrently.
  public let field: String
  /// The losing value.
  public let value: FieldValue
  /// The stamp of the losing value.
  public let stamp: Stamp

  /// Creates a conflict from the losing value and its stamp.
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

  /// The record ID, derived from the other values: every device creates the same conflict.
  public var recordID: RecordID {
    RecordID(derivedFrom: ["conflict", kind.name, about.text, field, stamp.text])
  }

  /// Reads a conflict from stored fields; throws `record.malformed`.
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
