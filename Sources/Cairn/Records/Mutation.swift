/// The kind of thing a record holds, for instance `session` or `work`.
public struct RecordKind: Sendable, Hashable {
  /// The stored name.
  public let name: String

  /// Names a kind; the name is stored and sent to other devices, so it never changes.
  public init(_ name: String) {
    self.name = name
  }
}

/// A thing that is stored as a record.
///
/// `write` sets every field the type knows, null included, and touches no other, so that fields
/// of a newer version stay what they were (spec/sync.md F21).
public protocol Recorded: Sendable, Equatable {
  /// The kind under which things of this type are stored.
  static var recordKind: RecordKind { get }
  /// The identity under which this thing is stored.
  var recordID: RecordID { get }
  /// Reads a thing from its fields; throws `record.malformed` when one is missing or wrong.
  init(recordID: RecordID, fields: Fields) throws(CairnError)
  /// Sets every field this type knows.
  func write(to fields: inout Fields)
}

/// What one mutation does to one record.
public struct Change: Sendable, Equatable {
  /// The kind of the record.
  public let kind: RecordKind
  /// The identity of the record.
  public let id: RecordID
  /// The new values, only those that differ from before.
  public let set: Fields
  /// The values before, under the same names; what undo puts back.
  ///
  /// Of a record that the change made only `deleted`, as undone.
  public let was: Fields

  /// Makes a change from the new values and those before.
  public init(kind: RecordKind, id: RecordID, set: Fields, was: Fields) {
    self.kind = kind
    self.id = id
    self.set = set
    self.was = was
  }
}

/// One user action: one transaction, one line of history.
public struct Mutation: Sendable, Equatable {
  /// The identity under which a server recognises it again (spec/sync.md F4).
  public let id: RecordID
  /// The stamp of every value it sets.
  public let stamp: Stamp
  /// When the person did it.
  public let at: Instant
  /// What the person did, in their words.
  public let title: String
  /// The line of history it belongs to: its own id, or that of a batch (ADR 0007).
  public let line: RecordID
  /// Its place in the line, from 1 on; a line is undone as one.
  public let part: Int64
  /// The line that this one takes back.
  public let undoes: RecordID?
  /// What it does, record by record.
  public let changes: [Change]

  /// Makes a mutation from its parts.
  public init(
    id: RecordID,
    stamp: Stamp,
    at: Instant,
    title: String,
    line: RecordID? = nil,
    part: Int64 = 1,
    undoes: RecordID? = nil,
    changes: [Change]
  ) {
    self.id = id
    self.stamp = stamp
    self.at = at
    self.title = title
    self.line = line ?? id
    self.part = part
    self.undoes = undoes
    self.changes = changes
  }
}

/// Names of fields that every record may have.
public enum RecordField {
  /// Null for a record that is there; else how it went: see ``Deletion``.
  public static let deleted = "deleted"
}

/// How a record came to be deleted; it stays stored either way.
public enum Deletion {
  /// A person deleted it; an import does not bring it back.
  public static let byPerson = "deleted"
  /// The mutation that made it was undone; the same import may make it again.
  public static let byUndo = "undone"
  /// What a change says was in the field before its record was made.
  public static let neverMade = FieldValue.bool(true)
}
