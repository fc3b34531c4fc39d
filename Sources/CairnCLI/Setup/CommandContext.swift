import Cairn
import CairnExchange
import CairnSQLite
import CairnStore

/// The dependencies of a command: log directory, clock, time zone, output and environment.
struct CommandContext: Sendable {
  private(set) var output: Output
  let directory: DataDirectory
  let clock: Clock
  /// The person's time zone, with its origin.
  let resolvedZone: ResolvedTimeZone
  /// The rules of the zones that sessions have, which take longer to read than a command runs.
  let zones: ZoneCache
  /// The kinds of session that the program knows.
  var kinds: [any SessionTable] = Log.kinds
  /// Returns the value of an environment variable.
  let variable: @Sendable (String) -> String?
  /// Returns the origin of a value as people know it: a variable with the file that sets it.
  var origin: @Sendable (String) -> String = { $0 }
  /// The HTTP client, which tests replace.
  var web: WebTransport = WebClient.send
  /// Opens a text in the person's editor, which tests replace.
  var openEditor: OpenEditor = Editor.open
  /// The host name; nil if it must not name the device.
  var machine: String?
  /// Starts a background sync after a write; nil disables it.
  var syncLater: (@Sendable (DataDirectory) -> Void)?

  /// Reads the data directory, clock and zone from options and variables.
  ///
  /// Throws `usage.data_dir`, `usage.clock` and `usage.zone`.
  init(
    _ invocation: Invocation,
    _ output: Output,
    variable: @escaping @Sendable (String) -> String?
  ) throws(CairnError) {
    self.output = output
    self.variable = variable
    directory = try DataDirectory(option: invocation.value("data-dir"), variable: variable)
    clock = try Clock(variable: variable)
    resolvedZone = try ResolvedTimeZone(
      option: invocation.value("zone"),
      variable: variable,
      chosen: ConfiguredTimeZone(in: directory.path)
    )
    let own = resolvedZone.rules
    zones = ZoneCache { name in name == own.name ? own : SystemZones.rules(name) }
  }

  /// Whether the output is JSON or CSV.
  var wantsData: Bool { output.format.isData }

  /// The rules of the person's time zone.
  var zone: ZoneRules { resolvedZone.rules }

  /// Returns the context of a command whose text another one shows.
  func printing(to output: Output) -> CommandContext {
    var context = self
    context.output = output
    return context
  }

  /// The names and fields of the kinds.
  var modules: [KindModule] { kinds.map(\.module) }

  /// The current time.
  var now: Instant { clock.now() }

  /// The environment of a log.
  var environment: LogEnvironment {
    var environment = LogEnvironment(
      now: clock.now,
      clockMark: clock.mark,
      random: { UInt64.random(in: .min ... .max) },
      zone: zones.rules
    )
    environment.kinds = kinds
    return environment
  }
}

extension CommandContext {
  /// Opens the log for the closure, in its clock style; creates the data directory if it is missing.
  func withLog<Result>(_ body: (Log) async throws -> Result) async throws -> Result {
    try await localizingErrors {
      try directory.requireOwnLog()
      let log = try await directory.openLog(environment)
      return try await ClockStyle.$current.withValue(log.clockStyle()) {
        try await localizingErrors { try await syncingAfterWrite(log) { try await body(log) } }
      }
    }
  }

  private func localizingErrors<Result>(
    _ body: () async throws -> Result
  ) async throws -> Result {
    do { return try await body() } catch let error as CairnError {
      throw afterRelease(error).localized(times.format)
    }
  }

  /// Opens the log for a server with its own database thread, so that disk I/O blocks no other (ADR 0008).
  func withServedLog<Result>(_ body: (Log) async throws -> Result) async throws -> Result {
    try await body(directory.openLog(environment, on: .own))
  }

  /// Frees the reserve file on a full disk, and returns an error that suggests one retry.
  private func afterRelease(_ error: CairnError) -> CairnError {
    guard error.code == "storage.full", directory.releaseReserve() else { return error }
    return error.with(
      hint: "Run the command again now; a reserve of 1 MiB was freed. Nothing was changed."
    )
  }
}
