import Cairn
import CairnHTTP

/// A value of a row, as PostgreSQL types it.
enum RowValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case text(String)
  case uuid(RecordID)
  /// Microseconds since 1970, in UTC.
  case time(Int64)

  /// The value as JSON; a time as PostgREST writes it: `2026-01-23T10:00:00.25+00:00`.
  var json: JSON {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .text(let value): .string(value)
    case .uuid(let value): .string(value.text)
    case .time(let value): .string(Self.text(ofTime: value))
    }
  }

  private static func text(ofTime microseconds: Int64) -> String {
    let seconds = floorDivide(microseconds, 1_000_000)
    let whole = Instant(milliseconds: seconds * 1_000).text.dropLast()
    let digits = String(microseconds - seconds * 1_000_000 + 1_000_000).dropFirst()
    let fraction = digits.reversed().drop { $0 == "0" }.reversed()
    return whole + (fraction.isEmpty ? "" : "." + String(fraction)) + "+00:00"
  }
}

/// The type of a column.
enum RowType: Sendable {
  case bool
  case integer
  case text
  case uuid
  case time

  private var name: String {
    switch self {
    case .bool: "boolean"
    case .integer: "integer"
    case .text: "text"
    case .uuid: "uuid"
    case .time: "timestamp with time zone"
    }
  }

  /// The maximum length of a text, in bytes.
  private static let textLimit = 100_000

  /// Reads a value of a body; throws the error `22P02` for one of another type.
  func value(of json: JSON) throws -> RowValue {
    switch (self, json) {
    case (_, .null): return .null
    case (.bool, .bool(let value)): return .bool(value)
    case (.integer, .integer(let value)): return .integer(value)
    case (.text, .string(let text)): return .text(try checked(text))
    case (_, .string(let text)): return try value(of: text)
    default: throw invalid(json.text)
    }
  }

  /// Reads a value of a filter; throws the error `22P02` for one of another type.
  func value(of text: String) throws -> RowValue {
    let value: RowValue? =
      switch self {
      case .bool: Self.bools[text.lowercased()].map(RowValue.bool)
      case .integer: Int64(text).map(RowValue.integer)
      case .text: .text(try checked(text))
      case .uuid: RecordID(text: text).map(RowValue.uuid)
      case .time: Self.microseconds(text).map(RowValue.time)
      }
    guard let value else { throw invalid(text) }
    return value
  }

  private static let bools = ["true": true, "t": true, "false": false, "f": false]

  private func checked(_ text: String) throws -> String {
    guard text.utf8.count <= Self.textLimit, !text.utf8.contains(0) else {
      throw DialectError(
        .badRequest,
        "a text has at most \(Self.textLimit) bytes, and none of them is 0",
        code: "22001"
      )
    }
    return text
  }

  private func invalid(_ text: String) -> DialectError {
    let start = String(text.prefix(60))
    return DialectError(
      .badRequest,
      "invalid input syntax for type \(name): \"\(start)\"",
      code: "22P02"
    )
  }

  /// Reads RFC 3339, a time of day without an offset as UTC, or a date as its midnight in UTC; nil for another text.
  private static func microseconds(_ text: String) -> Int64? {
    let isDate = LocalDay(text: text) != nil
    let hasOffset = text.utf8.dropFirst(10).contains { "Zz+- ".utf8.contains($0) }
    let whole = isDate ? text + "T00:00:00Z" : hasOffset ? text : text + "Z"
    guard let instant = Instant(listening: whole) else { return nil }
    return instant.milliseconds * 1_000 + belowMillisecond(whole)
  }

  /// Returns the fourth to sixth digit of the fraction of a second.
  private static func belowMillisecond(_ text: String) -> Int64 {
    let fraction = text.utf8.drop { $0 != UInt8(ascii: ".") }.dropFirst()
    let digits = fraction.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let padded = String(decoding: digits.dropFirst(3).prefix(3), as: UTF8.self)
    return Int64((padded + "000").prefix(3)) ?? 0
  }
}

extension Instant {
  /// The time as a value of a row.
  var rowValue: RowValue { .time(milliseconds * 1_000) }
}
