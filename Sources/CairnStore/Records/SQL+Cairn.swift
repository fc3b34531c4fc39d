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

extension SQLRow {
  package func id(_ column: Int) throws(StorageError) -> RecordID {
    let (high, low) = try uuid(column)
    return RecordID(high: high, low: low)
  }

  package func idOrNil(_ column: Int) throws(StorageError) -> RecordID? {
    try uuidOrNil(column).map { RecordID(high: $0.0, low: $0.1) }
  }

  package func instant(_ column: Int) throws(StorageError) -> Instant {
    Instant(milliseconds: try integer(column))
  }

  package func instantOrNil(_ column: Int) throws(StorageError) -> Instant? {
    try integerOrNil(column).map { Instant(milliseconds: $0) }
  }

  package func day(_ column: Int) throws(StorageError) -> LocalDay {
    LocalDay(number: Int32(truncatingIfNeeded: try integer(column)))
  }
}
