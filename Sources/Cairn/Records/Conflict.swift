/// The losing value of two concurrent edits, which a person can restore in one step.
///
/// It follows from the history, so it is never sent or exported (ADR 0035).
public struct Conflict: Sendable, Equatable {
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

  /// The ID, derived from the other values: it is the same on every device.
  public var recordID: RecordID {
    RecordID(derivedFrom: ["conflict", kind.name, about.text, field, stamp.text])
  }
}
