import Cairn
import CairnExchange

extension Command<CommandContext> {
  static var healthcheck: Command {
    Command(
      "healthcheck",
      summary: "Check that a server on this machine responds.",
      discussion: """
        Requests `/healthz` at the address the server listens on, with the same option or \
        variable. For containers and supervisors: the exit code is 0 if it responds.
        """,
      printsJSON: false,
      examples: [
        Example("cairn healthcheck", "the server at 127.0.0.1:8080"),
        Example("cairn healthcheck --listen [::]:80", "at another address"),
      ],
      options: [listenedAddress],
      action: { invocation, context in
        let settings = ServerSettings(invocation, variable: context.variable)
        let address = try ListenAddress(settings.found(.listen).value, isOpen: false)
        try await context.checkHealth(at: address.localURL)
        return .done
      }
    )
  }

  private static var listenedAddress: Option {
    let (setting, standard) = (ServerSetting.listen, ServerSetting.listen.standard)
    return .value(
      setting.name,
      setting.placeholder,
      "The address that the server listens on (\(standard))."
    )
  }
}

extension CommandContext {
  /// Throws `server.unhealthy` unless the server responds with 200, or `remote.unreachable`.
  fileprivate func checkHealth(at url: String) async throws {
    let request = WebRequest(url: url + "/healthz", bearer: "", limit: 10_000)
    let response = try await web(request)
    guard response.status == 200 else {
      throw CairnError(
        "server.unhealthy",
        "The server at \(url) responded to /healthz with status \(response.status).",
        hint: "Its log says why: `journalctl -u cairn`, or the log of its container."
      )
    }
    output.print("The server at \(url) responds.")
  }
}

extension ListenAddress {
  /// The URL for programs on this machine; a server that listens everywhere also listens on loopback.
  fileprivate var localURL: String {
    let isEverywhere = host == "0.0.0.0" || host == "::"
    let loopback = host == "::" ? "[::1]:\(port)" : "127.0.0.1:\(port)"
    return "http://" + (isEverywhere ? loopback : text(port: port))
  }
}
