/// The ID of a record: a UUID as two integers.
///
/// New records have a version 7 ID (RFC 9562), imported records a version 8 ID derived from their
/// source (ADR 0004). IDs are ordered by bytes; the order never decides which value is newer.
public struct RecordID: Sendable, Hashable, Comparable {
  /// The first eight bytes, big-endian.
  public let high: UInt64
  /// The last eight bytes, big-endian.
  public let low: UInt64

  /// Creates an ID from its sixteen bytes as two big-endian integers.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates a version 7 ID: 48 bits of time, then random bits (RFC 9562, 5.7).
  public init(at instant: Instant, random: inout some RandomNumberGenerator) {
    let time = UInt64(truncatingIfNeeded: instant.milliseconds) << 16
    high = time | 0x7000 | (random.next() & 0x0FFF)
    low = 0x8000_0000_0000_0000 | (random.next() & 0x3FFF_FFFF_FFFF_FFFF)
  }

  /// Orders IDs by their bytes.
  public static func < (left: RecordID, right: RecordID) -> Bool {
    left.high != right.high ? left.high < right.high : left.low < right.low
  }
}

extension RecordID {
  /// Lower-case hexadecimal with hyphens: `0198f0aa-1c2d-7e3f-8a9b-0c1d2e3f4a5b`.
  public var text: String {
    String(unsafeUninitializedCapacity: 36) { buffer in
      var position = 0
      for nibble in 0..<32 {
        if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 {
          buffer[position] = 0x2D
          position += 1
        }
        buffer[position] = Self.hexadecimal(self.nibble(nibble))
        position += 1
      }
      return position
    }
  }

  private func nibble(_ index: Int) -> UInt8 {
    let half = index < 16 ? high : low
    return UInt8(truncatingIfNeeded: half >> UInt64((15 - index % 16) * 4)) & 0x0F
  }

  private static func hexadecimal(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? 0x30 + nibble : 0x57 + nibble
  }

  /// Parses 32 hexadecimal digits, with optional hyphens where UUIDs have them; nil for other text.
  public init?(text: String) {
    var text = text
    guard let id = text.withUTF8({ RecordID(digits: $0) }) else { return nil }
    self = id
  }

  private init?(digits: UnsafeBufferPointer<UInt8>) {
    guard digits.count >= 32 else { return nil }
    var index = 0
    guard let high = Self.half(digits, &index, hyphens: 0x1100),
      let low = Self.half(digits, &index, hyphens: 0x11), index == digits.count
    else { return nil }
    self.init(high: high, low: low)
  }

  /// Reads 16 digits; there may be a hyphen before each one whose bit is set.
  private static func half(
    _ digits: UnsafeBufferPointer<UInt8>,
    _ index: inout Int,
    hyphens: UInt
  ) -> UInt64? {
    var half: UInt64 = 0
    for position in 0..<16 {
      if hyphens >> UInt(position) & 1 == 1, index < digits.count, digits[index] == 0x2D {
        index += 1
      }
      guard index < digits.count, let digit = digit(digits[index]) else { return nil }
      half = half << 4 | digit
      index += 1
    }
    return half
  }

  private static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case 0x30...0x39: UInt64(byte - 0x30)
    case 0x61...0x66: UInt64(byte - 0x57)
    case 0x41...0x46: UInt64(byte - 0x37)
    default: nil
    }
  }
}

/// A record ID with a type, so that the compiler rejects a session ID in place of a book ID.
public struct Identifier<Entity>: Sendable, Hashable, Comparable {
  /// The untyped ID.
  public let record: RecordID

  /// Creates a typed ID from an untyped one.
  public init(_ record: RecordID) {
    self.record = record
  }

  /// Orders IDs by their bytes.
  public static func < (left: Identifier, right: Identifier) -> Bool { left.record < right.record }
}
