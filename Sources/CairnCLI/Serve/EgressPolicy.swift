import Cairn
import CairnListener

/// Where messages of webhooks may go.
enum EgressPolicy: Sendable {
  /// Nowhere.
  case nowhere
  /// To addresses of the public internet, through TLS.
  case internet
  /// To whatever this machine can reach.
  case anywhere

  /// Reads `--webhooks`; `on` is the internet, and anywhere for one's own log on one's own machine,
  /// whose person may send what they like from it.
  init(_ settings: ServerSettings, isOwn: Bool) throws(CairnError) {
    switch try settings.found(.webhooks).value {
    case "on": self = isOwn ? .anywhere : .internet
    case "private": self = .anywhere
    case "off": self = .nowhere
    default: throw try settings.wrong(.webhooks, "on, private or off")
    }
  }
}

/// Which numbers of machines are those of the public internet.
enum PublicInternet {
  /// Whether anyone in the world may mean the same machine by four or sixteen bytes (IANA's
  /// registries of special-purpose addresses).
  static func contains(_ address: [UInt8]) -> Bool {
    guard let address = IPAddress(bytes: address)?.bytes else { return false }
    guard address.count == 16 else { return !isSpecial(address) }
    // An address of IPv4 in that of IPv6, as NAT64 has it (RFC 6052).
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
