public import Cairn

/// A history entry: one mutation, or all mutations of a batch.
public struct HistoryRow: Sendable, Equatable {
  /// The id of the entry, as accepted by undo.
  public let id: RecordID
  /// The time of the action.
  public let at: Instant
  /// The title of the action.
  public let title: String
  /// The entry that this one reverts; nil if it is not an undo or redo.
  public let undoes: RecordID?
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
    isInEffect: Bool,
    parts: Int64,
    node: UInt32
  ) {
    (self.id, self.at, self.title) = (id, at, title)
    (self.undoes, self.isInEffect, self.parts) = (undoes, isInEffect, parts)
    self.node = node
  }

  /// Whether it was made automatically during sync; undo of its cause reverts it first.
  public var isAutomatic: Bool { id.isAutomaticEntry }

  /// A six-character id that a person can type.
  public var shortID: ShortID { ShortID(id) }
}
