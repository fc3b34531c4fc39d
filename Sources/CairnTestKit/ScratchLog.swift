public import Cairn
public import CairnSQL
public import CairnStore
import Dispatch

/// A log that exists for one test, in a world that obeys it.
public struct ScratchLog: Sendable {
  /// The log.
  public let log: Log
  /// The clock it reads.
  public let clock: ManualClock
  /// What it is stored in.
  public let database: any SQLDatabase
  /// Its file, to open once more.
  public let file: ScratchDatabase
  /// The time, chance and zones it was opened with.
  public let environment: LogEnvironment

  /// Opens the same file once more, as another process would; clock and chance are shared.
  public func reopen(kinds: [any SessionTable] = Log.kinds) async throws -> ScratchLog {
    try await ScratchLog(file, clock, environment, kinds)
  }

  fileprivate init(
    _ file: ScratchDatabase,
    _ clock: ManualClock,
    _ environment: LogEnvironment,
    _ kinds: [any SessionTable]
  ) async throws {
    self.file = file
    self.clock = clock
    self.environment = environment
    database = try await file.open()
    log = try await Log.open(database, kinds: kinds, environment: environment)
  }
}

extension TestEngine {
  /// Gives the closure an empty log, and removes it afterwards whatever happens.
  ///
  /// The clock stands at 2026-01-05T18:00:00Z, a Monday, unless told otherwise; ids come from
  /// `seed`, so a test that fails can be had again.
  public func scratchLog<T>(
    kinds: [any SessionTable] = Log.kinds,
    at start: Instant = .scratchStart,
    seed: UInt64 = 1,
    _ body: (ScratchLog) async throws -> T
  ) async throws -> T {
    try await scratch { file in
      let clock = ManualClock(at: start)
      let environment = LogEnvironment(clock: clock, seed: seed)
      return try await body(ScratchLog(file, clock, environment, kinds))
    }
  }
}

extension Instant {
  /// Monday, 2026-01-05T18:00:00Z.
  public static let scratchStart = Instant(milliseconds: 1_767_636_000_000)
}

extension LogEnvironment {
  /// A world with a clock that obeys, chance from a seed, and the system's zones.
  public init(clock: ManualClock, seed: UInt64) {
    let chance = Chance(seed: seed)
    self.init(now: { clock.now }, random: { chance.next() }, zone: SystemZones.rules)
  }
}

/// A seeded generator that many tasks may ask.
private final class Chance: @unchecked Sendable {  // `generator` is touched on `queue` only
  private let queue = DispatchQueue(label: "cairn.chance")
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  func next() -> UInt64 { queue.sync { generator.next() } }
}
