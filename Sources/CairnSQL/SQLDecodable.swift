/// A Swift value that can be read from a column.
public protocol SQLDecodable {
  /// Returns the value of a column; throws `typeMismatch` for a column of another type.
  static func decode(_ row: some SQLRow, at column: Int) throws(StorageError) -> Self
}

extension Int64: SQLDecodable {
  /// Returns the integer.
  @inlinable
  public static func decode(_ row: some SQLRow, at column: Int) throws(StorageError) -> Int64 {
    try row.integer(column)
  }
}

extension Int: SQLDecodable {
  /// Returns the integer.
  @inlinable
  public static func decode(_ row: some SQLRow, at column: Int) throws(StorageError) -> Int {
    Int(try row.integer(column))
  }
}

extension Bool: SQLDecodable {
  /// Returns whether the integer is not 0.
  @inlinable
  public static func decode(_ row: some SQLRow, at column: Int) throws(StorageError) -> Bool {
    try row.integer(column) != 0
  }
}

extension String: SQLDecodable {
  /// Returns the text.
  @inlinable
  public static func decode(_ row: some SQLRow, at column: Int) throws(StorageError) -> String {
    try row.text(column)
  }
}

extension [UInt8]: SQLDecodable {
  /// Returns the bytes.
  @inlinable
  public static func decode(_ row: some SQLRow, at column: Int) throws(StorageError) -> [UInt8] {
    try row.blob(column)
  }
}

extension Optional: SQLDecodable where Wrapped: SQLDecodable {
  /// Returns the value, or nil if the column is null.
  @inlinable
  public static func decode(_ row: some SQLRow, at column: Int) throws(StorageError) -> Wrapped? {
    row.isNull(column) ? nil : try Wrapped.decode(row, at: column)
  }
}
