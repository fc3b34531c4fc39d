/// What a field of a record may hold; null clears every field but a required one.
package indirect enum FieldForm: Sendable, Equatable {
  /// What the record cannot do without.
  case required(FieldForm)
  /// The identity of another record, or several with blanks between.
  case id, ids
  /// Text of one's own, at most 1 MiB of UTF-8.
  case text
  /// Yes or no.
  case flag
  /// A whole number in a range, bounds included.
  case number(ClosedRange<Int64>)
  /// Milliseconds since 1970, until 2100 in UTC.
  case instant
  /// A civil day, `2026-01-05`.
  case day
  /// A civil date as far as it is known: a day, a month or a year.
  case date
  /// What a clock on the wall showed, ``WallTime/text``.
  case wallTime
  /// One of these words, or one of a newer version: letters, digits, `_` and `.`.
  case word([String])
  /// How far somebody has read, ``Position/text``.
  case position
  /// The same, or milliseconds of audio.
  case place
  /// The stretches of a session, ``Timeline/text``.
  case segments
  /// A stamp, ``Stamp/text``.
  case stamp
  /// Whatever a field can hold.
  case anything

  /// The instants that are stored: from 1970, the time of a clock that lost its battery, until 2100.
  package static let instants = Instant(milliseconds: 0)..<Instant.limit

  /// The places in audio: 10,000 hours.
  static let audio: ClosedRange<Int64> = 0...36_000_000_000

  /// What is wanted where a value does not fit, to follow “is not”; nil where it fits.
  package func expectation(of value: FieldValue) -> String? {
    if case .required(let form) = self {
      return value == .null ? "set" : form.expectation(of: value)
    }
    return value == .null || accepts(value) ? nil : words
  }

  private func accepts(_ value: FieldValue) -> Bool {
    switch (self, value) {
    case (.anything, _): true
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
    case .position, .place: Self.isPlace(text)
    case .segments: (try? Timeline(text: text, endedAt: nil)) != nil
    case .stamp: Stamp(text: text) != nil
    case .flag, .number, .instant, .anything, .required: false
    }
  }

  /// Whether it is a place in a unit that is known, or in one of a newer version.
  private static func isPlace(_ text: String) -> Bool {
    let unit = String(text.prefix { $0 != ":" })
    guard ["page", "percent", "location"].contains(unit) else {
      return unit != text && RecordParts.isName(unit)
    }
    return (try? Position(text: text)) != nil
  }

  /// An id without the `+` before someone who only took part.
  private static func unsigned(_ word: Substring) -> String {
    String(word.utf8.first == 0x2B ? word.dropFirst() : word)
  }

  private var words: String {
    switch self {
    case .id: "an id"
    case .ids: "ids with blanks between"
    case .text: "text"
    case .flag: "true or false"
    case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .instant: "an instant from 1970 until 2100, in milliseconds"
    case .day: "a day such as 2026-01-05"
    case .date: "a day, a month or a year"
    case .wallTime: "a day, or a day and a time"
    case .word(let words): words.isEmpty ? "a word" : "one of " + words.joined(separator: ", ")
    case .position: "a place"
    case .place: "a place, or milliseconds of audio"
    case .segments: "a list of stretches"
    case .stamp: "a stamp"
    case .anything: "a value"
    case .required(let form): form.words
    }
  }
}
