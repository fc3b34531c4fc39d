extension GradeScale {
  /// The prefix before the number of each grade.
  var prefix: String {
    switch self {
    case .v: "V"
    case .yds: "5."
    default: ""
    }
  }

  /// Whether grades are written with Roman numerals; Arabic ones are accepted too.
  var isRoman: Bool { self == .uiaa || self == .saxon }

  /// Whether a plus or a minus makes any number a little harder or easier.
  var allowsSigns: Bool { self != .ewbank && self != .saxon }

  /// The numbers that may be written without their letter: the low ones of Fontainebleau and France
  /// (`5+`), the high ones of the USA (`5.10`).
  var numbersAlone: ClosedRange<Int>? {
    switch self {
    case .font, .french: 1...5
    case .yds: 10...15
    default: nil
    }
  }

  /// Returns whether a grade is a number alone that includes several grades: `5.10`.
  func isFamily(_ name: GradeName) -> Bool {
    guard name.letter == nil, name.sign == nil, let number = name.number else { return false }
    return numbersAlone?.contains(number) ?? false
  }

  /// Whether suffixes for danger, ice and aid may follow a grade, as in the USA.
  var allowsSuffixes: Bool { self == .v || self == .yds }

  /// Returns the usual spelling of a parsed grade.
  func label(_ name: GradeName) -> String {
    let number = name.number.map(numeral) ?? ""
    let letter = name.letter.map { String(Unicode.Scalar(self == .font ? $0 - 32 : $0)) } ?? ""
    let sign = name.sign.map { String(Unicode.Scalar($0)) } ?? ""
    return prefix + number + letter + sign
  }

  private func numeral(_ number: Int) -> String {
    if number == GradeName.basic { return "B" }
    return isRoman && (1...GradeName.romans.count).contains(number)
      ? GradeName.romans[number - 1] : String(number)
  }
}
