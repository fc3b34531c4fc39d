import Cairn
import CairnListener
import CairnSQLite
import CairnServer
import CairnStore
import Dispatch
import Glibc

extension Command<Surroundings> {
  static var serve: Command {
    Command(
      "serve",
      group: "Care",
      summary: "Show logs in a browser, and to programs over HTTP.",
      discussion: """
        Serves everyone with an account a log of their own; `cairn account` makes accounts. Other \
        machines reach it where --listen and a reverse proxy with TLS let them.

        With --single-user it serves your own log to your own machine: whoever can reach the address \
        can read and change it, so only an address of this machine is taken, and there is no \
        password. The other commands work on the same log meanwhile.

        With --demo it serves a made-up year of reading in the same way. It lies in a folder of its \
        own, is told anew each time, and goes when the server ends; nothing of yours is touched.

        Ctrl-C or SIGTERM lets requests finish and ends it.
        """,
      examples: [
        Example("cairn serve", "a household, at http://127.0.0.1:8080"),
        Example("cairn serve --url https://log.example.org", "behind a reverse proxy"),
        Example("cairn serve --single-user", "your own log, without a password"),
        Example("cairn serve --single-user --listen 127.0.0.1:0", "at a port that is free"),
        Example("cairn serve --demo", "a year to look at and to play with"),
      ],
      options: [.singleUser, .demo, .listen, .url],
      action: { invocation, surroundings in
        let address = try ListenAddress(invocation)
        let url = try invocation.value("url").map { text throws(CairnError) in
          try PublicAddress(text)
        }
        if invocation.flag("demo") {
          return try await surroundings.withDemoLog { log in
            try await surroundings.serve(at: address, url, greet: { _ in }) { world in
              Server(log, world: world)
            }
          }
        }
        if invocation.flag("single-user") {
          return try await surroundings.withServedLog { log in
            try await surroundings.serve(at: address, url, greet: { _ in }) { world in
              Server(log, world: world)
            }
          }
        }
        let household = try await surroundings.household(on: .own)
        return try await surroundings.serve(at: address, url) { place in
          try await surroundings.advise(household, at: place, isLocal: address.isLocal)
        } make: { world in
          Server(household, world: world)
        }
      }
    )
  }
}

extension Surroundings {
  fileprivate func serve(
    at address: ListenAddress,
    _ url: PublicAddress?,
    greet: (_ place: String) async throws -> Void,
    make: (ServerWorld) -> Server
  ) async throws -> ExitCode {
    prepareProcess()
    let socket = try address.open()
    let place = "http://\(address.text(port: socket.port))"
    try await greet(url?.text ?? place)
    let server = make(world(hosts(address, socket.port, url), url))
    let signals = StopSignals()
    var limits = ListenerLimits()
    limits.filePaths = Server.filePaths
    let listener = try Listener(socket, limits: limits) { await server.respond(to: $0) }
    output.print("listening on \(place)")
    await signals.first()
    await listener.stop()
    await server.close()
    return .done
  }

  private func prepareProcess() {
    // With an arena for each thread, what closed logs leave behind is kept by every one of them:
    // 200 MB instead of 74 after 150 people. That is M_ARENA_MAX (mallopt(3)), where there is such
    // a thing: the C library does not show it to Swift.
    typealias Mallopt = @convention(c) (Int32, Int32) -> Int32
    if let found = dlsym(nil, "mallopt") { _ = unsafeBitCast(found, to: Mallopt.self)(-8, 1) }
    // 1,000 connections and the files of open logs are more than the usual 1,024.
    var files = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0 else { return }
    files.rlim_cur = max(files.rlim_cur, min(files.rlim_max, 4_096))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
  }

  /// The names people may come by: that of `--url` and those of this machine.
  ///
  /// Any at all where other machines come without `--url`. Those ask for a password, and a name
  /// that was made to point here has no cookie of ours.
  private func hosts(_ address: ListenAddress, _ port: Int, _ url: PublicAddress?) -> Set<String>? {
    guard let url else { return address.isLocal ? address.names(port: port) : nil }
    return address.names(port: port).union([url.host])
  }

  /// Says how to begin where nobody has an account, and what others on the way could read.
  fileprivate func advise(
    _ household: Household,
    at place: String,
    isLocal: Bool
  ) async throws {
    if let path = try await household.setupPath() {
      output.warn("Make the first account within a day, with this link or `cairn account create`:")
      output.warn(place + path)
    }
    if !isLocal, !place.hasPrefix("https://") {
      output.warn("Passwords travel unencrypted. Put TLS in front and give --url https://….")
    }
  }

  private func world(_ hosts: Set<String>?, _ url: PublicAddress?) -> ServerWorld {
    ServerWorld(
      hosts: hosts,
      isSecure: url?.isSecure ?? false,
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
  fileprivate static var url: Option {
    .value("url", "URL", "The address people come by, if it is another: https://log.example.org.")
  }

  fileprivate static var singleUser: Option {
    .flag("single-user", "Serve your own log on this machine, without a password.")
  }

  fileprivate static var demo: Option {
    .flag("demo", "Serve a made-up year on this machine, without a password.")
  }

  fileprivate static var listen: Option {
    .value("listen", "HOST:PORT", "Where (127.0.0.1:8080); port 0 is any that is free.")
  }
}
