import CairnSQL
import Dispatch

/// A database that counts its statements.
final class CountedDatabase: SQLDatabase, @unchecked Sendable {  // `count` is used on `queue`
  private let base: any SQLDatabase
  private let queue = DispatchQueue(label: "cairn.counted")
  private var count = 0

  init(_ base: any SQLDatabase) {
    self.base = base
  }

  var dialect: SQLDialect { base.dialect }

  /// Returns the number of statements that the closure runs.
  func statements<T>(_ body: () async throws -> T) async throws -> Int {
    let before = queue.sync { count }
    _ = try await body()
    return queue.sync { count } - before
  }

  func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await base.read { try body(self.counted($0)) }
  }

  func write<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await base.write { try body(self.counted($0)) }
  }

  func writeSchema<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await base.writeSchema { try body(self.counted($0)) }
  }

  func changes() -> AsyncStream<Set<String>> { base.changes() }

  func close() async { await base.close() }

  private func counted(_ connection: any SQLConnection) -> CountedConnection {
    CountedConnection(connection) { self.queue.sync { self.count += 1 } }
  }
}

/// A connection that reports every statement.
private final class CountedConnection: SQLConnection {
  private let base: any SQLConnection
  private let onStatement: () -> Void

  init(_ base: any SQLConnection, _ onStatement: @escaping () -> Void) {
    self.base = base
    self.onStatement = onStatement
  }

  func run(_ sql: SQL) throws(StorageError) {
    onStatement()
    try base.run(sql)
  }

  func count(_ sql: SQL) throws(StorageError) -> Int {
    onStatement()
    return try base.count(sql)
  }

  func drain() throws(StorageError) { try base.drain() }

  func scan(_ sql: SQL, while body: (any SQLRow) throws -> Bool) throws {
    onStatement()
    try base.scan(sql, while: body)
  }

  func script(_ ddl: SQL) throws(StorageError) {
    onStatement()
    try base.script(ddl)
  }
}
