public import Cairn

/// A history entry: one mutation, or all mutations of a batch.
public struct HistoryRow: Sendable, Equatable {
  /// The id of the entry, as accepted by undo.
  public let id: RecordID
  /// The time of the action.
  public let at: Instant
  /// The title of the action.
  public let title: String
  /// The entry that this one reverts: for an undo an act, for a redo an undo; nil for an act.
  public let undoes: RecordID?
  /// The act that this entry undoes or redoes; nil for an act.
  package let act: RecordID?
  /// How often that act was undone and redone, this time included; 0 for an act.
  package let turn: Int64
  /// Whether it is in effect: false once a later entry reverts it.
  public let isInEffect: Bool
  /// The number of mutations it consists of.
  public let parts: Int64
  /// The node of the device that made it; see ``DeviceNames``.
  public let node: UInt32

  /// Creates the row from its columns.
  package init(
    id: RecordID,
    at: Instant,
    title: String,
    undoes: RecordID?,
    act: RecordID?,
    turn: Int64,
    isInEffect: Bool,
    parts: Int64,
    node: UInt32
  ) {
    (self.id, self.at, self.title) = (id, at, title)
    (self.undoes, self.act, self.turn) = (undoes, act, turn)
    (self.isInEffect, self.parts, self.node) = (isInEffect, parts, node)
  }

  /// Whether it undoes an act.
  package var isUndo: Bool { turn % 2 == 1 }

  /// Whether it was made automatically during sync; undo of its cause reverts it first.
  public var isAutomatic: Bool { id.isAutomaticEntry }

  /// A six-character id that a person can type.
  public var shortID: ShortID { ShortID(id) }
}
