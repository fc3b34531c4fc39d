package import Cairn
package import CairnStore

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
