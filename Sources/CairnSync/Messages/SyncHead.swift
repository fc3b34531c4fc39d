package import Cairn

/// The client's epoch is stale.
package struct EpochMismatch: Error, Equatable {
  /// The current epoch of the server.
  package let epoch: RecordID

  package init(_ epoch: RecordID) {
    self.epoch = epoch
  }
}

/// The server's identification of its log.
package struct SyncHead: Sendable, Equatable {
  /// The id of the log; unchanged by a restore.
  package let log: RecordID
  /// The epoch; changed by a restore.
  package let epoch: RecordID
  /// The number of the last change.
  package let head: Int64
  /// The account that owns the log; nil on a server without accounts.
  package var account: String?

  package init(log: RecordID, epoch: RecordID, head: Int64) {
    (self.log, self.epoch, self.head) = (log, epoch, head)
  }
}
