/// The parts of a grade: for `6a+` the number 6, the letter `a` and the sign `+`.
struct GradeName: Sendable, Equatable {
  /// The number; nil if it is that of the grade before the slash: the `b` of `5.10a/b`.
  var number: Int?
  /// The letter `a` to `d`, in lower case.
  var letter: UInt8?
  /// The sign, `+` or `-`.
  var sign: UInt8?

  /// The number of `VB`, which is easier than 0.
  static let basic = -1

  /// The Roman numerals from 1 on.
  static let romans = [
    "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII",
  ]

  /// The same grade without its sign.
  var unsigned: GradeName { GradeName(number: number, letter: letter) }

  /// Returns the second part of a slash grade, with its missing parts taken from the first one.
  func filled(from first: GradeName) -> GradeName {
    guard number == nil else { return self }
    return GradeName(number: first.number, letter: letter ?? first.letter, sign: sign)
  }
}

extension GradeName {
  /// Parses a word of lower-case ASCII; nil if it contains anything else.
  ///
  /// The number may be missing; the parser of slash grades fills it in.
  init?(_ word: ArraySlice<UInt8>, in scale: GradeScale) {
    var remainder = word
    number = Self.parseNumber(&remainder, in: scale)
    letter = Self.take(UInt8(ascii: "a")...UInt8(ascii: "d"), &remainder)
    sign =
      Self.take(UInt8(ascii: "+")...UInt8(ascii: "+"), &remainder)
      ?? Self.take(UInt8(ascii: "-")...UInt8(ascii: "-"), &remainder)
    if !remainder.isEmpty || word.isEmpty { return nil }
  }

  /// Removes the number at the start; leaves a malformed number in place.
  static func parseNumber(_ remainder: inout ArraySlice<UInt8>, in scale: GradeScale) -> Int? {
    if scale == .v, take(UInt8(ascii: "b")...UInt8(ascii: "b"), &remainder) != nil { return basic }
    let digits = remainder.prefix { (48...57).contains($0) }
    guard !digits.isEmpty else { return scale.isRoman ? parseRoman(&remainder) : nil }
    guard digits.count == 1 || (digits.count == 2 && digits.first != 48) else { return nil }
    remainder.removeFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int($1) - 48 }
  }

  private static func parseRoman(_ remainder: inout ArraySlice<UInt8>) -> Int? {
    let letters = remainder.prefix { "ivx".utf8.contains($0) }
    let numeral = letters.map { $0 - 32 }
    guard let index = romans.firstIndex(where: { $0.utf8.elementsEqual(numeral) })
    else { return nil }
    remainder.removeFirst(letters.count)
    return index + 1
  }

  private static func take(_ range: ClosedRange<UInt8>, _ remainder: inout ArraySlice<UInt8>)
    -> UInt8?
  {
    guard let first = remainder.first, range.contains(first) else { return nil }
    remainder.removeFirst()
    return first
  }
}
