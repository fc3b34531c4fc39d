import Glibc

/// An IPv4 or IPv6 address.
///
/// An IPv4-mapped IPv6 address is equal to the IPv4 address (RFC 4291, 2.5.5.2).
public struct IPAddress: Sendable, Hashable {
  /// The four or sixteen bytes in network order.
  public let bytes: [UInt8]

  /// Parses an address as clients and proxies write it; returns nil for anything else.
  ///
  /// Examples: `192.0.2.7`, `2001:db8::1`, `fe80::1%eth0`, `192.0.2.7:443` or `[2001:db8::1]:443`.
  public init?(_ text: String) {
    guard let bytes = Self.bytes(of: Self.withoutPort(text)) else { return nil }
    self.init(bytes: bytes)
  }

  /// Creates an address from four or sixteen bytes in network order; nil for another number of bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes.starts(with: Self.mapped) ? Array(bytes[12...]) : bytes
  }

  private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

  private static func withoutPort(_ text: String) -> String {
    if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
    let isPort = text.filter { $0 == ":" }.count == 1
    return String(text.prefix { $0 != "%" && !(isPort && $0 == ":") })
  }

  private static func bytes(of text: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes.prefix(4)) }
    return inet_pton(AF_INET6, text, &bytes) == 1 ? bytes : nil
  }

  /// Returns the first `count` bytes of an IPv6 address, such as `2001:db8:1:2::`, or a whole IPv4 address.
  public func prefix(bytes count: Int) -> String {
    var padded =
      Array(bytes.prefix(count)) + [UInt8](repeating: 0, count: max(0, bytes.count - count))
    if bytes.count == 4 { padded = bytes }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, padded, &text, socklen_t(text.count))
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
