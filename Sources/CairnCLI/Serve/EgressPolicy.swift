import Cairn
import CairnListener

/// The addresses to which webhooks may be sent.
enum EgressPolicy: Sendable {
  /// Webhooks are off.
  case nowhere
  /// Public internet addresses, through TLS.
  case internet
  /// All addresses that this machine can reach.
  case anywhere

  /// Reads `--webhooks`; `on` means `.internet`, or `.anywhere` on a single-user server.
  init(_ settings: ServerSettings, isOwn: Bool) throws(CairnError) {
    switch try settings.found(.webhooks).value {
    case "on": self = isOwn ? .anywhere : .internet
    case "private": self = .anywhere
    case "off": self = .nowhere
    default: throw try settings.invalid(.webhooks, "on, private or off")
    }
  }
}

/// The address ranges of the public internet.
enum PublicInternet {
  /// Returns whether an address of four or sixteen bytes is public (IANA special-purpose registries).
  static func contains(_ address: [UInt8]) -> Bool {
    guard let address = IPAddress(bytes: address)?.bytes else { return false }
    guard address.count == 16 else { return !isSpecial(address) }
    // An IPv4 address embedded in IPv6, as NAT64 uses it (RFC 6052).
    if translated?.contains(address) == true { return contains(Array(address.suffix(4))) }
    return address[0] & 0xE0 == 0x20 && !isSpecial(address)
  }

  private static func isSpecial(_ address: [UInt8]) -> Bool {
    special.contains { $0.contains(address) }
  }

  private static let translated = AddressRange("64:ff9b::/96")

  private static let special = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
    "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
    "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
  ].compactMap { AddressRange($0) }
}
