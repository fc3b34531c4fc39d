import CairnSQL

/// A database as it was at one moment: all reads are of one transaction that stays open.
final class Snapshot: SQLDatabase, @unchecked Sendable {  // `isOver`: on the queue of `hold` only
  let dialect = SQLDialect.postgresql
  private let base: PostgresDatabase
  private let hold: Hold
  private var isOver = false

  init(of base: PostgresDatabase, _ hold: Hold) { (self.base, self.hold) = (base, hold) }

  /// Reads for a body, and ends the transaction after it.
  func run<T: Sendable>(
    _ beginning: [SQL],
    _ body: @Sendable (any SQLDatabase) async throws -> T
  ) async throws -> T {
    try await begin(beginning)
    do {
      let result = try await body(self)
      try await end { try $0.finish(.read) }
      return result
    } catch {
      try? await end { _ = $0.abandon(for: error) }
      throw error
    }
  }

  /// Waits for the answer, so that a log that is sealed, and a connection that was lost, show before
  /// anything was done.
  private func begin(_ beginning: [SQL]) async throws {
    try await hold.work { connection, cancellation in
      do {
        try connection.begin(.read, beginning, cancellation)
        try connection.settle()
      } catch {
        throw connection.abandon(for: error)
      }
    }
  }

  private func end(_ work: @escaping @Sendable (Connection) throws -> Void) async throws {
    try await hold.goOn { connection in
      self.isOver = true
      try work(connection)
    }
  }

  /// What comes after the end is read from what is there then.
  ///
  /// On this connection it could be of another account by then, so whether it is the end is asked in
  /// turn with all that is done there.
  func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    let found = try await hold.goOn { self.isOver ? T?.none : .some(try body($0)) }
    if let found { return found }
    return try await base.read(body)
  }

  /// Refused: nothing is written on the way of a read.
  func write<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    throw StorageError(.readOnly, "A snapshot is only read.")
  }

  /// Refused like ``write(_:)``.
  func alter<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await write(body)
  }

  func changes() -> AsyncStream<Set<String>> { base.changes() }

  func close() async {}
}
