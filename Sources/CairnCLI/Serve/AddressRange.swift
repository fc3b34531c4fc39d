import CairnAccounts
import CairnListener

/// An IP address range in CIDR notation, `10.0.0.0/8` or `fd00::/8`, or a single address.
struct AddressRange: Sendable {
  private let bytes: [UInt8]
  private let bits: Int

  /// Parses a range; nil for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
    guard let first = parts.first, let bytes = IPAddress(first)?.bytes,
      let bits = parts.count == 2 ? Int(parts[1]) : bytes.count * 8,
      (0...bytes.count * 8).contains(bits)
    else { return nil }
    (self.bytes, self.bits) = (bytes, bits)
  }

  /// Returns whether the range contains a numeric address.
  func contains(_ address: String) -> Bool {
    IPAddress(address).map { contains($0.bytes) } ?? false
  }

  /// Returns whether the range contains an address of four or sixteen bytes.
  func contains(_ other: [UInt8]) -> Bool {
    guard other.count == bytes.count else { return false }
    return (0..<bits).allSatisfy { bit in
      let mask: UInt8 = 0x80 >> (bit % 8)
      return bytes[bit / 8] & mask == other[bit / 8] & mask
    }
  }
}

extension ClientAddress {
  /// Creates the rate-limiting network of a numeric address; all other text counts as one network, because a
  /// client can invent any number of it.
  init(of text: String) {
    guard let address = IPAddress(text) else {
      self.init("unknown")
      return
    }
    let site = address.bytes.count == 16 ? address.prefix(bytes: 6) : nil
    self.init(address.prefix(bytes: 8), site: site)
  }
}
