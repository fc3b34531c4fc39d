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

  /// Checks an address; throws `sync.address`.
  init(url: String, token: String) throws(CairnError) {
    let trimmed = url.hasSuffix("/") ? String(url.dropLast()) : url
    // Accept “Https://”: phone keyboards capitalise the first letter.
    let scheme = ["https://", "http://"].first { trimmed.lowercased().hasPrefix($0) }
    let rest = trimmed.dropFirst(scheme?.count ?? 0)
    guard let scheme, !rest.isEmpty, !rest.contains(where: { $0.isWhitespace || $0 == "@" }),
      Self.hasValidPort(rest)
    else {
      throw CairnError(
        "sync.address",
        "“\(url.visible)” is no address of a server.",
        hint: "Give it like https://cairn.example.org, with the path if the server lies below one; "
          + "a port is a number up to 65535."
      )
    }
    (self.url, self.token) = (scheme + rest, token)
  }

  /// Whether the authority has no port or a port from 1 to 65535 (RFC 3986, 3.2.3).
  private static func hasValidPort(_ rest: Substring) -> Bool {
    let place = rest.prefix { $0 != "/" }
    guard let colon = place.lastIndex(of: ":"), !place[colon...].contains("]") else { return true }
    return (UInt16(place[colon...].dropFirst()) ?? 0) > 0
  }

  /// Throws `sync.insecure` for HTTP to another host, which would expose the log and the token.
  func requireEncryption() throws(CairnError) {
    let place = url.dropFirst("http://".count).prefix { $0 != "/" }
    let host = place.hasPrefix("[") ? place.prefix { $0 != "]" } + "]" : place.prefix { $0 != ":" }
    let isHere = ["127.0.0.1", "localhost", "[::1]"].contains(String(host))
    guard url.hasPrefix("http://"), !isHere else { return }
    throw CairnError(
      "sync.insecure",
      "“\(url.visible)” has no TLS: whoever is on the way could read all that you log.",
      hint: "Use https://, or say --insecure if all of the network is yours."
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
      let answer = try await web(request)
      return SyncResponse(status: answer.status, body: answer.body, retryAfter: answer.retryAfter)
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

  /// Reads ``json``; throws `sync.address` for anything else.
  init(json bytes: [UInt8]) throws(CairnError) {
    let json = try? JSON(parsing: bytes)
    guard case .string(let url) = json?["url"], case .string(let token) = json?["token"] else {
      throw CairnError(
        "sync.address",
        "The file that names the server cannot be read.",
        hint: "Run `cairn sync setup URL` once more."
      )
    }
    try self.init(url: url, token: token)
    if case .bool(let isAutomatic) = json?["automatic"] { self.isAutomatic = isAutomatic }
  }
}
