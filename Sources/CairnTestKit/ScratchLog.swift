public import Cairn
public import CairnSQL
public import CairnStore
import Dispatch

/// A log for one test, with a controlled clock and seeded random numbers.
public struct ScratchLog: Sendable {
  /// The log.
  public let log: Log
  /// The clock of the log.
  public let clock: ManualClock
  /// The database of the log.
  public let database: any SQLDatabase
  /// The file, for opening it again.
  public let file: ScratchDatabase
  /// The clock, random numbers and zones of the log.
  public let environment: LogEnvironment

  /// Opens the file again, as another process would, with the same clock and random numbers.
  public func reopen(kinds: [any SessionTable] = Log.kinds) async throws -> ScratchLog {
    var environment = environment
    environment.kinds = kinds
    return try await ScratchLog(file, clock, environment)
  }

  fileprivate init(
    _ file: ScratchDatabase,
    _ clock: ManualClock,
    _ environment: LogEnvironment
  ) async throws {
    self.file = file
    self.clock = clock
    self.environment = environment
    database = try await file.open()
    log = try await Log.open(database, environment: environment)
  }
}

extension TestEngine {
  /// Runs the closure with an empty log, and removes it afterwards.
  ///
  /// The clock starts at `start`, by default Monday, 2026-01-05T18:00:00Z. IDs come from
  /// `seed`, so a failure is reproducible.
  public func scratchLog<T>(
    kinds: [any SessionTable] = Log.kinds,
    at start: Instant = .scratchStart,
    seed: UInt64 = 1,
    _ body: (ScratchLog) async throws -> T
  ) async throws -> T {
    try await scratch { file in
      let clock = ManualClock(at: start)
      var environment = LogEnvironment(clock: clock, seed: seed)
      environment.kinds = kinds
      return try await body(ScratchLog(file, clock, environment))
    }
  }
}

extension Instant {
  /// Monday, 2026-01-05T18:00:00Z.
  public static let scratchStart = Instant(milliseconds: 1_767_636_000_000)
}

extension LogEnvironment {
  /// Creates an environment with a manual clock, seeded random numbers and the system's zones.
  public init(clock: ManualClock, seed: UInt64) {
    let chance = LockedGenerator(seed: seed)
    self.init(now: { clock.now }, random: { chance.next() }, zone: SystemZones.rules)
  }
}

/// A thread-safe seeded generator.
///
/// Unchecked: `generator` is touched on `queue` only.
private final class LockedGenerator: @unchecked Sendable {
  private let queue = DispatchQueue(label: "cairn.chance")
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  func next() -> UInt64 { queue.sync { generator.next() } }
}
