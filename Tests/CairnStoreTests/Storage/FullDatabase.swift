import CairnSQL

/// A database on a disk that is full until space is freed.
final class FullDatabase: SQLDatabase, @unchecked Sendable {  // `isFull` is set between calls
  private let base: any SQLDatabase
  var isFull = true

  init(_ base: any SQLDatabase) {
    self.base = base
  }

  var dialect: SQLDialect { base.dialect }

  func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await base.read(body)
  }

  func write<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    if isFull { throw StorageError(.full, "There is no room.") }
    return try await base.write(body)
  }

  func writeSchema<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    if isFull { throw StorageError(.full, "There is no room.") }
    return try await base.writeSchema(body)
  }

  func changes() -> AsyncStream<Set<String>> { base.changes() }

  func close() async { await base.close() }
}
