import CairnSQL
import CairnSQLite

/// A database that records its statements in a trace.
final class TracedDatabase: SQLDatabase {
  let dialect = SQLDialect.sqlite
  private let database: SQLiteDatabase
  private let trace: Trace

  init(_ database: SQLiteDatabase, _ trace: Trace) {
    (self.database, self.trace) = (database, trace)
  }

  func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    trace.add(.begin)
    defer { trace.add(.commit) }
    return try await database.read { [trace] in try body(TracedConnection($0, trace)) }
  }

  func write<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    trace.add(.beginImmediate)
    defer { trace.add(.commit) }
    return try await database.write { [trace] in try body(TracedConnection($0, trace)) }
  }

  func writeSchema<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    preconditionFailure("A trace holds no change of the schema.")
  }

  func changes() -> AsyncStream<Set<String>> { database.changes() }

  func close() async { await database.close() }
}

/// A connection that records its statements; results nest like the loops that read them.
private final class TracedConnection: SQLConnection {
  private let connection: any SQLConnection
  private let trace: Trace

  init(_ connection: any SQLConnection, _ trace: Trace) {
    (self.connection, self.trace) = (connection, trace)
  }

  func run(_ sql: SQL) throws(StorageError) {
    trace.add(.run, sql)
    try connection.run(sql)
  }

  func count(_ sql: SQL) throws(StorageError) -> Int {
    trace.add(.run, sql)
    return try connection.count(sql)
  }

  func drain() throws(StorageError) { try connection.drain() }

  func scan(_ sql: SQL, while body: (any SQLRow) throws -> Bool) throws {
    trace.add(.open, sql)
    var isWhole = true
    try connection.scan(sql) { row in
      trace.add(.row)
      isWhole = try body(row)
      return isWhole
    }
    // Reading a result to its end takes one more step, which returns no row.
    if isWhole { trace.add(.row) }
    trace.add(.close)
  }

  func script(_ ddl: SQL) throws(StorageError) {
    preconditionFailure("A trace holds no change of the schema.")
  }
}
