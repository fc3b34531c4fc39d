import Cairn
import CairnListener

/// The address on which a server listens.
struct ListenAddress: Sendable {
  /// The numeric address: `127.0.0.1`, `::1`.
  let host: String
  let port: Int

  /// Parses a host and a port; throws `usage.listen`, and `usage.listen_open` if `isOpen` and not local.
  init(_ text: String, isOpen: Bool) throws(CairnError) {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (0...65_535).contains(port), colon > text.startIndex
    else {
      throw CairnError(
        "usage.listen",
        "“\(text)” is not a listen address.",
        hint: "Give a host and a port. For example: 127.0.0.1:8080 or [::1]:8080."
      )
    }
    let name = text[..<colon].filter { $0 != "[" && $0 != "]" }
    host = name == "localhost" ? "127.0.0.1" : name
    self.port = port
    guard isLocal || !isOpen else { throw Self.open(text) }
  }

  /// Whether it is a loopback address.
  var isLocal: Bool { host == "127.0.0.1" || host == "::1" }

  private static func open(_ text: String) -> CairnError {
    CairnError(
      "usage.listen_open",
      "“\(text)” is reachable from other machines, but --single-user has no password.",
      hint: "Listen on 127.0.0.1 and connect from elsewhere through a tunnel: "
        + "`ssh -L 8080:127.0.0.1:8080 HOST`."
    )
  }

  /// Opens the socket; throws `server.cannot_listen`.
  func open() throws(CairnError) -> ListeningSocket {
    do {
      return try ListeningSocket(address: host, port: port)
    } catch {
      throw CairnError(
        "server.cannot_listen",
        "The server cannot listen on \(text(port: port)): \(error.reason).",
        hint: "Choose another port with --listen; port 0 picks a free one.",
        cause: error.cause
      )
    }
  }

  /// Returns `127.0.0.1:8080`, as in a URL.
  func text(port: Int) -> String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Returns the `Host` values that a browser on this machine may send.
  func names(port: Int) -> Set<String> {
    let names = ["127.0.0.1", "localhost", "[::1]"]
    return Set(port == 80 ? names : names.map { "\($0):\(port)" })
  }
}
