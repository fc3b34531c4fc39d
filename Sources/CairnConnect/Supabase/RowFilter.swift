import Cairn

/// A condition on a row, as a query states it.
indirect enum RowFilter: Sendable, Equatable {
  case compare(column: String, Comparison, RowValue)
  case like(column: String, RowPattern)
  case among(column: String, Set<RowValue>)
  case isValue(column: String, RowValue)
  case all([RowFilter])
  case any([RowFilter])
  case not(RowFilter)

  /// How two values of one type are compared.
  enum Comparison: String, Sendable {
    case equal = "eq"
    case notEqual = "neq"
    case greater = "gt"
    case greaterOrEqual = "gte"
    case less = "lt"
    case lessOrEqual = "lte"
  }

  /// Returns whether a row meets the condition; nil for unknown, as of a comparison with null (SQL's three values).
  func holds(for row: Row) -> Bool? {
    switch self {
    case .compare(let column, let comparison, let value):
      return row[column].order(to: value).map(comparison.accepts)
    case .like(let column, let pattern):
      guard case .text(let text) = row[column] else { return nil }
      return pattern.matches(text)
    case .among(let column, let values):
      return row[column] == .null ? nil : values.contains(row[column])
    case .isValue(let column, let value): return row[column] == value
    case .all(let parts): return Self.all(parts.map { $0.holds(for: row) })
    case .any(let parts): return Self.all(parts.map { $0.holds(for: row).map(!) }).map(!)
    case .not(let part): return part.holds(for: row).map(!)
    }
  }

  /// Returns the filter without the conditions, among those that must all hold, that a column is after a later time.
  func withoutBound(of column: String, after limit: RowValue) -> RowFilter {
    guard case .all(let parts) = self else { return self }
    return .all(
      parts.filter { part in
        guard case .compare(column, let comparison, let value) = part,
          [.greater, .greaterOrEqual].contains(comparison)
        else { return true }
        return (value.order(to: limit) ?? 0) <= 0
      }
    )
  }

  private static func all(_ values: [Bool?]) -> Bool? {
    values.contains(false) ? false : values.contains(nil) ? nil : true
  }
}

extension RowFilter.Comparison {
  /// Returns whether an order of the column's value to the other one meets the comparison; negative for smaller.
  fileprivate func accepts(_ order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    }
  }
}

extension RowValue {
  /// Returns -1, 0 or 1 if the value is smaller than, equal to or larger than another of its type; else nil.
  func order(to other: RowValue) -> Int? {
    switch (self, other) {
    case (.bool(let left), .bool(let right)): Self.order(left ? 1 : 0, right ? 1 : 0)
    case (.integer(let left), .integer(let right)), (.time(let left), .time(let right)):
      Self.order(left, right)
    case (.text(let left), .text(let right)): Self.order(Text(left), Text(right))
    case (.uuid(let left), .uuid(let right)): Self.order(left, right)
    default: nil
    }
  }

  private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
    left < right ? -1 : left == right ? 0 : 1
  }

  /// A text ordered by its bytes, as every text of a log is.
  private struct Text: Comparable {
    let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    static func < (left: Text, right: Text) -> Bool {
      left.bytes.lexicographicallyPrecedes(right.bytes)
    }
  }
}
