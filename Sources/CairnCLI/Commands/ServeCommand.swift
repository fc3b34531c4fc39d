import Cairn
import CairnSQLite
import CairnServer

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

        With --demo it serves a made-up year of a log in the same way. It lies in a folder of its \
        own, is told anew each time, and goes when the server ends; nothing of yours is touched.

        Ctrl-C or SIGTERM lets requests finish and ends it.
        """,
      examples: [
        Example("cairn serve", "a household, at http://127.0.0.1:8080"),
        Example("cairn serve --url https://log.example.org", "behind a reverse proxy"),
        Example("cairn serve --database postgresql://cairn_server@/cairn", "logs in PostgreSQL"),
        Example("cairn serve --single-user", "your own log, without a password"),
        Example("cairn serve --single-user --listen 127.0.0.1:0", "at a port that is free"),
        Example("cairn serve --demo", "a year to look at and to play with"),
      ],
      options: ServerSetting.all.map(\.option),
      action: { invocation, surroundings in
        let settings = ServerSettings(invocation, variable: surroundings.variable)
        if try settings.isOn(.demo) {
          return try await surroundings.serveDemo(try ServerPlan(settings, isOpen: true))
        }
        if try settings.isOn(.singleUser) {
          return try await surroundings.serveOwn(try ServerPlan(settings, isOpen: true))
        }
        let plan = try ServerPlan(settings, isOpen: false)
        if let shards = try surroundings.postgres(settings, isLive: true) {
          return try await surroundings.serveHousehold(in: shards, plan)
        }
        return try await surroundings.directory.holdingAccounts {
          try await surroundings.serveHousehold(plan)
        }
      }
    )
  }
}

extension Surroundings {
  fileprivate func serveDemo(_ plan: ServerPlan) async throws -> ExitCode {
    try await withDemoLog { log, directory in
      let place = LogPlace(directory: directory)
      return try await serve(plan, file: directory.logFile, nil, zone: ownZone(in: directory)) {
        Server(log, in: place, world: $0)
      }
    }
  }

  fileprivate func serveOwn(_ plan: ServerPlan) async throws -> ExitCode {
    try await withServedLog { log in
      let place = LogPlace(directory: directory)
      let rounds = ownRounds(BackupPlace(plan.backups, in: directory))
      let webhooks = try await ownWebhookRounds(plan.webhooks, log)
      let (file, zone) = (directory.logFile, ownZone(in: directory))
      return try await serve(plan, file: file, rounds, webhooks, zone: zone) {
        var world = $0
        world.syncFailure = { [directory] in directory.lastTrouble }
        return Server(log, in: place, world: world)
      }
    }
  }

  fileprivate func serveHousehold(_ plan: ServerPlan) async throws -> ExitCode {
    let backups = BackupPlace(plan.backups, in: directory)
    let kept = try await plan.webhooks == .nowhere ? knownWebhooks() : webhooks(on: .own)
    let household = try await household(on: .own, backups: backups, webhooks: kept)
    let rounds = householdRounds(backups, household)
    let webhooks = kept.flatMap { webhookRounds(plan.webhooks, $0, household) }
    return try await serve(plan, file: directory.accountsFile, rounds, webhooks) { place in
      try await advise(household, at: place, isLocal: plan.address.isLocal)
    } make: { world in
      Server(household, world: world)
    }
  }

  /// Copies are the database's own to make.
  fileprivate func serveHousehold(
    in shards: Shards,
    _ plan: ServerPlan
  ) async throws -> ExitCode {
    let household = try await household(in: shards)
    try shards.requireAll(await household.shardNames())
    let webhooks = household.webhooks.flatMap { webhookRounds(plan.webhooks, $0, household) }
    return try await serve(plan, file: directory.path, nil, webhooks) { place in
      try await advise(household, at: place, isLocal: plan.address.isLocal)
    } make: { world in
      Server(household, world: world)
    }
  }

  /// Says how to begin where nobody has an account, and what others on the way could read.
  private func advise(
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
}
