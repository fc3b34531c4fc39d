import Glibc

/// Addresses that begin with the same bits: `10.0.0.0/8`, `fd00::/8`, or one address alone.
struct AddressRange: Sendable {
  private let bytes: [UInt8]
  private let bits: Int

  /// Reads a range; nil for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
    guard let first = parts.first, let bytes = Self.bytes(of: first),
      let bits = parts.count == 2 ? Int(parts[1]) : bytes.count * 8,
      (0...bytes.count * 8).contains(bits)
    else { return nil }
    (self.bytes, self.bits) = (bytes, bits)
  }

  /// Whether an address in digits is one of them.
  func contains(_ address: String) -> Bool {
    Self.bytes(of: address).map(contains) ?? false
  }

  /// Whether an address of four or sixteen bytes is one of them.
  func contains(_ other: [UInt8]) -> Bool {
    guard other.count == bytes.count else { return false }
    return (0..<bits).allSatisfy { bit in
      let mask: UInt8 = 0x80 >> (bit % 8)
      return bytes[bit / 8] & mask == other[bit / 8] & mask
    }
  }

  /// Four or sixteen bytes; an IPv4 address that came in on an IPv6 socket is itself.
  static func bytes(of text: String) -> [UInt8]? {
    let plain = text.hasPrefix("::ffff:") && text.contains(".") ? String(text.dropFirst(7)) : text
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, plain, &bytes) == 1 { return Array(bytes.prefix(4)) }
    return inet_pton(AF_INET6, plain, &bytes) == 1 ? bytes : nil
  }
}
