public import Cairn
public import CairnSQL

extension RecordID: SQLBindable {
  /// The stored value.
  public var sqlValue: SQLValue { .uuid(high, low) }
}

extension Identifier: SQLBindable {
  /// The stored value.
  public var sqlValue: SQLValue { record.sqlValue }
}

extension Instant: SQLBindable {
  /// The stored value: milliseconds of the Unix epoch.
  public var sqlValue: SQLValue { .integer(milliseconds) }
}

extension Milliseconds: SQLBindable {
  /// The stored value: a number of milliseconds.
  public var sqlValue: SQLValue { .integer(count) }
}

extension LocalDay: SQLBindable {
  /// The stored value: the day number.
  public var sqlValue: SQLValue { .integer(Int64(number)) }
}

extension RecordID: SQLDecodable {
  /// Returns the id.
  public static func decode(_ row: some SQLRow, at column: Int) throws(StorageError) -> RecordID {
    let (high, low) = try row.uuid(column)
    return RecordID(high: high, low: low)
  }
}

extension Identifier: SQLDecodable {
  /// Returns the id.
  public static func decode(_ row: some SQLRow, at column: Int) throws(StorageError) -> Self {
    Self(try RecordID.decode(row, at: column))
  }
}

extension Instant: SQLDecodable {
  /// Returns the time.
  public static func decode(_ row: some SQLRow, at column: Int) throws(StorageError) -> Instant {
    Instant(milliseconds: try row.integer(column))
  }
}

extension Milliseconds: SQLDecodable {
  /// Returns the duration.
  public static func decode(_ row: some SQLRow, at column: Int) throws(StorageError) -> Milliseconds
  {
    Milliseconds(try row.integer(column))
  }
}

extension LocalDay: SQLDecodable {
  /// Returns the day.
  public static func decode(_ row: some SQLRow, at column: Int) throws(StorageError) -> LocalDay {
    LocalDay(number: Int32(truncatingIfNeeded: try row.integer(column)))
  }
}
