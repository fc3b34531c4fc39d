/// The client's network, for rate limiting.
public struct ClientAddress: Sendable {
  /// The IPv4 address, or the /64 network of an IPv6 address: its owner has 2⁶⁴ addresses in it.
  package let text: String
  /// The /48 site of an IPv6 address, which may have 2¹⁶ such networks; nil for IPv4.
  package let site: String?

  /// Creates an address from a network and its site.
  public init(_ text: String, site: String? = nil) {
    (self.text, self.site) = (text, site)
  }
}
