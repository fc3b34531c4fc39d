/// A connection inside a transaction, valid only in the closure that receives it.
public protocol SQLConnection: AnyObject {
  /// Runs a statement for its changes and ignores the rows it returns.
  ///
  /// A remote engine may delay the statement until the next one that needs a result, or until the commit, which
  /// then throws this statement's error. An error is never lost.
  func run(_ sql: SQL) throws(StorageError)

  /// Runs a statement and returns the number of rows it inserted, updated or deleted.
  func count(_ sql: SQL) throws(StorageError) -> Int

  /// Waits for the statements run before; throws the error of the first one that failed.
  func drain() throws(StorageError)

  /// Passes the rows of a result to the closure in order until it returns false.
  ///
  /// Rethrows the errors of the engine and of the closure. The closure may run other statements.
  func scan(_ sql: SQL, while body: (any SQLRow) throws -> Bool) throws

  /// Runs statements without values one after another, without caching them.
  func script(_ ddl: SQL) throws(StorageError)
}

// Always inlined: callers know a connection only by its protocol, so generic code would look up its types
// on each call.
extension SQLConnection {
  /// Passes every row of a result to the closure in order.
  @inlinable @inline(__always)
  public func each(_ sql: SQL, _ body: (any SQLRow) throws -> Void) throws {
    try scan(sql) { row in
      try body(row)
      return true
    }
  }

  /// Decodes the first row of a result; returns nil if there is none.
  ///
  /// The statement stops after that row.
  @inlinable @inline(__always)
  public func first<T>(_ sql: SQL, _ body: (any SQLRow) throws -> T) throws -> T? {
    var result: T?
    try scan(sql) { row in
      result = try body(row)
      return false
    }
    return result
  }

  /// Decodes every row of a result, in order.
  @inlinable @inline(__always)
  public func all<T>(_ sql: SQL, _ body: (any SQLRow) throws -> T) throws -> [T] {
    var results: [T] = []
    try each(sql) { results.append(try body($0)) }
    return results
  }

  /// Returns the first column of every row, in order.
  @inlinable @inline(__always)
  public func values<Value: SQLDecodable>(_ sql: SQL) throws -> [Value] {
    try all(sql) { try Value.decode($0, at: 0) }
  }

  /// Returns the first column of the first row; nil if there is no row, or if it is null.
  @inlinable @inline(__always)
  public func value<Value: SQLDecodable>(_ sql: SQL) throws -> Value? {
    try first(sql) { try Value?.decode($0, at: 0) } ?? nil
  }
}
