import Cairn
import CairnSQLite
import CairnStore
import Glibc

/// The workloads that run in a separate process and print their laps.
enum BenchProcess {
  /// Creates a log with a shelf and no sessions.
  static func make(_ path: String) async throws {
    let scene = BenchEnvironment()
    let database = try await SQLiteDatabase.open(path: path, on: .callers)
    let log = try await Log.open(database, environment: scene.environment)
    try await Sample.fillShelf(of: log, scene)
  }

  /// Creates a log of climbing sessions with 30 climbs each; `BENCH_EVENINGS` sets their number, default 1,000.
  static func makeWall(_ path: String) async throws {
    let scene = BenchEnvironment(
      at: BenchEnvironment.end - .hours(24 * Int64(ClimbingSample.evenings))
    )
    let database = try await SQLiteDatabase.open(path: path, on: .callers)
    let log = try await Log.open(database, environment: scene.environment)
    try await ClimbingSample.fill(log, scene, sessions: ClimbingSample.evenings, climbs: 30)
  }

  /// Creates a log of climbing sessions only.
  static func makeClimbs(_ path: String) async throws {
    let scene = BenchEnvironment()
    let database = try await SQLiteDatabase.open(path: path, on: .callers)
    let log = try await Log.open(database, environment: scene.environment)
    try await Sample.fillWithClimbs(log, scene)
  }

  static func run(_ work: Workload, _ path: String, sessions: Int) async throws {
    let scene = BenchEnvironment(seed: 2)
    let database = try await SQLiteDatabase.open(path: path, on: .callers)
    let log = try await Log.open(database, environment: scene.environment)
    let meter = Meter()
    try await work.run(on: log, scene, meter, sessions: sessions)
    for lap in meter.laps { print(lap.wall, lap.cpu) }
  }

  /// Runs a workload and records every statement.
  static func record(
    _ work: Workload,
    _ path: String,
    to trace: String,
    sessions: Int
  ) async throws {
    let scene = BenchEnvironment(seed: 2)
    let steps = Trace()
    let database = TracedDatabase(try await SQLiteDatabase.open(path: path, on: .callers), steps)
    let log = try await Log.open(database, environment: scene.environment)
    try await work.run(on: log, scene, Meter(steps), sessions: sessions)
    try steps.write(to: trace)
  }
}
