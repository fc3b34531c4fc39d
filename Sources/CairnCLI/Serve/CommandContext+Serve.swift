import Cairn
import CairnListener
import CairnServer
import CairnStore
import Dispatch
import Glibc

extension CommandContext {
  /// Runs the server until SIGTERM or SIGINT.
  ///
  /// The server reports that it is not ready while `file` is missing.
  func serve(
    _ plan: ServeConfiguration,
    file: String,
    _ backups: BackupScheduler?,
    _ webhooks: WebhookDispatcher? = nil,
    zone: DefaultZone? = nil,
    greet: (_ url: String) async throws -> Void = { _ in },
    make: (ServerDependencies) -> Server
  ) async throws -> ExitCode {
    prepareProcess()
    if let permissionWarning = directory.permissionWarning { output.warn(permissionWarning) }
    let socket = try plan.address.open()
    let localURL = "http://\(plan.address.text(port: socket.port))"
    try await greet(plan.url?.text ?? localURL)
    let (signals, connections) = (StopSignals(), ConnectionCount())
    let writer = LogSink(output)
    var dependencies = dependencies(hosts(plan, socket.port), plan.url)
    dependencies.modules = modules
    plan.apply(to: &dependencies, writer)
    dependencies.databaseExists = { access(file, R_OK) == 0 }
    dependencies.process = process(signals, connections)
    dependencies.backups = backups
    dependencies.webhooks = webhooks
    dependencies.defaultZone = zone
    dependencies.pack = Gzip.packer()
    dependencies.releaseMemory = Self.trimmer
    let rounds = backups?.runInBackground(dependencies.logger)
    let webhookTask = webhooks?.runInBackground(dependencies.logger)
    let server = make(dependencies)
    let closing = Task { await server.removeClosedAccounts() }
    // A separate queue has its own thread, even if the shared ones are busy.
    let (end, latest) = (DispatchQueue(label: "cairn.end"), exitDeadline())
    defer { latest.cancel() }
    try await serveRequests(socket, server, plan.limits(below: dependencies.base), connections) {
      output.print("listening on \(localURL)")
      await signals.first()
      end.asyncAfter(deadline: .now() + 10, execute: latest)
      rounds?.cancel()
      webhookTask?.cancel()
      closing.cancel()
    } ended: {
      await rounds?.value
      await webhookTask?.value
      await closing.value
      await webhooks?.stop()
    }
    writer.finish()
    return .done
  }

  /// Exits even if a database hangs; acknowledged writes are durable, as after a kill.
  private func exitDeadline() -> DispatchWorkItem {
    DispatchWorkItem { [output] in
      output.warn("Shutdown timed out after 10 seconds, perhaps because of a database.")
      _exit(ExitCode.failedStorage.rawValue)
    }
  }

  private func serveRequests(
    _ socket: ListeningSocket,
    _ server: Server,
    _ limits: ListenerLimits,
    _ connections: ConnectionCount,
    until stopped: () async -> Void,
    ended: () async -> Void
  ) async throws {
    let listener = try listener(socket, server, limits, connections)
    await stopped()
    await listener.stop()
    await ended()
    await server.close()
  }

  private func listener(
    _ socket: ListeningSocket,
    _ server: Server,
    _ limits: ListenerLimits,
    _ connections: ConnectionCount
  ) throws(CairnError) -> Listener {
    do {
      return try Listener(
        socket,
        limits: limits,
        counting: connections,
        refuse: server.refusal,
        admit: server.admit
      ) {
        await server.respond(to: $0)
      }
    } catch {
      throw CairnError(
        "server.cannot_listen",
        "The server cannot listen: \(error.reason).",
        hint: "Install libmicrohttpd: on Debian the package is libmicrohttpd12.",
        cause: error.cause
      )
    }
  }

  private func prepareProcess() {
    // With an arena per thread, every thread retains the memory of closed logs: 200 MB instead
    // of 74 after 150 users. -8 is M_ARENA_MAX (mallopt(3)), which glibc does not export to Swift;
    // other C libraries lack it.
    typealias Mallopt = @convention(c) (Int32, Int32) -> Int32
    if let found = dlsym(nil, "mallopt") { _ = unsafeBitCast(found, to: Mallopt.self)(-8, 1) }
    // 1,000 connections and the files of open logs exceed the usual limit of 1,024.
    var files = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0 else { return }
    files.rlim_cur = max(files.rlim_cur, min(files.rlim_max, 4_096))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
  }

  /// Returns free memory to the system (malloc_trim(3)) where the C library has that function.
  private static var trimmer: @Sendable () -> Void {
    typealias Trim = @convention(c) (Int) -> Int32
    guard let found = dlsym(nil, "malloc_trim") else { return {} }
    let trim = unsafeBitCast(found, to: Trim.self)
    return { _ = trim(0) }
  }

  /// Returns the accepted `Host` values: that of `--url` and the local ones; nil accepts any.
  ///
  /// Any host is accepted from other machines without `--url`. Such servers require a password, and DNS
  /// rebinding gives an attacker's host name no session cookie.
  private func hosts(_ plan: ServeConfiguration, _ port: Int) -> Set<String>? {
    guard let url = plan.url else {
      return plan.address.isLocal ? plan.address.names(port: port) : nil
    }
    return plan.address.names(port: port).union([url.host])
  }

  private func dependencies(_ hosts: Set<String>?, _ url: PublicAddress?) -> ServerDependencies {
    ServerDependencies(
      hosts: hosts,
      isSecure: url?.isSecure ?? false,
      zone: zone,
      now: environment.now,
      random: environment.random,
      freeBytes: { [directory] in directory.freeBytes },
      version: Program.cairn.version
    )
  }

  private func process(_ signals: StopSignals, _ connections: ConnectionCount) -> ServerProcess {
    var process = ServerProcess()
    process.startedAt = now
    process.connections = { connections.now }
    process.usage = ServerProcess.Usage.now
    process.isStopping = signals.hasArrived
    return process
  }
}
