import Cairn
import Foundation

/// The envelope of every successful response.
struct Envelope<Value: Decodable>: Decodable {
  let data: Value
}

/// The payload of a list of sessions.
struct SessionPage: Decodable {
  struct Pagination: Decodable {
    let total: Int
    let limit: Int
    let offset: Int
    let hasMore: Bool
  }

  let sessions: [ListeningSession]
  let pagination: Pagination
}

/// An error response: `error` under `/api/v1`, `code` under `/api/auth` (spec/listening.md 1.1, 3).
struct ErrorResponse: Decodable {
  let error: String?
  let code: String?
  let message: String?

  var hasContent: Bool { error != nil || code != nil || message != nil }
  var text: String { message ?? error ?? code ?? "" }
}

/// The coding of dates.
enum JSONDate {
  /// Returns whole seconds in UTC, `2026-01-05T18:00:00Z`, the form that every decoder accepts.
  static func text(_ date: Date) -> String {
    Instant(milliseconds: Int64(date.timeIntervalSince1970.rounded(.down)) * 1_000).text
  }

  /// Parses RFC 3339 with any offset; the fraction is optional.
  static func date(_ text: String) -> Date? { Instant(text: text).map { Date($0) } }
}

/// The coding of JSON bodies.
enum JSONCoding {
  static func encode(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(JSONDate.text(date))
    }
    return (try? encoder.encode(value)).map { [UInt8]($0) } ?? []
  }

  static func decode<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      if let date = JSONDate.date(text) { return date }
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "Invalid date: \(text)"
      )
    }
    return try? decoder.decode(type, from: Data(bytes))
  }
}
