/// One row of a result, valid only in the closure that receives it.
///
/// Columns count from 0. Decoding is strict: a column of another type, or null, throws `typeMismatch`
/// with the column's name.
public protocol SQLRow: AnyObject {
  /// The number of columns.
  var columnCount: Int { get }

  /// Returns the position of the column with a name, looked up once per statement.
  ///
  /// Throws `statement` if the statement has no such column, or several.
  func position(of name: StaticString) throws(StorageError) -> Int

  /// Returns whether the column is null.
  func isNull(_ column: Int) -> Bool

  /// Returns the column's integer.
  func integer(_ column: Int) throws(StorageError) -> Int64

  /// Returns the column's text, which must be valid UTF-8.
  func text(_ column: Int) throws(StorageError) -> String

  /// Returns the column's bytes.
  func blob(_ column: Int) throws(StorageError) -> [UInt8]

  /// Returns the high and low half of a column of exactly 16 bytes.
  func uuid(_ column: Int) throws(StorageError) -> (UInt64, UInt64)

  /// Returns the column's value of any type; a floating-point column throws, and 16 bytes are a `.uuid`.
  func value(_ column: Int) throws(StorageError) -> SQLValue

  /// Adds every column with its type to a digest, without creating values.
  func digest(into digest: inout RowDigest) throws(StorageError)
}

extension SQLRow {
  /// The column's value, such as `let title: String = try row["title"]`.
  @inlinable @inline(__always)
  public subscript<Value: SQLDecodable>(_ name: StaticString) -> Value {
    get throws(StorageError) { try Value.decode(self, at: position(of: name)) }
  }

  /// Returns what the closure makes of the column's value, or nil if it is null.
  @inlinable @inline(__always)
  public func decode<Stored: SQLDecodable, Value>(
    _ name: StaticString,
    _ transform: (Stored) throws -> Value?
  ) throws -> Value? {
    let stored: Stored? = try self[name]
    return try stored.flatMap(transform)
  }
}
