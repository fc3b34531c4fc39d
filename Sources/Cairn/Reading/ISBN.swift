/// A book number with its check digit verified, always in the form of 13 digits.
public struct ISBN: Sendable, Hashable {
  /// The 13 digits as one number; the prefix 978 or 979 leaves no leading zero.
  private let number: UInt64

  /// The 13 digits, without hyphens: their places differ from publisher to publisher.
  public var text: String { String(number) }

  /// Reads an ISBN-10 or ISBN-13; everything but digits and X is passed over.
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

  /// 0 to 9, and 10 for X; nil for anything else.
  private static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "X"), UInt8(ascii: "x"): 10
    default: nil
    }
  }

  /// Ten digits, the last one may be X: the sum of place times digit is a multiple of 11.
  private static func long(_ digits: [UInt64], _ text: String) throws(CairnError) -> UInt64 {
    guard !digits.dropLast().contains(10) else {
      throw error("isbn.character", text, "has an X before its last place")
    }
    let sum = zip(1..., digits).reduce(0) { $0 + UInt64($1.0) * $1.1 }
    guard sum % 11 == 0 else { throw checksum(text) }
    let body = [9, 7, 8] + digits.dropLast()
    return value(body + [(10 - weighted(body) % 10) % 10])
  }

  private static func checked(_ digits: [UInt64], _ text: String) throws(CairnError) -> UInt64 {
    guard !digits.contains(10) else {
      throw error("isbn.character", text, "has an X, which only numbers of ten digits may")
    }
    guard digits.starts(with: [9, 7, 8]) || digits.starts(with: [9, 7, 9]) else {
      throw error("isbn.prefix", text, "does not begin with 978 or 979")
    }
    guard weighted(digits) % 10 == 0 else { throw checksum(text) }
    return value(digits)
  }

  /// The sum of the digits, every second one counted three times.
  private static func weighted(_ digits: [UInt64]) -> UInt64 {
    digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
  }

  private static func value(_ digits: [UInt64]) -> UInt64 {
    digits.reduce(0) { $0 * 10 + $1 }
  }

  private static func checksum(_ text: String) -> CairnError {
    error("isbn.checksum", text, "has a wrong check digit")
  }

  private static func error(_ code: String, _ text: String, _ rule: String) -> CairnError {
    CairnError(
      code,
      "The ISBN \"\(text.prefix(40))\" \(rule).",
      hint: "Compare it with the number printed on the book."
    )
  }
}
