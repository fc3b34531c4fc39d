/// The type of a record, for example `session` or `work`.
public struct RecordKind: Sendable, Hashable {
  /// The stored name.
  public let name: String

  /// Creates a kind; the name is stored and synced, so it must never change.
  public init(_ name: String) {
    self.name = name
  }
}

/// A value that is stored as a record.
///
/// `write` sets every field the type knows, including null, and no other field. Fields of a newer
/// version therefore keep their values (spec/sync.md F21).
public protocol Recorded: Sendable, Equatable {
  /// The kind of record that stores values of this type.
  static var recordKind: RecordKind { get }
  /// The ID of the record that stores this value.
  var recordID: RecordID { get }
  /// Reads a value from its fields; throws `record.malformed` if one is missing or invalid.
  init(recordID: RecordID, fields: Fields) throws(CairnError)
  /// Sets every field that this type knows.
  func write(to fields: inout Fields)
}

/// The effect of one mutation on one record.
public struct Change: Sendable, Equatable {
  /// The kind of the record.
  public let kind: RecordKind
  /// The ID of the record.
  public let id: RecordID
  /// The new values; only those that differ from the previous ones.
  public let set: Fields
  /// The previous values of the same fields, which undo restores.
  ///
  /// For a record that this change creates, only `deleted`: see ``Deletion/notCreated``.
  public let was: Fields
  /// The stamps of values that an undo or a redo sets; all others have that of the mutation.
  public let stamps: [String: Stamp]

  /// Creates a change from the new and the previous values.
  public init(
    kind: RecordKind,
    id: RecordID,
    set: Fields,
    was: Fields,
    stamps: [String: Stamp] = [:]
  ) {
    self.kind = kind
    self.id = id
    self.set = set
    self.was = was
    self.stamps = stamps
  }

  /// Returns the record that has only the values of this change, made by a mutation with a stamp.
  package func record(stamp: Stamp) -> Record {
    var own: [(name: String, stamp: Stamp)] = []
    if !stamps.isEmpty {
      for name in set.names {
        if let stamp = stamps[name] { own.append((name, stamp)) }
      }
    }
    return Record(kind: kind, id: id, fields: set, stamp: stamp, exceptions: own)
  }
}

/// One user action: one transaction and one history entry.
public struct Mutation: Sendable, Equatable {
  /// The ID by which a server recognises a retry (spec/sync.md F4).
  public let id: RecordID
  /// The stamp of the values it sets, except those with one of their own: see ``Change/stamps``.
  public package(set) var stamp: Stamp
  /// When the person performed the action.
  public let at: Instant
  /// The title in the history, in the person's words.
  public let title: String
  /// The ID of the history entry: its own ID, or that of a batch (ADR 0007).
  public let entry: RecordID
  /// The position in the history entry, from 1; undo always applies to the whole entry.
  public let part: Int64
  /// The ID of the history entry that this mutation undoes or redoes.
  public package(set) var undoes: RecordID?
  /// How often that entry was undone and redone, this time included: odd for an undo; 0 without one.
  public package(set) var turn: Int64
  /// What its device had received of others by then; nil if the log that wrote it did not say.
  public package(set) var knowledge: Knowledge?
  /// The changes, record by record.
  public package(set) var changes: [Change]

  /// Creates a mutation from its parts.
  public init(
    id: RecordID,
    stamp: Stamp,
    at: Instant,
    title: String,
    entry: RecordID? = nil,
    part: Int64 = 1,
    undoes: RecordID? = nil,
    turn: Int64 = 0,
    knowledge: Knowledge? = nil,
    changes: [Change]
  ) {
    self.id = id
    self.stamp = stamp
    self.at = at
    self.title = title
    self.entry = entry ?? id
    self.part = part
    self.undoes = undoes
    self.turn = turn
    self.knowledge = knowledge
    self.changes = changes
  }
}

extension Mutation {
  /// Returns a copy as the undo or redo of an entry.
  package func undoing(_ entry: RecordID, turn: Int64) -> Mutation {
    var undo = self
    (undo.undoes, undo.turn) = (entry, turn)
    return undo
  }
}

/// Names of fields that every record may have.
///
/// What creates a record and what deletes it are two fields, so that two devices can create the same record and neither
/// creation restores what somebody deleted (ADR 0035).
public enum RecordField {
  /// Null since the record was created, ``Deletion/byUndo`` while that is undone.
  ///
  /// Earlier versions also stored ``Deletion/byPerson`` here.
  public static let deleted = "deleted"
  /// True while the record is deleted by a person.
  public static let isDeleted = "isDeleted"

  /// The record that this one was merged into.
  package static let mergedInto = "mergedInto"

  /// The fields that decide whether the record is there.
  package static let existence = [isDeleted, deleted]
}

/// The reasons of a deletion; a deleted record stays stored as a tombstone.
public enum Deletion {
  /// A person deleted the record; an import does not restore it.
  public static let byPerson = "deleted"
  /// The mutation that created the record was undone; the same import may create it again.
  public static let byUndo = "undone"
  /// The previous value of `deleted` in a change that creates its record.
  public static let notCreated = FieldValue.bool(true)
}
