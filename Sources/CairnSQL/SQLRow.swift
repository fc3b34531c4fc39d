/// One row of a result, valid only in the closure that receives it.
///
/// Columns count from 0. Decoding is strict: a column of another type, or null, throws `typeMismatch`
/// with the column's name.
public protocol SQLRow: AnyObject {
  /// The number of columns.
  var columnCount: Int { get }

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
  /// Returns the column's integer, or nil if it is null.
  @inlinable
  public func integerOrNil(_ column: Int) throws(StorageError) -> Int64? {
    isNull(column) ? nil : try integer(column)
  }

  /// Returns the column's text, or nil if it is null.
  @inlinable
  public func textOrNil(_ column: Int) throws(StorageError) -> String? {
    isNull(column) ? nil : try text(column)
  }

  /// Returns the column's bytes, or nil if it is null.
  @inlinable
  public func blobOrNil(_ column: Int) throws(StorageError) -> [UInt8]? {
    isNull(column) ? nil : try blob(column)
  }

  /// Returns the halves of the column's UUID, or nil if it is null.
  @inlinable
  public func uuidOrNil(_ column: Int) throws(StorageError) -> (UInt64, UInt64)? {
    isNull(column) ? nil : try uuid(column)
  }
}
