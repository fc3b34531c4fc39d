public import Cairn
import CairnSQL

/// What joining another log brought.
public struct JoinReport: Sendable, Equatable {
  /// Records that are new here, or hold something newer.
  public var records = 0
  /// Lines of history that were not here.
  public var mutations = 0
  /// Records and lines that were here already.
  public var known = 0

  /// Nothing joined yet.
  public init() {}
}

extension LogWriter {
  /// Takes in a record of another log, field by field; returns whether anything is new.
  ///
  /// It keeps its own stamps and is no part of this mutation: it was done elsewhere.
  public func join(_ record: Record) throws -> Bool {
    observe(record.latestStamp)
    let old = try RecordTable.find(record.kind, record.id, in: connection)
    guard var joined = old else {
      try store(record, replacing: nil)
      return true
    }
    guard joined.join(record) else { return false }
    try store(joined, replacing: old)
    return true
  }

  /// Takes in a line of history of another log; returns whether it is new.
  public func join(_ mutation: Mutation) throws -> Bool {
    guard try !MutationTable.contains(mutation.id, in: connection) else { return false }
    try MutationTable.append(mutation, in: connection)
    return true
  }
}

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
