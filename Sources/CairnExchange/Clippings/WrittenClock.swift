/// The time in a line: `9:46:06 p. m.`, `21h46min06s`, `4.46 Uhr`, `上午09时11分28秒`.
///
/// Numbers after a sign or `GMT` are a UTC offset, not a time.
struct WrittenClock {
  /// Seconds since midnight; nil if the time is unclear.
  let second: Int64?
  /// The tokens of the time.
  let places: Range<Int>

  /// Finds the only time; nil if there is none or more than one.
  init?(in pieces: [LinePiece]) {
    var found: [Digits] = []
    var index = 0
    while index < pieces.count {
      if let digits = Digits(pieces, at: index) {
        if !digits.isOffset(in: pieces) { found.append(digits) }
        index = digits.places.upperBound
      } else {
        index += 1
      }
    }
    guard found.count == 1, let digits = found.first else { return nil }
    places = digits.places
    second = digits.second(DayHalf(of: places, in: pieces))
  }
}

/// The numbers of a time within the tokens of a line.
private struct Digits {
  let hour: Int64
  let minute: Int64
  let seconds: Int64
  let places: Range<Int>

  init?(_ pieces: [LinePiece], at start: Int) {
    guard let hour = pieces.piece(start), (1...2).contains(hour.digits),
      !Self.continues(pieces, start),
      let (minute, end) = Self.part(pieces, after: start, ":：.", ClockUnits.hours),
      Self.isClock(pieces, start, end)
    else { return nil }
    var (seconds, last) = (Int64(0), end)
    if let (value, index) = Self.part(pieces, after: end - 1, ":：.", ClockUnits.minutes) {
      (seconds, last) = (value, ClockUnits.skip(ClockUnits.seconds, pieces, index))
    } else {
      last = ClockUnits.skip(ClockUnits.minutes, pieces, end)
    }
    let follows = pieces.piece(last)?.isSign(among: ":：.") == true
    guard let value = hour.number, value < 24, minute < 60, seconds < 60,
      !(follows && (pieces.piece(last + 1)?.digits ?? 0) > 0)
    else { return nil }
    (self.hour, self.minute, self.seconds, places) = (value, minute, seconds, start..<last)
  }

  /// Whether a number continues a longer one with dots or colons, such as a date.
  private static func continues(_ pieces: [LinePiece], _ index: Int) -> Bool {
    pieces.piece(index - 1)?.isSign(among: ":：.") == true
      && (pieces.piece(index - 2)?.digits ?? 0) > 0
  }

  /// Returns the number after a separator or unit that follows `index`, and the index after it.
  private static func part(
    _ pieces: [LinePiece],
    after index: Int,
    _ signs: String,
    _ units: Set<String>
  ) -> (Int64, Int)? {
    if pieces.piece(index + 1)?.isSign(among: signs) == true {
      guard let piece = pieces.piece(index + 2), piece.digits == 2, let number = piece.number
      else { return nil }
      return (number, index + 3)
    }
    let unit = ClockUnits.skip(units, pieces, index + 1)
    guard unit > index + 1, case let next = pieces.afterBlank(unit),
      let piece = pieces.piece(next), (1...2).contains(piece.digits), let number = piece.number
    else { return nil }
    return (number, next + 1)
  }

  /// Whether numbers with a dot between them are a time rather than a date: they follow a year, or
  /// a word for hours follows them.
  private static func isClock(_ pieces: [LinePiece], _ start: Int, _ end: Int) -> Bool {
    guard pieces.piece(start + 1)?.isSign(among: ".") == true else { return true }
    let next = pieces.piece(pieces.afterBlank(end))?.word?.lowercased()
    if next == "uhr" { return true }
    return pieces[..<start].contains { $0.digits == 4 }
  }

  /// Whether it is a UTC offset.
  func isOffset(in pieces: [LinePiece]) -> Bool {
    pieces.piece(places.lowerBound - 1)?.isSign(among: "+-−‐‑–") == true
  }

  /// Returns seconds since midnight for a half of the day; nil if hour and half do not fit.
  func second(_ half: DayHalf) -> Int64? {
    guard let hour = half.hour(hour) else { return nil }
    return hour * 3_600 + minute * 60 + seconds
  }
}

/// Units after the numbers of a time in various languages, in lower case.
private enum ClockUnits {
  static let hours: Set = ["h", "hr", "hs", "hrs", "时", "時", "點", "点", "시", "ч", "uhr"]
  static let minutes: Set = ["m", "min", "分", "분", "мин", "м"]
  static let seconds: Set = ["s", "seg", "sek", "sec", "秒", "초", "с", "сек"]

  /// Returns the index after a unit at `index`, with an optional space before and dot after it;
  /// returns `index` if there is no unit.
  static func skip(_ units: Set<String>, _ pieces: [LinePiece], _ index: Int) -> Int {
    let start = pieces.afterBlank(index)
    guard let word = pieces.piece(start)?.word?.lowercased(), units.contains(unit(word))
    else { return index }
    return pieces.piece(start + 1)?.isSign(among: ".") == true ? start + 2 : start + 1
  }

  /// Returns the first character in scripts without spaces between words, else the word.
  private static func unit(_ word: String) -> String {
    guard let first = word.unicodeScalars.first, first.value >= 0x3000 else { return word }
    return String(word.prefix(1))
  }
}

/// The half of the day that a line states for a time.
enum DayHalf {
  /// None stated: a 24-hour clock.
  case none
  case morning
  case afternoon
  /// An unknown word follows.
  case unclear

  /// Checks the tokens before and after a time.
  init(of places: Range<Int>, in pieces: [LinePiece]) {
    let before = Self.before(places.lowerBound, pieces)
    self = before == .none ? Self.suffixHalf(places.upperBound, pieces) : before
  }

  /// Returns the hour from 0 to 23; nil if the half is unclear or does not have the hour.
  func hour(_ hour: Int64) -> Int64? {
    switch self {
    case .none: hour
    case .morning: hour > 12 ? nil : hour % 12
    case .afternoon: hour < 12 ? hour + 12 : hour
    // From 13 on, and at 0, the hour is unambiguous.
    case .unclear: (1...12).contains(hour) ? nil : hour
    }
  }

  /// Returns the half before a time, as in Chinese, Japanese and Korean, which do not separate words.
  ///
  /// `AM` and `PM` must be upper case, because `am` is German for “on”.
  private static func before(_ start: Int, _ pieces: [LinePiece]) -> DayHalf {
    let index = pieces.piece(start - 1) == .blank ? start - 2 : start - 1
    guard let word = pieces.piece(index)?.word else { return .none }
    if word == "AM" { return .morning }
    if word == "PM" { return .afternoon }
    if ClippingVocabulary.mornings.contains(where: word.hasSuffix) { return .morning }
    if ClippingVocabulary.afternoons.contains(where: word.hasSuffix) { return .afternoon }
    return ClippingVocabulary.partsOfDay.contains(where: word.hasSuffix) ? .unclear : .none
  }

  private static func suffixHalf(_ end: Int, _ pieces: [LinePiece]) -> DayHalf {
    let index = pieces.afterBlank(end)
    guard let word = pieces.piece(index)?.word, word != "GMT", word != "UTC" else { return .none }
    let (first, rest) = (word.lowercased(), initial(index + 1, pieces))
    let letters = first.count == 1 ? first + rest : first
    if ClippingVocabulary.mornings.contains(letters) { return .morning }
    if ClippingVocabulary.afternoons.contains(letters) { return .afternoon }
    let isKnown = isZone(word) || ClippingVocabulary.clockSuffixes.contains(first)
    return isKnown ? .none : .unclear
  }

  /// Returns the second letter of `p. m.`, or an empty string.
  private static func initial(_ index: Int, _ pieces: [LinePiece]) -> String {
    var index = index
    if pieces.piece(index)?.isSign(among: ".") == true { index += 1 }
    let word = pieces.piece(pieces.afterBlank(index))?.word?.lowercased() ?? ""
    return word.count == 1 ? word : ""
  }

  /// Whether a word is a zone name such as `CET`, `MESZ` or `BRT`.
  private static func isZone(_ word: String) -> Bool {
    (3...5).contains(word.count) && "TZ".contains(word.last ?? " ")
      && word.utf8.allSatisfy { (65...90).contains($0) }
  }
}
