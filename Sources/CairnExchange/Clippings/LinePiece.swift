/// A token of a line in any language: a number, a word or another character.
enum LinePiece: Equatable {
  /// A number in decimal digits of any script, with the number of digits.
  case number(Int64, digits: Int)
  /// A run of letters as written.
  case word(String)
  /// Any other character; a run of white space is one space.
  case sign(Character)

  /// Splits a line into tokens, without invisible formatting characters.
  static func pieces(of line: String) -> [LinePiece] {
    var pieces: [LinePiece] = []
    for character in line {
      if let digit = digit(character) {
        pieces.append(digit: digit)
      } else if character.isLetter {
        pieces.append(letter: character)
      } else if character.isWhitespace {
        if pieces.last != .blank { pieces.append(.blank) }
      } else if character.unicodeScalars.first?.properties.generalCategory != .format {
        pieces.append(.sign(character))
      }
    }
    return pieces
  }

  static let blank = LinePiece.sign(" ")

  /// Returns the value of a decimal digit; numerals such as `五` are words.
  private static func digit(_ character: Character) -> Int64? {
    guard let scalar = character.unicodeScalars.first,
      scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue
    else { return nil }
    return Int64(value)
  }

  var number: Int64? {
    if case .number(let value, _) = self { value } else { nil }
  }

  /// The number of digits of a number; 0 for other tokens.
  var digits: Int {
    if case .number(_, let digits) = self { digits } else { 0 }
  }

  var word: String? {
    if case .word(let word) = self { word } else { nil }
  }

  func isSign(among signs: String) -> Bool {
    if case .sign(let sign) = self { signs.contains(sign) } else { false }
  }
}

extension [LinePiece] {
  /// Returns the token at an index; nil out of bounds.
  func piece(_ index: Int) -> LinePiece? { indices.contains(index) ? self[index] : nil }

  /// Returns the index after an optional space at `index`.
  func afterBlank(_ index: Int) -> Int { piece(index) == .blank ? index + 1 : index }

  fileprivate mutating func append(digit: Int64) {
    if case .number(let value, let digits)? = last, digits < 9 {
      self[count - 1] = .number(value * 10 + digit, digits: digits + 1)
    } else {
      append(.number(digit, digits: 1))
    }
  }

  fileprivate mutating func append(letter: Character) {
    if case .word(let word)? = last {
      self[count - 1] = .word(word + String(letter))
    } else {
      append(.word(String(letter)))
    }
  }
}
