package import Cairn

/// A mutation as sent between a device and a server.
package struct SyncMutation: Sendable, Equatable {
  /// The mutation itself.
  package let mutation: Mutation
  /// The log merge that added it to its log; nil for a mutation made there.
  package let joined: RecordID?

  package init(_ mutation: Mutation, joined: RecordID? = nil) {
    (self.mutation, self.joined) = (mutation, joined)
  }

  /// Whether it represents a log merge itself: only a history entry, because its values came with their own stamps.
  package var isHistoryOnly: Bool { joined == mutation.entry }
}

/// The data that a device sends to a server.
package struct SyncPush: Sendable {
  /// The server's epoch as the device knows it.
  package var epoch: RecordID
  /// Mutations in the order they were made.
  package var mutations: [SyncMutation] = []
  /// Current records of which the server may lack a value.
  package var records: [Record] = []
  /// The maximum number of mutations, records or ids in one list of a message.
  package static let countLimit = 2_000

  package init(epoch: RecordID) {
    self.epoch = epoch
  }
}

/// The result for one mutation of a push.
package struct PushResult: Sendable, Equatable {
  /// Whether the mutation was accepted.
  package enum Outcome: Sendable, Equatable {
    /// Stored under this stamp, which differs from the original one if that was in the future.
    case accepted(Stamp)
    /// Rejected permanently.
    case refused(code: String, reason: String)
  }

  /// The id of the mutation.
  package let id: RecordID
  /// The result.
  package let outcome: Outcome

  package init(_ id: RecordID, _ outcome: Outcome) {
    (self.id, self.outcome) = (id, outcome)
  }
}

/// A device's request for changes of the server.
package struct SyncPull: Sendable {
  /// The server's epoch as the device knows it.
  package var epoch: RecordID
  /// The number of the last record change that the device has.
  package var records: Int64
  /// The number of the last history entry that the device has.
  package var mutations: Int64
  /// Mutations to confirm: the response lists those that the server lacks.
  package var confirm: [RecordID] = []
  /// The maximum number of records and of history entries in the response.
  package var limit = SyncPull.limit

  /// The largest limit that a server accepts.
  package static let limit = 2_000

  package init(epoch: RecordID, records: Int64, mutations: Int64) {
    (self.epoch, self.records, self.mutations) = (epoch, records, mutations)
  }
}

/// The server's response to a pull: a range of changes from one snapshot of its log.
package struct SyncPage: Sendable {
  /// The epoch of the server.
  package var epoch: RecordID
  /// Changed records with their current values, in the order of change.
  package var records: [Record] = []
  /// History entries, in order of arrival.
  package var mutations: [SyncMutation] = []
  /// The number up to which records are included.
  package var nextRecord: Int64
  /// The number up to which history entries are included.
  package var nextMutation: Int64
  /// Whether another page follows.
  package var hasMore = false
  /// The requested mutations that the server does not have.
  package var unknown: [RecordID] = []
  /// The checksum of the log; nil if another page follows.
  package var digest: LogDigest?

  package init(epoch: RecordID, nextRecord: Int64, nextMutation: Int64) {
    (self.epoch, self.nextRecord, self.nextMutation) = (epoch, nextRecord, nextMutation)
  }
}

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
