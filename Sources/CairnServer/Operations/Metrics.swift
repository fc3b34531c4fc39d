import Cairn
import CairnHTTP
import CairnPassword
import CairnStore

/// The handler of `/metrics`, which contains no personal data.
enum Metrics {
  static let show: OpenHandler = { context in
    guard mayRead(context) else { throw closed(context.server.dependencies) }
    let text = await context.server.metrics()
    return HTTPResponse(.ok, type: "text/plain; version=0.0.4; charset=utf-8", text: text)
  }

  /// Whether the client sent the token or, without a configured token, is a local program and no proxy.
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
      "server.metrics_closed",
      dependencies.metricsToken == nil
        ? "The figures of this server are for its own machine."
        : "The figures of this server are for those who have its token.",
      hint: "Set CAIRN_METRICS_TOKEN, and send it as “Authorization: Bearer …”."
    )
  }
}

extension Server {
  fileprivate func metrics() async -> String {
    var figures = Exposition()
    figures.begin("cairn_build_info", .gauge, "The version that runs.")
    figures.add("cairn_build_info", [("version", dependencies.version)], "1")
    addRequests(to: &figures)
    await addAccounts(to: &figures)
    figures.single(
      "cairn_disk_free_bytes",
      .gauge,
      "Room where the logs lie.",
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
      "Copies that were made and checked.",
      await backups.made
    )
    figures.single(
      "cairn_backups_failed_total",
      .counter,
      "Copies that could not be made.",
      await backups.failed
    )
    figures.single(
      "cairn_backup_round_timestamp_seconds",
      .gauge,
      "When all that changed was copied last, since 1970.",
      await backups.endedAt.map { $0.milliseconds / 1_000 }
    )
  }

  private func addRequests(to figures: inout Exposition) {
    let routes = metrics.routes.sorted {
      ($0.key.pattern, $0.key.method) < ($1.key.pattern, $1.key.method)
    }
    let (total, time) = ("cairn_http_requests_total", "cairn_http_request_duration_seconds")
    figures.begin(total, .counter, "Answered requests by route and class of status.")
    for (name, counts) in routes {
      for (digit, count) in zip(1..., counts.classes) where count > 0 {
        figures.add(total, name.labels + [("status", "\(digit)xx")], "\(count)")
      }
    }
    figures.begin(time, .histogram, "Time from a whole request to its answer.")
    for (name, counts) in routes { figures.add(time, name.labels, counts) }
  }

  private func addAccounts(to figures: inout Exposition) async {
    figures.single(
      "cairn_http_connections",
      .gauge,
      "Connections that are open.",
      dependencies.process.connections()
    )
    guard case .multiUser(let accountService) = tenancy else { return }
    figures.single(
      "cairn_open_logs",
      .gauge,
      "Logs that are open.",
      accountService.logs.count
    )
    figures.single(
      "cairn_accounts",
      .gauge,
      "Accounts there are.",
      try? await accountService.accounts.count()
    )
    figures.single(
      "cairn_password_queue",
      .gauge,
      "Passwords being hashed, or waiting to be.",
      accountService.passwords.waitingCount
    )
    let name = "cairn_sign_in_refusals_total"
    figures.begin(name, .counter, "Sign-ins that were refused, by code.")
    for (code, count) in metrics.signIns.sorted(by: { $0.key < $1.key }) {
      figures.add(name, [("code", code)], "\(count)")
    }
  }

  private func addProcess(to figures: inout Exposition) {
    let (process, usage) = (dependencies.process, dependencies.process.usage())
    figures.single(
      "process_start_time_seconds",
      .gauge,
      "When the process began, since 1970.",
      process.startedAt.map { $0.milliseconds / 1_000 }
    )
    figures.single(
      "process_cpu_seconds_total",
      .counter,
      "Processor time that was used.",
      usage.map { Exposition.seconds(micros: $0.cpuMicros) }
    )
    figures.single(
      "process_resident_memory_bytes",
      .gauge,
      "Memory that is held.",
      usage?.residentBytes
    )
    figures.single("process_open_fds", .gauge, "Files that are open.", usage?.openFiles)
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
