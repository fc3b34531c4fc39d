public import Cairn
import CairnSQL

extension Log {
  /// Gives every record by kind and id, then every mutation by stamp, of one state of the log.
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
