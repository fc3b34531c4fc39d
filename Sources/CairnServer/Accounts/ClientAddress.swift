import CairnHTTP

/// Where a request comes from, as far as limits are concerned.
struct ClientAddress {
  /// The whole address, or of IPv6 the network: whoever has one has 2⁶⁴ addresses in it.
  let text: String

  /// Takes the address of the connection, or behind TLS what the proxy on this machine says.
  ///
  /// The last address counts: it is the one the proxy added, and those before it came with the
  /// request.
  init(_ request: HTTPRequest, isBehindProxy: Bool) {
    let isLocal = request.address == "127.0.0.1" || request.address == "::1"
    let told = request.fields.lines.last { $0.name == "x-forwarded-for" }?.value
      .split(separator: ",").last.map { $0.filter { $0 != " " } }
    text = Self.network(isBehindProxy && isLocal ? told ?? request.address : request.address)
  }

  private static func network(_ address: String) -> String {
    guard address.contains(":") else { return address }
    let halves = address.split(separator: ":", omittingEmptySubsequences: false)
    guard let gap = halves.firstIndex(of: ""), gap < 4 else {
      return halves.prefix(4).joined(separator: ":")
    }
    return halves[..<gap].joined(separator: ":") + "::"
  }
}
