package import Cairn
package import CairnStore

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
