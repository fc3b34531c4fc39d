import Cairn
import CairnPostgres
import CairnSQLite
import CairnServer

extension Command<CommandContext> {
  static var serve: Command {
    Command(
      "serve",
      group: "Administration",
      summary: "Serve the web app and the HTTP API.",
      discussion: """
        Each account has its own log; create accounts with `cairn account`. Other machines can \
        connect if --listen and a reverse proxy with TLS allow it.

        With --single-user it serves your own log on this machine without a password. Anyone who can \
        reach the address can read and change it, so only local addresses are allowed. Other \
        commands can use the same log at the same time.

        With --demo it serves a sample log of one year in the same way. The sample has its own \
        folder, is generated at each start and deleted when the server stops. Your log is not touched.

        Ctrl-C or SIGTERM finishes open requests and stops the server.
        """,
      examples: [
        Example("cairn serve", "a multi-user server at http://127.0.0.1:8080"),
        Example("cairn serve --url https://log.example.org", "behind a reverse proxy"),
        Example("cairn serve --database postgresql://cairn_server@/cairn", "logs in PostgreSQL"),
        Example("cairn serve --single-user", "your own log, without a password"),
        Example("cairn serve --single-user --listen 127.0.0.1:0", "on any free port"),
        Example("cairn serve --demo", "a sample year to explore"),
      ],
      options: ServerSetting.all.map(\.option),
      action: { invocation, context in
        do {
          return try await context.serve(ServerSettings(invocation, variable: context.variable))
        } catch let error as CairnError where !invocation.flag("verbose") {
          // Standard error is the log of the server, which always has the cause.
          if !error.cause.isEmpty { context.output.warn("Cause: \(error.cause.visible)") }
          throw error
        }
      }
    )
  }
}

extension CommandContext {
  fileprivate func serve(_ settings: ServerSettings) async throws -> ExitCode {
    if try settings.isOn(.demo) {
      return try await serveDemo(try ServeConfiguration(settings, isOpen: true))
    }
    if try settings.isOn(.singleUser) {
      return try await serveSingleUser(try ServeConfiguration(settings, isOpen: true))
    }
    let plan = try ServeConfiguration(settings, isOpen: false)
    if let server = try postgres(settings, isLive: true) {
      return try await serveAccounts(in: server, plan)
    }
    return try await directory.withAccountsLock { try await serveAccounts(plan) }
  }

  fileprivate func serveDemo(_ plan: ServeConfiguration) async throws -> ExitCode {
    try await withDemoLog { log, directory in
      let logDirectory = LogDirectory(directory: directory)
      return try await serve(plan, file: directory.logFile, nil, zone: defaultZone(in: directory)) {
        Server(log, in: logDirectory, dependencies: $0)
      }
    }
  }

  fileprivate func serveSingleUser(_ plan: ServeConfiguration) async throws -> ExitCode {
    try await withServedLog { log in
      let logDirectory = LogDirectory(directory: directory)
      let rounds = ownBackupScheduler(BackupDestination(plan.backups, in: directory))
      let webhooks = try await ownWebhookDispatcher(plan.webhooks, log)
      let (file, zone) = (directory.logFile, defaultZone(in: directory))
      return try await serve(plan, file: file, rounds, webhooks, zone: zone) {
        var dependencies = $0
        dependencies.syncFailure = { [directory] in directory.lastSyncError }
        return Server(log, in: logDirectory, dependencies: dependencies)
      }
    }
  }

  fileprivate func serveAccounts(_ plan: ServeConfiguration) async throws -> ExitCode {
    let backups = BackupDestination(plan.backups, in: directory)
    let webhookStore = try await plan.webhooks == .nowhere ? existingWebhooks() : webhooks(on: .own)
    let accountService = try await accountService(
      on: .own,
      backups: backups,
      webhooks: webhookStore
    )
    let rounds = accountBackupScheduler(backups, accountService)
    let webhooks = webhookStore.flatMap { webhookDispatcher(plan.webhooks, $0, accountService) }
    return try await serve(plan, file: directory.accountsFile, rounds, webhooks) { url in
      try await advise(accountService, at: url, isLocal: plan.address.isLocal)
    } make: { dependencies in
      Server(accountService, dependencies: dependencies)
    }
  }

  /// Serves accounts from PostgreSQL, without backups, which are the database's responsibility.
  fileprivate func serveAccounts(
    in server: PostgresServer,
    _ plan: ServeConfiguration
  ) async throws -> ExitCode {
    let accountService = try await accountService(in: server)
    let webhooks = accountService.webhooks.flatMap {
      webhookDispatcher(plan.webhooks, $0, accountService)
    }
    return try await serve(plan, file: directory.path, nil, webhooks) { url in
      try await advise(accountService, at: url, isLocal: plan.address.isLocal)
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
