package import Cairn

/// A mutation on its way between a device and a server.
package struct SyncLine: Sendable, Equatable {
  /// What was done.
  package let mutation: Mutation
  /// The join that brought it to the log it came from; nil for what was done there.
  package let joined: RecordID?

  package init(_ mutation: Mutation, joined: RecordID? = nil) {
    (self.mutation, self.joined) = (mutation, joined)
  }

  /// Whether it is the line of a join itself, whose values came with stamps of their own: it is a
  /// line of history and sets nothing.
  package var onlyTells: Bool { joined == mutation.line }
}

/// What a device sends to a server.
package struct SyncPush: Sendable {
  /// The timeline the device believes the server to be on.
  package var epoch: RecordID
  /// The number of the last line of history of the server that the device had; nil where that says nothing.
  package var seen: Int64?
  /// Mutations in the order they were made.
  package var lines: [SyncLine] = []
  /// Records as they are, of which the server may lack something.
  package var records: [Record] = []
  /// The most mutations, records or ids in one list of a message.
  package static let countLimit = 2_000

  package init(epoch: RecordID) {
    self.epoch = epoch
  }
}

/// What came of one mutation that was sent.
package struct PushResult: Sendable, Equatable {
  /// Whether it was taken.
  package enum Outcome: Sendable, Equatable {
    /// It is kept under a stamp, which is another than its own when that was in the future.
    case taken(Stamp)
    /// It is not, and never will be as it is.
    case refused(code: String, reason: String)
  }

  /// The mutation.
  package let id: RecordID
  /// What came of it.
  package let outcome: Outcome

  package init(_ id: RecordID, _ outcome: Outcome) {
    (self.id, self.outcome) = (id, outcome)
  }
}

/// What a device asks of a server.
package struct SyncPull: Sendable {
  /// The timeline the device believes the server to be on.
  package var epoch: RecordID
  /// The number of the last change of a record that it has.
  package var records: Int64
  /// The number of the last line of history that it has.
  package var lines: Int64
  /// Mutations of which it wants to know whether the server has them.
  package var confirm: [RecordID] = []
  /// The most of each that it wants.
  package var limit = SyncPull.limit

  /// The most that is given at once.
  package static let limit = 2_000

  package init(epoch: RecordID, records: Int64, lines: Int64) {
    (self.epoch, self.records, self.lines) = (epoch, records, lines)
  }
}

/// What a server gives a device: a stretch of changes, all of one state of its log.
package struct SyncPage: Sendable {
  /// The timeline of the server.
  package var epoch: RecordID
  /// Records that changed, in the order they did, each as it is now.
  package var records: [Record] = []
  /// Lines of history, in the order they came.
  package var lines: [SyncLine] = []
  /// The number up to which records were given.
  package var nextRecord: Int64
  /// The number up to which lines were given.
  package var nextLine: Int64
  /// Whether there is more.
  package var hasMore = false
  /// Mutations the server was asked about and does not have.
  package var unknown: [RecordID] = []
  /// The sum over all stamps; nil when there is more.
  package var digest: LogDigest?

  package init(epoch: RecordID, nextRecord: Int64, nextLine: Int64) {
    (self.epoch, self.nextRecord, self.nextLine) = (epoch, nextRecord, nextLine)
  }
}

/// What a server is asked for with: it is on another timeline than the device believes.
package struct EpochMismatch: Error, Equatable {
  /// The timeline of the server.
  package let epoch: RecordID

  package init(_ epoch: RecordID) {
    self.epoch = epoch
  }
}

/// What a server says of the log it has.
package struct SyncHead: Sendable, Equatable {
  /// What log it is; the same after it was restored.
  package let log: RecordID
  /// Its timeline; another one after it was restored.
  package let epoch: RecordID
  /// The number of its last change.
  package let head: Int64
  /// The account it is of; nil on a server without accounts.
  package var account: String?

  package init(log: RecordID, epoch: RecordID, head: Int64) {
    (self.log, self.epoch, self.head) = (log, epoch, head)
  }
}
