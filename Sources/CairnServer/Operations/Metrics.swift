import Cairn
import CairnHTTP
import CairnAccounts

/// The handler of `/metrics`, which contains no personal data.
enum Metrics {
  static let show: UnauthenticatedHandler = { context in
    guard mayRead(context) else { throw closed(context.server.dependencies) }
    let text = await context.server.metrics()
    return HTTPResponse(.ok, type: "text/plain; version=0.0.4; charset=utf-8", text: text)
  }

  /// Whether the client sent the token, or no token is configured and the client is local and not a proxy.
  private static func mayRead(_ context: RequestContext) -> Bool {
    let (dependencies, request) = (context.server.dependencies, context.request)
    guard let token = dependencies.metricsToken else {
      let isForwarded = ["x-forwarded-for", "forwarded"].contains {
        request.fields.count(of: $0) > 0
      }
      return ["127.0.0.1", "::1"].contains(request.address) && !isForwarded
    }
    // Comparing hashes prevents a timing attack on the token.
    return context.bearer.map { SHA256.hex(Array($0.utf8)) } == SHA256.hex(Array(token.utf8))
  }

  private static func closed(_ dependencies: ServerDependencies) -> CairnError {
    CairnError(
      "server.metrics_forbidden",
      dependencies.metricsToken == nil
        ? "The metrics are only available on the server's machine."
        : "The metrics need a token.",
      hint: "Set CAIRN_METRICS_TOKEN, and send it as “Authorization: Bearer …”."
    )
  }
}

extension Server {
  fileprivate func metrics() async -> String {
    var figures = Exposition()
    figures.begin("cairn_build_info", .gauge, "Version of the running server.")
    figures.add("cairn_build_info", [("version", dependencies.version)], "1")
    addRequests(to: &figures)
    await addAccounts(to: &figures)
    figures.single(
      "cairn_disk_free_bytes",
      .gauge,
      "Free space on the disk of the logs.",
      dependencies.freeBytes()
    )
    await addBackups(to: &figures)
    addProcess(to: &figures)
    return figures.text
  }

  private func addBackups(to figures: inout Exposition) async {
    guard let backups = dependencies.backups else { return }
    figures.single(
      "cairn_backups_made_total",
      .counter,
      "Backups made and verified.",
      await backups.backupCount
    )
    figures.single(
      "cairn_backups_failed_total",
      .counter,
      "Failed backups.",
      await backups.failed
    )
    figures.single(
      "cairn_backup_round_timestamp_seconds",
      .gauge,
      "Unix time at which the last complete backup round ended.",
      await backups.endedAt.map { $0.milliseconds / 1_000 }
    )
  }

  private func addRequests(to figures: inout Exposition) {
    let routes = metrics.routes.sorted {
      ($0.key.pattern, $0.key.method) < ($1.key.pattern, $1.key.method)
    }
    let (total, time) = ("cairn_http_requests_total", "cairn_http_request_duration_seconds")
    figures.begin(total, .counter, "HTTP responses by method, route and status class.")
    for (name, counts) in routes {
      for (digit, count) in zip(1..., counts.classes) where count > 0 {
        figures.add(total, name.labels + [("status", "\(digit)xx")], "\(count)")
      }
    }
    figures.begin(time, .histogram, "Time from a complete request to its response.")
    for (name, counts) in routes { figures.add(time, name.labels, counts) }
  }

  private func addAccounts(to figures: inout Exposition) async {
    figures.single(
      "cairn_http_connections",
      .gauge,
      "Open connections.",
      dependencies.process.connections()
    )
    guard case .multiUser(let accountService) = tenancy else { return }
    figures.single(
      "cairn_open_logs",
      .gauge,
      "Open logs.",
      accountService.logs.count
    )
    figures.single(
      "cairn_accounts",
      .gauge,
      "Existing accounts.",
      try? await accountService.accounts.count()
    )
    figures.single(
      "cairn_password_queue",
      .gauge,
      "Passwords being hashed or queued.",
      accountService.passwords.waitingCount
    )
    let name = "cairn_sign_in_refusals_total"
    figures.begin(name, .counter, "Refused sign-ins by error code.")
    for (code, count) in metrics.signIns.sorted(by: { $0.key < $1.key }) {
      figures.add(name, [("code", code)], "\(count)")
    }
  }

  private func addProcess(to figures: inout Exposition) {
    let (process, usage) = (dependencies.process, dependencies.process.usage())
    figures.single(
      "process_start_time_seconds",
      .gauge,
      "Start time of the process since the Unix epoch in seconds.",
      process.startedAt.map { $0.milliseconds / 1_000 }
    )
    figures.single(
      "process_cpu_seconds_total",
      .counter,
      "Total user and system CPU time in seconds.",
      usage.map { Exposition.seconds(micros: $0.cpuMicros) }
    )
    figures.single(
      "process_resident_memory_bytes",
      .gauge,
      "Resident memory size in bytes.",
      usage?.residentBytes
    )
    figures.single("process_open_fds", .gauge, "Open file descriptors.", usage?.openFiles)
  }
}

extension RequestMetrics.Name {
  fileprivate var labels: [(String, String)] { [("method", method), ("route", pattern)] }
}

extension Exposition {
  /// Adds the samples of a histogram.
  fileprivate mutating func add(
    _ name: String,
    _ labels: [(String, String)],
    _ counts: RequestMetrics.Counts
  ) {
    for (bound, count) in zip(RequestMetrics.bounds, counts.buckets) {
      add("\(name)_bucket", labels + [("le", Self.seconds(micros: bound))], "\(count)")
    }
    add("\(name)_bucket", labels + [("le", "+Inf")], "\(counts.all)")
    add("\(name)_sum", labels, Self.seconds(micros: counts.micros))
    add("\(name)_count", labels, "\(counts.all)")
  }
}
