/// An ISBN with a verified check digit, always in its 13-digit form.
public struct ISBN: Sendable, Hashable {
  /// The 13 digits as one number; the prefix 978 or 979 rules out leading zeros.
  private let number: UInt64

  /// The 13 digits without hyphens, because hyphen positions differ between publishers.
  public var text: String { String(number) }

  /// Parses an ISBN-10 or ISBN-13; ignores all characters except digits and X.
  ///
  /// An ISBN-10 becomes the ISBN-13 with prefix 978. Throws `isbn.length`, `isbn.character`,
  /// `isbn.prefix` or `isbn.checksum` (spec/reading.md 5.3).
  public init(_ text: String) throws(CairnError) {
    let digits = text.utf8.compactMap(Self.digit)
    switch digits.count {
    case 10: number = try Self.long(digits, text)
    case 13: number = try Self.checked(digits, text)
    default:
      throw Self.error("isbn.length", text, "has \(digits.count) digits instead of 10 or 13")
    }
  }

  /// Returns 0 to 9, or 10 for X; nil for any other character.
  private static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "X"), UInt8(ascii: "x"): 10
    default: nil
    }
  }

  /// Converts ten digits (the last may be X): the sum of position times digit is a multiple of 11.
  private static func long(_ digits: [UInt64], _ text: String) throws(CairnError) -> UInt64 {
    guard !digits.dropLast().contains(10) else {
      throw error("isbn.character", text, "has an X before its last digit")
    }
    let sum = zip(1..., digits.dropLast()).reduce(0) { $0 + UInt64($1.0) * $1.1 }
    guard sum % 11 == digits[9] else { throw checksum(text, digits, right: sum % 11) }
    let body = [9, 7, 8] + digits.dropLast()
    return value(body + [(10 - weighted(body) % 10) % 10])
  }

  private static func checked(_ digits: [UInt64], _ text: String) throws(CairnError) -> UInt64 {
    guard !digits.contains(10) else {
      throw error("isbn.character", text, "has an X, which is allowed only in ten-digit ISBNs")
    }
    guard digits.starts(with: [9, 7, 8]) || digits.starts(with: [9, 7, 9]) else {
      throw error("isbn.prefix", text, "does not begin with 978 or 979")
    }
    let right = (10 - weighted(digits.dropLast()) % 10) % 10
    guard right == digits[12] else { throw checksum(text, digits, right: right) }
    return value(digits)
  }

  /// Returns the sum of the digits, with every second one multiplied by three.
  private static func weighted(_ digits: some Sequence<UInt64>) -> UInt64 {
    digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
  }

  private static func value(_ digits: [UInt64]) -> UInt64 {
    digits.reduce(0) { $0 * 10 + $1 }
  }

  /// Returns the error with the expected check digit and the rule behind it.
  private static func checksum(_ text: String, _ digits: [UInt64], right: UInt64) -> CairnError {
    let rule =
      digits.count == 10
      ? "the sum of the first nine digits times their positions, modulo 11, must be the last one, X for 10"
      : "the digits, every second one times 3, must add up to a multiple of 10"
    return CairnError(
      "isbn.checksum",
      "The ISBN “\(text.prefix(40))” has a wrong check digit: "
        + "it is \(sign(digits[digits.count - 1])) but should be \(sign(right)).",
      hint: "Check each digit (\(rule)). "
        + "Compare it with the number printed on the book."
    )
  }

  private static func sign(_ digit: UInt64) -> String { digit == 10 ? "X" : String(digit) }

  private static func error(_ code: String, _ text: String, _ rule: String) -> CairnError {
    CairnError(
      code,
      "The ISBN “\(text.prefix(40))” \(rule).",
      hint: "Compare it with the number printed on the book."
    )
  }
}
