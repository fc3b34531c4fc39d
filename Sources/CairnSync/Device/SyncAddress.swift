package import Cairn

/// The address of a sync server.
package struct SyncAddress: Sendable, Equatable {
  /// The address without a trailing slash, such as `https://cairn.example.org`, or with a path below it.
  package let url: String

  /// Checks an address; throws `sync.invalid_url`.
  package init(_ url: String) throws(CairnError) {
    let trimmed = url.hasSuffix("/") ? String(url.dropLast()) : url
    // Accept “Https://”: phone keyboards capitalise the first letter.
    let scheme = ["https://", "http://"].first { trimmed.lowercased().hasPrefix($0) }
    let rest = trimmed.dropFirst(scheme?.count ?? 0)
    guard let scheme, !rest.isEmpty, !rest.contains(where: { $0.isWhitespace || $0 == "@" }),
      Self.hasValidPort(rest)
    else {
      throw CairnError(
        "sync.invalid_url",
        "“\(url)” is not a server URL.",
        hint: "For example: https://cairn.example.org, with the path if there is one; "
          + "a port is a number up to 65535."
      )
    }
    self.url = scheme + rest
  }

  /// Whether the authority has no port or a port from 1 to 65535 (RFC 3986, 3.2.3).
  private static func hasValidPort(_ rest: Substring) -> Bool {
    let authority = rest.prefix { $0 != "/" }
    guard let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") else {
      return true
    }
    return (UInt16(authority[colon...].dropFirst()) ?? 0) > 0
  }

  /// Throws `sync.insecure` for HTTP to another host, which would expose the log and the token.
  package func requireEncryption() throws(CairnError) {
    let authority = url.dropFirst("http://".count).prefix { $0 != "/" }
    let host =
      authority.hasPrefix("[")
      ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
    let isLoopback = ["127.0.0.1", "localhost", "[::1]"].contains(String(host))
    guard url.hasPrefix("http://"), !isLoopback else { return }
    throw CairnError(
      "sync.insecure",
      "“\(url)” has no TLS, so others on the network could read your log.",
      hint: "Use https://."
    )
  }
}
