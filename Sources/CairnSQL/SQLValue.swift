/// A value that both engines can store.
///
/// There is no floating-point case: instants are milliseconds, grades and ratings are scaled integers.
public enum SQLValue: Sendable, Hashable {
  /// Null.
  case null
  /// A signed 64-bit integer; `Bool` is 0 or 1.
  case integer(Int64)
  /// Text as UTF-8; it may contain NUL bytes on SQLite.
  case text(String)
  /// Bytes; empty bytes are not null.
  case blob([UInt8])
  /// A UUID as its high and low half: 16 bytes, big-endian (`BLOB` on SQLite, `uuid` on PostgreSQL).
  case uuid(UInt64, UInt64)

  /// Returns whether both are the same bytes: the engines distinguish texts by bytes, Swift by canonical equivalence.
  public static func == (left: SQLValue, right: SQLValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let one), .integer(let other)): one == other
    case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
    case (.blob(let one), .blob(let other)): one == other
    case (.uuid(let high, let low), .uuid(let otherHigh, let otherLow)):
      (high, low) == (otherHigh, otherLow)
    default: false
    }
  }
}

/// A Swift value that can be interpolated into an `SQL`.
public protocol SQLBindable: Sendable {
  /// The value to store.
  var sqlValue: SQLValue { get }
}

extension SQLValue: SQLBindable {
  /// The value itself.
  public var sqlValue: SQLValue { self }
}

extension Int64: SQLBindable {
  /// An integer.
  public var sqlValue: SQLValue { .integer(self) }
}

extension Int: SQLBindable {
  /// An integer.
  public var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int32: SQLBindable {
  /// An integer.
  public var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Bool: SQLBindable {
  /// The integer 1 for true, 0 for false.
  public var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension String: SQLBindable {
  /// Text.
  public var sqlValue: SQLValue { .text(self) }
}

extension [UInt8]: SQLBindable {
  /// Bytes.
  public var sqlValue: SQLValue { .blob(self) }
}
