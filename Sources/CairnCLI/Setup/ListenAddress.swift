import Cairn
import CairnListener

/// Where a server listens: an address of this machine that no other can reach.
struct ListenAddress: Sendable {
  /// In digits: `127.0.0.1`, `::1`.
  let host: String
  let port: Int

  /// Reads `--listen`; throws `usage.serve_mode`, `usage.listen` and `usage.listen_open`.
  init(_ invocation: Invocation) throws(CairnError) {
    guard invocation.flag("single-user") else {
      throw CairnError(
        "usage.serve_mode",
        "There are no accounts yet, so a log can be served to its own machine only.",
        hint: "Say so: `cairn serve --single-user`."
      )
    }
    try self.init(invocation.value("listen") ?? "127.0.0.1:8080")
  }

  private init(_ text: String) throws(CairnError) {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (0...65_535).contains(port), colon > text.startIndex
    else {
      throw CairnError(
        "usage.listen",
        "“\(text)” is no address to listen on.",
        hint: "Give a host and a port, for instance 127.0.0.1:8080 or [::1]:8080."
      )
    }
    let name = text[..<colon].filter { $0 != "[" && $0 != "]" }
    guard let host = Self.loopback[name] else { throw Self.open(text) }
    (self.host, self.port) = (host, port)
  }

  private static let loopback = ["127.0.0.1": "127.0.0.1", "localhost": "127.0.0.1", "::1": "::1"]

  private static func open(_ text: String) -> CairnError {
    CairnError(
      "usage.listen_open",
      "“\(text)” can be reached from other machines, and --single-user asks for no password.",
      hint: "Listen on 127.0.0.1, and from elsewhere come through a tunnel: "
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
        hint: "Choose another port with --listen; port 0 takes any that is free."
      )
    }
  }

  /// `127.0.0.1:8080`, as it stands in a URL.
  func text(port: Int) -> String { host == "::1" ? "[::1]:\(port)" : "\(host):\(port)" }

  /// The names under which a browser on this machine may come.
  func names(port: Int) -> Set<String> {
    let names = ["127.0.0.1", "localhost", "[::1]"]
    // A browser leaves out the port that is usual for http.
    return Set(names.map { "\($0):\(port)" } + (port == 80 ? names : []))
  }
}
