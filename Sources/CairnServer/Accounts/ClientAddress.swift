import CairnHTTP

/// Where a request comes from, as far as limits are concerned.
struct ClientAddress {
  /// The whole address, or of IPv6 the network: whoever has one has 2⁶⁴ addresses in it.
  let text: String

  /// Takes the address of the connection, or what our proxies say about it.
  ///
  /// Each proxy adds the address it was asked from at the end, so the last one that is no proxy of
  /// ours counts: those before it came with the request.
  init(_ request: HTTPRequest, isProxy: (String) -> Bool) {
    let told: [String] = request.fields.lines.filter { $0.name == "x-forwarded-for" }
      .flatMap { line in line.value.split(separator: ",").map { $0.filter { $0 != " " } } }
    let way = told + [request.address]
    text = Self.network(way.last(where: { !isProxy($0) }) ?? request.address)
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
