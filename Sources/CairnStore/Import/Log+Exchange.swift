public import Cairn

extension Log {
  /// Exports every record by kind and id, then every mutation by stamp, from one snapshot.
  public func export(
    records: @escaping @Sendable (Record) throws -> Void,
    mutations: @escaping @Sendable (Mutation) throws -> Void
  ) async throws {
    try await read { connection in
      try RecordTable.each(in: connection, records)
      try MutationTable.each(in: connection, mutations)
    }
  }
}
