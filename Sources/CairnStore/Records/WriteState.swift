import Cairn

/// The part of a write that a rollback restores, besides the rows themselves and the sums.
struct WriteState {
  var clock: HybridClock
  /// The sequence number of the latest change.
  var sequence: Int64
  /// The sequence number of the latest change that left no record; nil if there is none in this write.
  var lastPurgedSequence: Int64?
  /// The latest stamp observed; nil if only own ones were used.
  var seen: Stamp?
  /// What this log has received from others; with its own entries from then on.
  var knowledge: Knowledge
  /// The difference that this write makes to the checksum.
  var digest = LogDigest()
  /// The history entry that collects the changes.
  var entry: PendingEntry
}

/// A history entry in progress, and its mutation that is not stored yet.
struct PendingEntry {
  /// The stamp of the mutation.
  var stamp: Stamp
  /// The changes of the mutation.
  var changes: [Change] = []
  /// The size of their texts.
  var changedBytes = 0
  /// The id of a batch, which has several mutations; nil for a single one.
  var batch: RecordID?
  /// The number of mutations stored.
  var parts: Int64 = 0
  /// The history entry that this one undoes or redoes.
  var undoes: RecordID?
  /// How often it was undone and redone, this time included.
  var turn: Int64 = 0
  /// Whether to store a mutation even if no record changed.
  var writesEmptyEntry = false
}
