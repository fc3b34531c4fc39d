import Cairn

/// The clock in a line: `9:46:06 p. m.`, `21h46min06s`, `4.46 Uhr`, `上午09时11分28秒`.
///
/// A clock that follows a sign or `GMT` is how far the zone is from Greenwich, and none.
struct WrittenClock {
  /// Seconds since midnight; nil where the line shows a clock that is not surely understood.
  let second: Int64?
  /// The pieces it takes up.
  let places: Range<Int>

  /// Finds the only clock; nil when there is none, or more than one.
  init?(in pieces: [LinePiece]) {
    var found: [Digits] = []
    var place = 0
    while place < pieces.count {
      if let digits = Digits(pieces, at: place) {
        if !digits.isOffset(in: pieces) { found.append(digits) }
        place = digits.places.upperBound
      } else {
        place += 1
      }
    }
    guard found.count == 1, let digits = found.first else { return nil }
    places = digits.places
    second = digits.second(DayHalf(of: places, in: pieces))
  }
}

/// The figures of a clock among the pieces of a line.
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
    if let (value, place) = Self.part(pieces, after: end - 1, ":：.", ClockUnits.minutes) {
      (seconds, last) = (value, ClockUnits.skip(ClockUnits.seconds, pieces, place))
    } else {
      last = ClockUnits.skip(ClockUnits.minutes, pieces, end)
    }
    let follows = pieces.piece(last)?.isSign(among: ":：.") == true
    guard let value = hour.number, value < 24, minute < 60, seconds < 60,
      !(follows && (pieces.piece(last + 1)?.digits ?? 0) > 0)
    else { return nil }
    (self.hour, self.minute, self.seconds, places) = (value, minute, seconds, start..<last)
  }

  /// Whether a number is the end of a longer one with points or colons, such as a date.
  private static func continues(_ pieces: [LinePiece], _ place: Int) -> Bool {
    pieces.piece(place - 1)?.isSign(among: ":：.") == true
      && (pieces.piece(place - 2)?.digits ?? 0) > 0
  }

  /// The number behind a sign or a unit that follows `place`, and the place behind that number.
  private static func part(
    _ pieces: [LinePiece],
    after place: Int,
    _ signs: String,
    _ units: Set<String>
  ) -> (Int64, Int)? {
    if pieces.piece(place + 1)?.isSign(among: signs) == true {
      guard let piece = pieces.piece(place + 2), piece.digits == 2, let number = piece.number
      else { return nil }
      return (number, place + 3)
    }
    let unit = ClockUnits.skip(units, pieces, place + 1)
    guard unit > place + 1, case let next = pieces.afterBlank(unit),
      let piece = pieces.piece(next), (1...2).contains(piece.digits), let number = piece.number
    else { return nil }
    return (number, next + 1)
  }

  /// Whether figures with a point between them are a clock and no date: they stand behind a year or
  /// a word for hours, or before one.
  private static func isClock(_ pieces: [LinePiece], _ start: Int, _ end: Int) -> Bool {
    guard pieces.piece(start + 1)?.isSign(among: ".") == true else { return true }
    let next = pieces.piece(pieces.afterBlank(end))?.word?.lowercased()
    if next == "uhr" { return true }
    return pieces[..<start].contains { $0.digits == 4 }
  }

  /// Whether it says how far a zone is from Greenwich.
  func isOffset(in pieces: [LinePiece]) -> Bool {
    pieces.piece(places.lowerBound - 1)?.isSign(among: "+-−‐‑–") == true
  }

  /// Seconds since midnight by the half of the day; nil when they do not go together.
  func second(_ half: DayHalf) -> Int64? {
    guard let hour = half.hour(hour) else { return nil }
    return hour * 3_600 + minute * 60 + seconds
  }
}

/// What stands behind the figures of a clock in some languages, in lower case.
private enum ClockUnits {
  static let hours: Set = ["h", "hr", "hs", "hrs", "时", "時", "點", "点", "시", "ч", "uhr"]
  static let minutes: Set = ["m", "min", "分", "분", "мин", "м"]
  static let seconds: Set = ["s", "seg", "sek", "sec", "秒", "초", "с", "сек"]

  /// The place behind a unit at `place`, a blank before it and a point behind it passed over;
  /// `place` when there is none.
  static func skip(_ units: Set<String>, _ pieces: [LinePiece], _ place: Int) -> Int {
    let start = pieces.afterBlank(place)
    guard let word = pieces.piece(start)?.word?.lowercased(), units.contains(unit(word))
    else { return place }
    return pieces.piece(start + 1)?.isSign(among: ".") == true ? start + 2 : start + 1
  }

  /// Where words are not set apart, the first character.
  private static func unit(_ word: String) -> String {
    guard let first = word.unicodeScalars.first, first.value >= 0x3000 else { return word }
    return String(word.prefix(1))
  }
}

/// Which half of the day a line says that a clock is in.
enum DayHalf {
  /// Nothing is said: all 24 hours.
  case none
  case morning
  case afternoon
  /// Something stands there that is not understood.
  case unclear

  /// Looks before and behind the pieces of a clock.
  init(of places: Range<Int>, in pieces: [LinePiece]) {
    let before = Self.before(places.lowerBound, pieces)
    self = before == .none ? Self.behind(places.upperBound, pieces) : before
  }

  /// The hour from 0 to 23; nil when it is not understood, or there is no such hour in that half.
  func hour(_ hour: Int64) -> Int64? {
    switch self {
    case .none: hour
    case .morning: hour > 12 ? nil : hour % 12
    case .afternoon: hour < 12 ? hour + 12 : hour
    // From 13 on, and at 0, the figures alone tell.
    case .unclear: (1...12).contains(hour) ? nil : hour
    }
  }

  /// The half that stands before a clock, as in Chinese, Japanese and Korean, which set no words apart.
  ///
  /// `AM` and `PM` stand there in capitals: `am` is German for “on”.
  private static func before(_ start: Int, _ pieces: [LinePiece]) -> DayHalf {
    let place = pieces.piece(start - 1) == .blank ? start - 2 : start - 1
    guard let word = pieces.piece(place)?.word else { return .none }
    if word == "AM" { return .morning }
    if word == "PM" { return .afternoon }
    if ClippingWords.mornings.contains(where: word.hasSuffix) { return .morning }
    if ClippingWords.afternoons.contains(where: word.hasSuffix) { return .afternoon }
    return ClippingWords.partsOfDay.contains(where: word.hasSuffix) ? .unclear : .none
  }

  private static func behind(_ end: Int, _ pieces: [LinePiece]) -> DayHalf {
    let place = pieces.afterBlank(end)
    guard let word = pieces.piece(place)?.word, word != "GMT", word != "UTC" else { return .none }
    let (first, rest) = (word.lowercased(), initial(place + 1, pieces))
    let letters = first.count == 1 ? first + rest : first
    if ClippingWords.mornings.contains(letters) { return .morning }
    if ClippingWords.afternoons.contains(letters) { return .afternoon }
    let isKnown = isZone(word) || ClippingWords.behindClocks.contains(first)
    return isKnown ? .none : .unclear
  }

  /// The second letter of `p. m.`, or nothing.
  private static func initial(_ place: Int, _ pieces: [LinePiece]) -> String {
    var place = place
    if pieces.piece(place)?.isSign(among: ".") == true { place += 1 }
    let word = pieces.piece(pieces.afterBlank(place))?.word?.lowercased() ?? ""
    return word.count == 1 ? word : ""
  }

  /// `CET`, `MESZ`, `BRT`.
  private static func isZone(_ word: String) -> Bool {
    (3...5).contains(word.count) && "TZ".contains(word.last ?? " ")
      && word.utf8.allSatisfy { (65...90).contains($0) }
  }
}
