/// The valid values of a field; null is valid for every field that is not required.
package indirect enum FieldType: Sendable, Equatable {
  /// A value that must not be null.
  case required(FieldType)
  /// The ID of another record, or several IDs separated by spaces.
  case id, ids
  /// Free text of at most 1 MiB of UTF-8.
  case text
  /// A Boolean.
  case flag
  /// An integer in a closed range.
  case number(ClosedRange<Int64>)
  /// Milliseconds since 1970, before the year 2100 (UTC).
  case instant
  /// A calendar day such as `2026-01-05`.
  case day
  /// A date as precise as known: a day, a month or a year.
  case date
  /// A day, or a day and a time, without a time zone: ``WallTime/text``.
  case wallTime
  /// One of the listed words, or a word of a newer version: letters, digits, `_` and `.`.
  case word([String])
  /// A position in a book: ``Position/text``.
  case position
  /// A position in a book, or milliseconds of audio.
  case place
  /// The segments of a session: ``Timeline/text``.
  case segments

  /// The instants that can be stored: from 1970, where a clock without battery starts, until 2100.
  package static let instants = Instant(milliseconds: 0)..<Instant.limit

  /// The valid audio positions in milliseconds: up to 10,000 hours.
  static let audio: ClosedRange<Int64> = 0...36_000_000_000

  /// Returns the expected kind of value, worded to follow “is not”; nil if the value is valid.
  package func expectation(of value: FieldValue) -> String? {
    if case .required(let form) = self {
      return value == .null ? "set" : form.expectation(of: value)
    }
    return value == .null || accepts(value) ? nil : expectation
  }

  private func accepts(_ value: FieldValue) -> Bool {
    switch (self, value) {
    case (.flag, .bool): true
    case (.number(let range), .integer(let number)): range.contains(number)
    case (.instant, .integer(let number)):
      number >= 0 && Self.instants.contains(Instant(milliseconds: number))
    case (.place, .integer(let number)): Self.audio.contains(number)
    case (_, .text(let text)): accepts(text)
    default: false
    }
  }

  private func accepts(_ text: String) -> Bool {
    switch self {
    case .text: true
    case .id: RecordID(text: text) != nil
    case .ids: text.split(separator: " ").allSatisfy { RecordID(text: Self.unsigned($0)) != nil }
    case .day: LocalDay(text: text) != nil
    case .date: PartialDay(text: text) != nil
    case .wallTime: WallTime(text: text) != nil
    case .word: RecordParts.isName(text)
    case .position, .place: Self.isPosition(text)
    case .segments: (try? Timeline(text: text, endedAt: nil)) != nil
    case .flag, .number, .instant, .required: false
    }
  }

  /// Returns whether the text is a valid position, or has the unit of a newer version.
  private static func isPosition(_ text: String) -> Bool {
    let unit = String(text.prefix { $0 != ":" })
    guard ["page", "percent", "location"].contains(unit) else {
      return unit != text && RecordParts.isName(unit)
    }
    return (try? Position(text: text)) != nil
  }

  /// Returns the ID without the `+` that marks a contributor in a list of credits.
  private static func unsigned(_ word: Substring) -> String {
    String(word.utf8.first == 0x2B ? word.dropFirst() : word)
  }

  private var expectation: String {
    switch self {
    case .id: "an id"
    case .ids: "ids separated by spaces"
    case .text: "text"
    case .flag: "true or false"
    case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .instant: "an instant from 1970 until 2100, in milliseconds"
    case .day: "a day such as 2026-01-05"
    case .date: "a day, a month or a year"
    case .wallTime: "a day, or a day and a time"
    case .word(let words): words.isEmpty ? "a word" : "one of " + words.joined(separator: ", ")
    case .position: "a position"
    case .place: "a position, or milliseconds of audio"
    case .segments: "a list of segments"
    case .required(let form): form.expectation
    }
  }
}
