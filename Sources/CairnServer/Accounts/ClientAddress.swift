import CairnHTTP

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

  /// Finds the client's address: that of the connection, or the one that trusted proxies report.
  ///
  /// Each proxy appends the address of its client to `X-Forwarded-For`. The last untrusted address counts, because
  /// the client can forge all entries before it.
  init(_ request: HTTPRequest, _ dependencies: ServerDependencies) {
    let forwarded: [String] = request.fields.lines.filter { $0.name == "x-forwarded-for" }
      .flatMap { line in line.value.split(separator: ",").map { $0.filter { $0 != " " } } }
    let route = forwarded + [request.address]
    let client = route.last(where: { !dependencies.isProxy($0) }) ?? request.address
    self = dependencies.network(client)
  }
}
