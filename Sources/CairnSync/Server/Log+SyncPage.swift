package import Cairn
package import CairnStore

extension Log {
  /// Computes the checksum over the whole log; logs with the same records and history have the same one.
  package func digest() async throws -> LogDigest {
    try await read { try StateChecksum.counted(in: $0) }
  }

  /// Returns the changes after the position of a pull, from one snapshot; throws ``EpochMismatch``.
  package func syncPage(_ pull: SyncPull) async throws -> SyncPage {
    try await read { connection in
      let epoch = try SyncTable.knownEpoch(in: connection)
      guard let epoch, epoch == pull.epoch,
        try pull.records <= RecordTable.lastSequence(in: connection),
        try pull.mutations <= MutationTable.lastNumber(in: connection)
      else { throw EpochMismatch(epoch ?? pull.epoch) }
      return try SyncPage(pull, epoch, in: connection)
    }
  }
}

extension SyncPage {
  /// The maximum size of the values in a page, exceeded by one record at most: 1 MiB (spec/sync.md F32).
  private static let byteLimit = 1_048_576

  fileprivate init(_ pull: SyncPull, _ epoch: RecordID, in connection: LogConnection) throws {
    self.init(epoch: epoch, nextRecord: pull.records, nextMutation: pull.mutations)
    var remainingBytes = Self.byteLimit
    try addRecords(pull, &remainingBytes, connection)
    if remainingBytes > 0 { try addLines(pull, &remainingBytes, connection) }
    hasMore = hasMore || remainingBytes <= 0
    unknown = try pull.confirm.filter { try !MutationTable.contains($0, in: connection) }
    digest = hasMore ? nil : try StateChecksum.stored(in: connection)
  }

  private mutating func addRecords(
    _ pull: SyncPull,
    _ remainingBytes: inout Int,
    _ connection: LogConnection
  ) throws {
    try RecordTable.scan(after: pull.records, limit: pull.limit, in: connection) {
      record,
      sequence,
      bytes in
      records.append(record)
      nextRecord = sequence
      remainingBytes -= bytes + 100
      return remainingBytes > 0
    }
    hasMore = records.count == pull.limit
    // The last sequence number may belong to a purged record.
    if !hasMore, remainingBytes > 0 { nextRecord = try RecordTable.lastSequence(in: connection) }
  }

  private mutating func addLines(
    _ pull: SyncPull,
    _ remainingBytes: inout Int,
    _ connection: LogConnection
  ) throws {
    try MutationTable.scan(after: pull.mutations, limit: pull.limit, in: connection) {
      mutation,
      number,
      bytes in
      mutations.append(mutation)
      nextMutation = number
      remainingBytes -= bytes + 200
      return remainingBytes > 0
    }
    hasMore = hasMore || mutations.count == pull.limit
  }
}
