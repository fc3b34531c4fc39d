import Cairn
import CairnExchange
import CairnSQLite
import CairnStore

/// What a command gets from outside: where the log is, the time, the zone, and where to print.
struct CommandContext: Sendable {
  let output: Output
  /// Whether the person asked for JSON.
  let wantsJSON: Bool
  let directory: DataDirectory
  let clock: Clock
  /// The zone the person is in now, with what decided it.
  let placedZone: ResolvedTimeZone
  /// The value of an environment variable.
  let variable: @Sendable (String) -> String?
  /// Asks another server; a test answers instead.
  var web: WebTransport = WebClient.ask
  /// What the machine is called; nil where nothing is called after it.
  var machine: String?
  /// Syncs after a write without keeping anybody waiting; nil where nothing is done by itself.
  var syncLater: (@Sendable (DataDirectory) -> Void)?

  /// Reads data directory, clock and zone from options and variables.
  ///
  /// Throws `usage.data_dir`, `usage.clock` and `usage.zone`.
  init(
    _ invocation: Invocation,
    _ output: Output,
    variable: @escaping @Sendable (String) -> String?
  ) throws(CairnError) {
    self.output = output
    self.variable = variable
    wantsJSON = invocation.isOn("json")
    directory = try DataDirectory(option: invocation.value("data-dir"), variable: variable)
    clock = try Clock(variable: variable)
    placedZone = try ResolvedTimeZone(
      option: invocation.value("zone"),
      variable: variable,
      chosen: ConfiguredTimeZone(in: directory.path)
    )
  }

  /// The rules of the zone the person is in now.
  var zone: ZoneRules { placedZone.rules }

  /// The time now.
  var now: Instant { clock.now() }

  /// What a log needs from the world.
  ///
  /// The rules of the person's zone are there already, and building them takes a while.
  var environment: LogEnvironment {
    LogEnvironment(
      now: clock.now,
      mark: clock.mark,
      random: { UInt64.random(in: .min ... .max) },
      zone: { [zone] name in name == zone.name ? zone : SystemZones.rules(name) }
    )
  }
}

extension CommandContext {
  /// Opens the log and hands it over; makes the data directory when it is missing.
  func withLog<Result>(_ body: (Log) async throws -> Result) async throws -> Result {
    do {
      try directory.requireOwnLog()
      let log = try await directory.openLog(environment)
      return try await syncingAfterWrite(log) { try await body(log) }
    } catch let error as CairnError {
      throw afterRelease(error).localized(times.format)
    }
  }

  /// Opens the log for a server, whose thread must not wait for the disk (ADR 0008).
  func withServedLog<Result>(_ body: (Log) async throws -> Result) async throws -> Result {
    try await body(directory.openLog(environment, on: .own))
  }

  /// On a full disk gives the reserve up, and says that one more try has room.
  private func afterRelease(_ error: CairnError) -> CairnError {
    guard error.code == "storage.full", directory.releaseReserve() else { return error }
    return CairnError(
      error.code,
      error.message,
      hint: "The log is as it was. A reserve of 1 MiB was freed: run the command once more now."
    )
  }
}
