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
    var halves: (UInt64, UInt64) = (0, 0)
    var count = 0
    var hyphenAllowed = false
    for byte in digits {
      if byte == 0x2D, hyphenAllowed {
        hyphenAllowed = false
        continue
      }
      guard count < 32, let digit = Self.digit(byte) else { return nil }
      if count < 16 { halves.0 = halves.0 << 4 | digit } else { halves.1 = halves.1 << 4 | digit }
      count += 1
      hyphenAllowed = count == 8 || count == 12 || count == 16 || count == 20
    }
    guard count == 32 else { return nil }
    self.init(high: halves.0, low: halves.1)
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
