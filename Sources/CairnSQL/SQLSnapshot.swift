/// A transaction of an engine that stays open for several reads.
public protocol SQLSnapshotTransaction: Sendable {
  /// Reads what was there at its beginning; nil, without having read, once it has ended.
  func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T?

  /// Like ``read(_:)``, on the thread that asks where that is quicker.
  func pointRead<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T?
}

extension SQLSnapshotTransaction {
  /// Like ``read(_:)``.
  public func pointRead<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T? {
    try await read(body)
  }
}

/// A database as it was at one moment, as long as that lasts; then as it is.
public struct SQLSnapshot: SQLDatabase {
  private let base: any SQLDatabase
  private let moment: any SQLSnapshotTransaction

  /// Shows a database as one of its transactions has it.
  public init(of base: any SQLDatabase, at moment: any SQLSnapshotTransaction) {
    (self.base, self.moment) = (base, moment)
  }

  /// The engine's.
  public var dialect: SQLDialect { base.dialect }

  /// Runs the closure on what was there at the beginning of the snapshot.
  public func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    if let found = try await moment.read(body) { return found }
    return try await base.read(body)
  }

  /// Reads a few rows as they were at the beginning of the snapshot.
  public func pointRead<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    if let found = try await moment.pointRead(body) { return found }
    return try await base.pointRead(body)
  }

  /// Throws `readOnly`: nothing is written on the way of a read.
  public func write<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    throw StorageError(.readOnly, "A snapshot is only read.")
  }

  /// Throws `readOnly` like ``write(_:)``.
  public func alter<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await write(body)
  }

  /// Those of the database.
  public func changes() -> AsyncStream<Set<String>> { base.changes() }

  /// Does nothing: the database is not the snapshot's.
  public func close() async {}
}
