/// A connection inside a transaction, usable only in the closure it is given to.
public protocol SQLConnection: AnyObject {
  /// Runs a statement for what it changes; rows it returns are skipped.
  ///
  /// An engine that is far away may send it with the next one that is waited for, or with the commit, and
  /// then that throws why this one is refused: it is never passed over.
  func run(_ sql: SQL) throws(StorageError)

  /// Runs a statement to its end and returns how many rows it inserted, updated or deleted.
  func count(_ sql: SQL) throws(StorageError) -> Int

  /// Waits for what was run before; throws why the first of it that failed is refused.
  func settle() throws(StorageError)

  /// Hands over the rows of a result in order until the closure returns false.
  ///
  /// Throws what the engine or the closure throws. Other statements may run inside the closure.
  func scan(_ sql: SQL, while body: (any SQLRow) throws -> Bool) throws

  /// Runs the statements of a literal one after another, without values and without caching.
  func script(_ ddl: StaticString) throws(StorageError)
}

// Inlined always: a connection is known by its protocol alone, so what is generic over it would look
// its types up at each call.
extension SQLConnection {
  /// Hands over every row of a result in order.
  @inlinable @inline(__always)
  public func each(_ sql: SQL, _ body: (any SQLRow) throws -> Void) throws {
    try scan(sql) { row in
      try body(row)
      return true
    }
  }

  /// Decodes the first row of a result, or returns nil when there is none.
  ///
  /// The statement is not run further than that row.
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
}
