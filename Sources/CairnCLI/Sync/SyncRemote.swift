import Cairn
import CairnExchange
import CairnSync

/// A sync server and the token that authenticates this device.
///
/// It is stored beside the log in a file that only its owner can read, so a copy of the log does not
/// contain the token.
struct SyncRemote: Equatable {
  /// The address of the server.
  let address: SyncAddress
  /// The token; empty for a server without accounts.
  let token: String
  /// Whether a write starts a background sync.
  var isAutomatic = true

  /// The address without a trailing slash, such as `https://cairn.example.org`.
  var url: String { address.url }

  /// Checks an address; throws `sync.invalid_url`.
  init(url: String, token: String) throws(CairnError) {
    (address, self.token) = (try SyncAddress(url), token)
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
