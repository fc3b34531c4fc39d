import Cairn
import CairnAccounts
import CairnListener
import CairnPostgres
import CairnSQLite
import CairnServer
import CairnStore
import Dispatch
import Glibc

extension CommandContext {
  /// Serves the logs that the settings name, until the process is asked to stop.
  func serve(_ settings: ServerSettings) async throws -> ExitCode {
    if try settings.isOn(.demo) {
      return try await serveDemo(try ServeConfiguration(settings, isOpen: true))
    }
    if try settings.isOn(.singleUser) {
      return try await serveSingleUser(try ServeConfiguration(settings, isOpen: true))
    }
    let configuration = try ServeConfiguration(settings, isOpen: false)
    if let server = try postgres(settings, isLive: true) {
      return try await serveAccounts(in: server, configuration)
    }
    return try await directory.withAccountsLock { try await serveAccounts(configuration) }
  }

  private func serveDemo(_ configuration: ServeConfiguration) async throws -> ExitCode {
    try await withDemoLog { log, directory in
      let logDirectory = LogDirectory(directory: directory)
      return try await serve(
        configuration,
        file: directory.logFile,
        nil,
        zone: defaultZone(in: directory)
      ) {
        Server(log, in: logDirectory, dependencies: $0)
      }
    }
  }

  private func serveSingleUser(_ configuration: ServeConfiguration) async throws -> ExitCode {
    try await withServedLog { log in
      let logDirectory = LogDirectory(directory: directory)
      let scheduler = ownBackupScheduler(BackupDestination(configuration.backups, in: directory))
      let webhooks = try await ownWebhookDispatcher(configuration.webhooks, log)
      let (file, zone) = (directory.logFile, defaultZone(in: directory))
      return try await serve(configuration, file: file, scheduler, webhooks, zone: zone) {
        var dependencies = $0
        dependencies.syncFailure = { [directory] in directory.lastSyncError }
        return Server(log, in: logDirectory, dependencies: dependencies)
      }
    }
  }

  private func serveAccounts(_ configuration: ServeConfiguration) async throws -> ExitCode {
    let backups = BackupDestination(configuration.backups, in: directory)
    let webhookStore =
      try await configuration.webhooks == .nowhere ? existingWebhooks() : webhooks(on: .own)
    let accountService = try await accountService(
      on: .own,
      backups: backups,
      webhooks: webhookStore
    )
    let scheduler = accountBackupScheduler(backups, accountService)
    let webhooks = webhookStore.flatMap {
      webhookDispatcher(configuration.webhooks, $0, accountService)
    }
    let hosts = try configuration.url == nil ? HostFile(in: directory.path) : nil
    return try await serve(configuration, file: directory.accountsFile, scheduler, webhooks) {
      url in
      try await advise(accountService, at: url, isLocal: configuration.address.isLocal)
    } make: {
      var dependencies = $0
      dependencies.learnedHosts = hosts.map { file in
        LearnedHosts(names: { file.names }, add: { try file.add($0) })
      }
      return Server(accountService, dependencies: dependencies)
    }
  }

  /// Serves accounts from PostgreSQL, without backups, which are the database's responsibility.
  private func serveAccounts(
    in server: PostgresServer,
    _ configuration: ServeConfiguration
  ) async throws -> ExitCode {
    let accountService = try await accountService(in: server)
    let webhooks = accountService.webhooks.flatMap {
      webhookDispatcher(configuration.webhooks, $0, accountService)
    }
    return try await serve(configuration, file: directory.path, nil, webhooks) { url in
      try await advise(accountService, at: url, isLocal: configuration.address.isLocal)
    } make: { dependencies in
      Server(accountService, dependencies: dependencies)
    }
  }

  /// Explains how to create the first account, and warns about unencrypted passwords.
  private func advise(
    _ accountService: AccountService,
    at url: String,
    isLocal: Bool
  ) async throws {
    if let path = try await accountService.setupPath() {
      output.warn(
        "Create the first account within a day, with this link or `cairn account create`:"
      )
      output.warn(url + path)
    }
    if !isLocal, !url.hasPrefix("https://") {
      output.warn(
        "Passwords are sent unencrypted. Put a TLS proxy in front and set --url https://…."
      )
    }
  }
}

extension CommandContext {
  /// Runs the server until SIGTERM or SIGINT.
  ///
  /// The server reports that it is not ready while `file` is missing.
  func serve(
    _ configuration: ServeConfiguration,
    file: String,
    _ backups: BackupScheduler?,
    _ webhooks: WebhookDispatcher? = nil,
    zone: DefaultZone? = nil,
    greet: (_ url: String) async throws -> Void = { _ in },
    make: (ServerDependencies) -> Server
  ) async throws -> ExitCode {
    prepareProcess()
    if let permissionWarning = directory.permissionWarning { output.warn(permissionWarning) }
    let socket = try configuration.address.open()
    let localURL = "http://\(configuration.address.text(port: socket.port))"
    try await greet(configuration.url?.text ?? localURL)
    let (signals, connections) = (StopSignals(), ConnectionCount())
    let writer = LogSink(output)
    var dependencies = dependencies(hosts(configuration, socket.port), configuration.url)
    dependencies.modules = modules
    configuration.apply(to: &dependencies, writer)
    dependencies.databaseExists = { access(file, R_OK) == 0 }
    dependencies.process = process(signals, connections)
    dependencies.backups = backups
    dependencies.webhooks = webhooks
    dependencies.defaultZone = zone
    dependencies.pack = Gzip.compressor()
    dependencies.releaseMemory = Self.trimmer
    let backupTask = backups?.runInBackground(dependencies.logger.report("backup failed"))
    let webhookTask = webhooks?.runInBackground(dependencies.logger.report("webhooks failed"))
    let server = make(dependencies)
    let closing = Task { await server.removeClosedAccounts() }
    let supervisor = Supervisor(variable: variable)
    let heartbeat = Task { await supervisor?.watch { _ = await server.respond(to: .healthCheck) } }
    // A separate queue has its own thread, even if the shared ones are busy.
    let (end, latest) = (DispatchQueue(label: "cairn.end"), exitDeadline())
    defer { latest.cancel() }
    try await serveRequests(
      socket,
      server,
      configuration.limits(below: dependencies.base),
      connections
    ) {
      output.print("listening on \(localURL)")
      supervisor?.notify("READY=1")
      await signals.first()
      supervisor?.notify("STOPPING=1")
      heartbeat.cancel()
      end.asyncAfter(deadline: .now() + 10, execute: latest)
      backupTask?.cancel()
      webhookTask?.cancel()
      closing.cancel()
    } ended: {
      await backupTask?.value
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
  private func hosts(_ configuration: ServeConfiguration, _ port: Int) -> Set<String>? {
    guard let url = configuration.url else {
      return configuration.address.isLocal ? configuration.address.names(port: port) : nil
    }
    return configuration.address.names(port: port).union([url.host])
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

extension CommandContext {
  /// Returns the zone of a single-user server, which can be changed unless an option or variable sets it.
  func defaultZone(in directory: DataDirectory) -> DefaultZone {
    guard !resolvedZone.isGiven else { return DefaultZone(rules: { [zone] in zone }, choose: nil) }
    let chosen = ConfiguredTimeZone(in: directory.path)
    let known = environment.zone
    return DefaultZone(
      rules: { [zone] in chosen.name.flatMap(known) ?? zone },
      choose: { try chosen.set($0, known: known) }
    )
  }
}

extension ServerProcess.Usage {
  /// Returns the current resource usage of this process; nil if the system does not report it.
  static func now() -> ServerProcess.Usage? {
    var usage = rusage()
    guard getrusage(RUSAGE_SELF.rawValue, &usage) == 0, let pages = residentPages() else {
      return nil
    }
    let seconds = Int64(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    return ServerProcess.Usage(
      residentBytes: pages * Int64(sysconf(Int32(_SC_PAGESIZE))),
      cpuMicros: seconds * 1_000_000 + Int64(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec),
      // Subtract `.`, `..` and the descriptor of the directory.
      openFiles: max(0, LockedDirectory.names(in: "/proc/self/fd").count - 3)
    )
  }

  /// Returns the second number of `/proc/self/statm` (proc(5)).
  private static func residentPages() -> Int64? {
    guard let file = fopen("/proc/self/statm", "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = fread(&bytes, 1, bytes.count, file)
    let fields = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? Int64(fields[1]) : nil
  }
}
