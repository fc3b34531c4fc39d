/// One row of a result, valid only inside the closure it is given to.
///
/// Columns count from 0. Decoding is strict: a column that holds another type, or null, throws
/// `typeMismatch` with the column's name instead of guessing.
public protocol SQLRow: AnyObject {
  /// How many columns the row has.
  var columnCount: Int { get }

  /// Tells whether the column is null.
  func isNull(_ column: Int) -> Bool

  /// The column's integer.
  func integer(_ column: Int) throws(StorageError) -> Int64

  /// The column's text, which must be valid UTF-8.
  func text(_ column: Int) throws(StorageError) -> String

  /// The column's bytes.
  func blob(_ column: Int) throws(StorageError) -> [UInt8]

  /// The high and low half of a column of exactly 16 bytes.
  func uuid(_ column: Int) throws(StorageError) -> (UInt64, UInt64)

  /// Whatever the column holds; floating-point columns throw, and 16 bytes are a `.uuid`.
  func value(_ column: Int) throws(StorageError) -> SQLValue

  /// Adds every column to a digest without making values of them; a type is part of the digest.
  func digest(into digest: inout RowDigest) throws(StorageError)
}

extension SQLRow {
  /// The column's integer, or nil when it is null.
  @inlinable
  public func integerOrNil(_ column: Int) throws(StorageError) -> Int64? {
    isNull(column) ? nil : try integer(column)
  }

  /// The column's text, or nil when it is null.
  @inlinable
  public func textOrNil(_ column: Int) throws(StorageError) -> String? {
    isNull(column) ? nil : try text(column)
  }

  /// The column's bytes, or nil when it is null.
  @inlinable
  public func blobOrNil(_ column: Int) throws(StorageError) -> [UInt8]? {
    isNull(column) ? nil : try blob(column)
  }

  /// The halves of the column's UUID, or nil when it is null.
  @inlinable
  public func uuidOrNil(_ column: Int) throws(StorageError) -> (UInt64, UInt64)? {
    isNull(column) ? nil : try uuid(column)
  }
}
