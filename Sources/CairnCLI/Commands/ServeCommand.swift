import Cairn
import CairnListener
import CairnServer
import CairnStore
import Dispatch
import Glibc

extension Command<Surroundings> {
  static var serve: Command {
    Command(
      "serve",
      group: "Care",
      summary: "Show the log in a browser, and to programs over HTTP.",
      discussion: """
        Serves your own log to your own machine: whoever can reach the address can read and change \
        it, so only an address of this machine is taken, and there is no password. The other \
        commands work on the same log meanwhile. Ctrl-C or SIGTERM lets requests finish and ends it.
        """,
      examples: [
        Example("cairn serve --single-user", "at http://127.0.0.1:8080"),
        Example("cairn serve --single-user --listen 127.0.0.1:0", "at a port that is free"),
      ],
      options: [.singleUser, .listen],
      action: { invocation, surroundings in
        let address = try ListenAddress(invocation)
        return try await surroundings.withServedLog { log in
          try await surroundings.serve(log, at: address)
        }
      }
    )
  }
}

extension Surroundings {
  fileprivate func serve(_ log: Log, at address: ListenAddress) async throws -> ExitCode {
    let socket = try address.open()
    let server = Server(log, world: world(address.names(port: socket.port)))
    let signals = StopSignals()
    let listener = Listener(socket) { await server.respond(to: $0) }
    output.print("listening on http://\(address.text(port: socket.port))")
    await signals.first()
    await listener.stop()
    return .done
  }

  private func world(_ hosts: Set<String>) -> ServerWorld {
    ServerWorld(
      hosts: hosts,
      zone: zone,
      now: environment.now,
      random: environment.random,
      freeBytes: { [directory] in directory.freeBytes },
      version: Program.cairn.version
    )
  }
}

/// The wish to stop that comes as SIGTERM, or as SIGINT from Ctrl-C.
private struct StopSignals {
  private let sources: [any DispatchSourceSignal]
  private let arrivals: AsyncStream<Void>

  init() {
    let (arrivals, arrived) = AsyncStream<Void>.makeStream()
    self.arrivals = arrivals
    sources = [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { @Sendable in arrived.yield() }
      source.activate()
      return source
    }
  }

  /// Waits for the first one.
  func first() async {
    for await _ in arrivals { break }
  }
}

extension Option {
  fileprivate static var singleUser: Option {
    .flag("single-user", "Serve your own log on this machine, without a password.")
  }

  fileprivate static var listen: Option {
    .value("listen", "HOST:PORT", "Where (127.0.0.1:8080); port 0 is any that is free.")
  }
}
