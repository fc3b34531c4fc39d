import Cairn
import CairnExchange
import CairnSync

/// A sync server and the token that authenticates this device.
///
/// It is stored beside the log in a file that only its owner can read, so a copy of the log does not
/// contain the token.
struct SyncRemote: Equatable {
  /// The address without a trailing slash, such as `https://cairn.example.org`.
  let url: String
  /// The token; empty for a server without accounts.
  let token: String
  /// Whether a write starts a background sync.
  var isAutomatic = true

  /// Checks an address; throws `sync.invalid_url`.
  init(url: String, token: String) throws(CairnError) {
    let trimmed = url.hasSuffix("/") ? String(url.dropLast()) : url
    // Accept “Https://”: phone keyboards capitalise the first letter.
    let scheme = ["https://", "http://"].first { trimmed.lowercased().hasPrefix($0) }
    let rest = trimmed.dropFirst(scheme?.count ?? 0)
    guard let scheme, !rest.isEmpty, !rest.contains(where: { $0.isWhitespace || $0 == "@" }),
      Self.hasValidPort(rest)
    else {
      throw CairnError(
        "sync.invalid_url",
        "“\(url.visible)” is not a server URL.",
        hint: "For example: https://cairn.example.org, with the path if there is one; "
          + "a port is a number up to 65535."
      )
    }
    (self.url, self.token) = (scheme + rest, token)
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
  func requireEncryption() throws(CairnError) {
    let authority = url.dropFirst("http://".count).prefix { $0 != "/" }
    let host =
      authority.hasPrefix("[")
      ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
    let isLoopback = ["127.0.0.1", "localhost", "[::1]"].contains(String(host))
    guard url.hasPrefix("http://"), !isLoopback else { return }
    throw CairnError(
      "sync.insecure",
      "“\(url.visible)” has no TLS, so others on the network could read your log.",
      hint: "Use https://, or add --insecure if you trust the network."
    )
  }

  /// Returns a transport that sends requests to this server.
  func transport(_ web: @escaping WebTransport) -> SyncTransport {
    { [self] call in
      let request = WebRequest(
        url: url + call.path,
        bearer: token,
        limit: call.limit,
        body: call.body
      )
      let response = try await web(request)
      return SyncResponse(
        status: response.status,
        body: response.body,
        retryAfter: response.retryAfter
      )
    }
  }
}

extension SyncRemote {
  /// The stored form.
  var json: JSON {
    .members(
      ("url", .string(url)),
      ("token", .string(token)),
      ("automatic", .bool(isAutomatic))
    )
  }

  /// Reads ``json``; throws `sync.invalid_url` for anything else.
  init(json bytes: [UInt8]) throws(CairnError) {
    let json = try? JSON(parsing: bytes)
    guard case .string(let url) = json?["url"], case .string(let token) = json?["token"] else {
      throw CairnError(
        "sync.invalid_url",
        "The sync settings file cannot be read.",
        hint: "Run `cairn sync setup URL` again."
      )
    }
    try self.init(url: url, token: token)
    if case .bool(let isAutomatic) = json?["automatic"] { self.isAutomatic = isAutomatic }
  }
}
