/// A read transaction that stays open for several reads.
public protocol SQLSnapshotTransaction: Sendable {
  /// Reads from the snapshot; returns nil without reading if the transaction has ended.
  func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T?

  /// Reads like ``read(_:)``, on the calling thread if that is faster.
  func pointRead<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T?
}

extension SQLSnapshotTransaction {
  /// Calls ``read(_:)``.
  public func pointRead<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T? {
    try await read(body)
  }
}

/// A view of a database in one of its read transactions; after the transaction's end, of its current state.
public struct SQLSnapshot: SQLDatabase {
  private let base: any SQLDatabase
  private let transaction: any SQLSnapshotTransaction

  /// Creates a view of a database in a transaction.
  public init(of base: any SQLDatabase, at transaction: any SQLSnapshotTransaction) {
    (self.base, self.transaction) = (base, transaction)
  }

  /// The SQL dialect of the database.
  public var dialect: SQLDialect { base.dialect }

  /// Runs the closure on the snapshot.
  public func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    if let found = try await transaction.read(body) { return found }
    return try await base.read(body)
  }

  /// Reads a few rows of the snapshot.
  public func pointRead<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    if let found = try await transaction.pointRead(body) { return found }
    return try await base.pointRead(body)
  }

  /// Throws `readOnly`.
  public func write<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    throw StorageError(.readOnly, "A snapshot is read-only.")
  }

  /// Throws `readOnly`.
  public func writeSchema<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await write(body)
  }

  /// Returns the changes of the database.
  public func changes() -> AsyncStream<Set<String>> { base.changes() }

  /// Does nothing: the snapshot does not own the database.
  public func close() async {}
}
