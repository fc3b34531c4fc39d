/// The last 30 bits of an ID as six characters that a person can type; they never change.
///
/// The encoding is Crockford's base 32 (without I, L, O and U) in lower case. In rare cases two
/// records of a log share a short ID; the caller must then ask for the full ID.
public struct ShortID: Sendable, Hashable {
  /// The 30 bits.
  public let number: Int64

  /// Creates the short ID of a record.
  public init(_ id: RecordID) {
    number = Int64(id.low & 0x3FFF_FFFF)
  }

  /// Parses six characters; accepts upper case and the look-alikes I, L and O.
  public init?(text: String) {
    var value: Int64 = 0
    guard text.utf8.count == 6 else { return nil }
    for byte in text.utf8 {
      guard let digit = Self.digit(byte) else { return nil }
      value = value << 5 | digit
    }
    number = value
  }

  /// The six characters.
  public var text: String {
    String(unsafeUninitializedCapacity: 6) { buffer in
      for index in 0..<6 {
        buffer[index] = Self.digits[Int(number >> Int64(25 - index * 5)) & 31]
      }
      return 6
    }
  }

  private static let digits = [UInt8]("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  private static func digit(_ byte: UInt8) -> Int64? {
    let lower = (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
    switch lower {
    case 0x6F: return 0
    case 0x69, 0x6C: return 1
    default: return digits.firstIndex(of: lower).map { Int64($0) }
    }
  }
}
