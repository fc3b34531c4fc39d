/// What was once said of an author or a work in one respect, and what became of it.
public struct GivenAnswer: Sendable, Equatable {
  /// The author or the work.
  public let subject: RecordID
  /// The name or the title.
  public let about: String
  /// Whether it is about an author.
  public let isOfAuthor: Bool
  /// What it is about.
  public let kind: FactKind
  /// What is known now; nil where it was taken back.
  public let fact: Fact?
  /// When it was said or taken back.
  public let at: Instant
  /// Whether a file or a program had said something of it before.
  public let wasTold: Bool

  /// Everything that was ever said of one record, in the order of ``FactKind/all``.
  ///
  /// A field that was cleared is still there, so what was taken back is known. None of a record that
  /// cannot be read or is deleted.
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
        wasTold: (try? record.fields.bool(kind.suppliedField)) == true
      )
    }
  }
}

/// What became of the moment in which nothing was unknown for the first time.
public struct Completion: Sendable, Equatable {
  /// When nothing was unknown, or when that was undone.
  public let at: Instant
  /// Whether it was undone.
  public let isTakenBack: Bool

  /// Reads it from its record; nil of one that cannot be read.
  public init?(_ record: Record) {
    isTakenBack = record.deletion != nil
    guard let at = try? record.fields.instant("at") else { return nil }
    self.at = isTakenBack ? record.stamp(of: RecordField.deleted)?.instant ?? at : at
  }
}

/// That of every book that counts all was known once, the person's own answers among it: what
/// earns the bonus.
///
/// There is one for a log, whatever the device it was reached on.
public struct CompletedShelf: Recorded {
  /// `completed_shelf`.
  public static let recordKind = RecordKind("completed_shelf")
  /// When.
  public let at: Instant

  /// Notes the moment.
  public init(at: Instant) { self.at = at }

  /// The identity, the same on every device.
  public var recordID: RecordID { Self.id }

  /// The identity of the only one.
  public static let id = RecordID(derivedFrom: ["completed_shelf"])

  /// Reads it; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    at = try fields.required("at", fields.instant("at"))
  }

  /// Sets its field.
  public func write(to fields: inout Fields) { fields.set("at", at) }
}
