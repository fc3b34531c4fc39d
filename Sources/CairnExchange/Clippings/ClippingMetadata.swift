import Cairn

/// The second line of a clipping: its form, position and time.
///
/// `- Your Highlight on page 12 | Location 145-146 | Added on Monday, January 1, 2024 10:00:00 AM`,
/// in the language of the device. Parts that cannot be parsed are unknown.
struct ClippingMetadata: Equatable {
  /// The line.
  let line: String
  var form: Annotation.Form?
  var page: Int64?
  var location: Int64?
  var made: WallTime?
  /// Whether the line has a time that cannot be parsed, so that `made` has only the day.
  var isClockUnclear = false

  init(_ line: String) {
    self.line = line
    let parts = line.split(separator: "|").map(String.init)
    let reference = folded(
      (parts.count > 1 ? parts.dropLast() : parts[...]).joined(separator: " | ")
    )
    form =
      ClippingVocabulary.forms.first { form in form.words.contains { reference.contains($0) } }?
      .form
    page =
      ClippingVocabulary.pages.lazy.compactMap { Self.number(after: $0, in: reference) }.first
      ?? ClippingVocabulary.pageSigns.lazy.compactMap { Self.number(before: $0, in: reference) }
      .first
    location =
      ClippingVocabulary.locations.lazy.compactMap { Self.number(after: $0, in: reference) }.first
    let reading = WallTime.reading(of: parts.count > 1 ? parts[parts.count - 1] : "")
    (made, isClockUnclear) = (reading.time, reading.isClockUnclear)
  }

  /// Whether a line is a second line: it starts with one of the dashes of various languages.
  static func begins(_ line: String) -> Bool {
    let first = line.unicodeScalars.first { $0.properties.generalCategory != .format }
    return first.map { $0.properties.generalCategory == .dashPunctuation || $0 == "−" } ?? false
  }

  /// Returns the number after a word, with an optional `No.` between them.
  private static func number(after word: String, in text: String) -> Int64? {
    guard let found = text.firstRange(of: word) else { return nil }
    let rest = text[found.upperBound...].drop { " no".contains($0) }
    return possible(rest.prefix { $0.isASCII && $0.isNumber })
  }

  private static func number(before sign: String, in text: String) -> Int64? {
    guard let found = text.firstRange(of: sign) else { return nil }
    let before = trimmed(String(text[..<found.lowerBound]))
    let count = before.utf8.reversed().prefix { (48...57).contains($0) }.count
    return possible(before.suffix(count))
  }

  private static func possible(_ digits: some StringProtocol) -> Int64? {
    Int64(digits).flatMap { Annotation.places.contains($0) ? $0 : nil }
  }
}
