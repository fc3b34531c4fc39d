import CairnListener
import CairnServer

/// Addresses that begin with the same bits: `10.0.0.0/8`, `fd00::/8`, or one address alone.
struct AddressRange: Sendable {
  private let bytes: [UInt8]
  private let bits: Int

  /// Reads a range; nil for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
    guard let first = parts.first, let bytes = IPAddress(first)?.bytes,
      let bits = parts.count == 2 ? Int(parts[1]) : bytes.count * 8,
      (0...bytes.count * 8).contains(bits)
    else { return nil }
    (self.bytes, self.bits) = (bytes, bits)
  }

  /// Whether an address in digits is one of them.
  func contains(_ address: String) -> Bool {
    IPAddress(address).map { contains($0.bytes) } ?? false
  }

  /// Whether an address of four or sixteen bytes is one of them.
  func contains(_ other: [UInt8]) -> Bool {
    guard other.count == bytes.count else { return false }
    return (0..<bits).allSatisfy { bit in
      let mask: UInt8 = 0x80 >> (bit % 8)
      return bytes[bit / 8] & mask == other[bit / 8] & mask
    }
  }
}

extension ClientAddress {
  /// The network of an address in digits; what is no address counts as itself.
  init(of text: String) {
    guard let address = IPAddress(text) else {
      self.init(String(text.prefix(64)))
      return
    }
    let site = address.bytes.count == 16 ? address.prefix(bytes: 6) : nil
    self.init(address.prefix(bytes: 8), site: site)
  }
}
