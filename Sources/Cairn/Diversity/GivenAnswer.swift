/// A fact about an author or a work as it was once entered, with its current state.
public struct GivenAnswer: Sendable, Equatable {
  /// The ID of the author or the work.
  public let subject: RecordID
  /// The name of the author or the title of the work.
  public let about: String
  /// Whether it is about an author.
  public let isOfAuthor: Bool
  /// The kind of fact.
  public let kind: FactKind
  /// The current fact; nil if it was cleared.
  public let fact: Fact?
  /// When it was entered or cleared.
  public let at: Instant
  /// Whether a file or a program had set the fact before.
  public let wasPreset: Bool

  /// Returns every fact that was ever entered for a record, in the order of ``FactKind/all``.
  ///
  /// A cleared field keeps its stamp, so cleared facts are included. Returns none for a deleted or
  /// unreadable record.
  public static func all(in record: Record) -> [GivenAnswer] {
    let isOfAuthor = record.kind == Author.recordKind
    guard record.deletion == nil, let about = try? record.fields.text(isOfAuthor ? "name" : "title")
    else { return [] }
    return (isOfAuthor ? FactKind.ofAuthors : FactKind.inWorks).compactMap { kind in
      guard let stamp = record.stamp(of: kind.field) else { return nil }
      let text = try? record.fields.text(kind.field)
      return GivenAnswer(
        subject: record.id,
        about: about,
        isOfAuthor: isOfAuthor,
        kind: kind,
        fact: text.map { Fact(stored: $0) },
        at: stamp.instant,
        wasPreset: (try? record.fields.bool(kind.suppliedField)) == true
      )
    }
  }
}

/// The time at which all facts were first known, and whether that was undone.
public struct Completion: Sendable, Equatable {
  /// When all facts were known, or when that was undone.
  public let at: Instant
  /// Whether it was undone.
  public let isRetracted: Bool

  /// Reads the state from its record; nil if the record is unreadable.
  public init?(_ record: Record) {
    isRetracted = record.deletion != nil
    guard let at = try? record.fields.instant("at") else { return nil }
    self.at = isRetracted ? record.deletionStamp?.instant ?? at : at
  }
}

/// A record that every fact of every counted book was once known; it earns the bonus.
///
/// At least one fact came from the person. A log has only one such record, regardless of the device.
public struct CompletedShelf: Recorded {
  /// `completed_shelf`.
  public static let recordKind = RecordKind("completed_shelf")
  /// When it was reached.
  public let at: Instant

  /// Creates the record.
  public init(at: Instant) { self.at = at }

  /// The record ID, the same on every device.
  public var recordID: RecordID { Self.id }

  /// The ID of the only such record.
  public static let id = RecordID(derivedFrom: ["completed_shelf"])

  /// Reads the record from stored fields; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    at = try fields.required("at", fields.instant("at"))
  }

  /// Sets its field.
  public func write(to fields: inout Fields) { fields.set("at", at) }
}
