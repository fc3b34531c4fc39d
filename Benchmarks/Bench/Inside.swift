import Cairn
import CairnSQLite
import CairnStore
import Glibc

/// What runs inside a process of its own and prints its laps.
enum Inside {
  /// Makes a log with a shelf and no session.
  static func make(_ path: String) async throws {
    let scene = Scene()
    let database = try await SQLiteDatabase.open(path: path, on: .callers)
    let log = try await Log.open(database, environment: scene.environment)
    try await Sample.fillShelf(of: log, scene)
  }

  /// Makes a log with sessions of climbing, 1,000 unless `BENCH_EVENINGS` says otherwise, with 30 climbs each.
  static func makeWall(_ path: String) async throws {
    let scene = Scene(at: Scene.end - .hours(24 * Int64(Wall.evenings)))
    let database = try await SQLiteDatabase.open(path: path, on: .callers)
    let log = try await Log.open(database, environment: scene.environment)
    try await Wall.fill(log, scene, sessions: Wall.evenings, climbs: 30)
  }

  /// Makes a log of climbing alone.
  static func makeClimbs(_ path: String) async throws {
    let scene = Scene()
    let database = try await SQLiteDatabase.open(path: path, on: .callers)
    let log = try await Log.open(database, environment: scene.environment)
    try await Sample.fillWithClimbs(log, scene)
  }

  static func run(_ work: Workload, _ path: String, sessions: Int) async throws {
    let scene = Scene(seed: 2)
    let database = try await SQLiteDatabase.open(path: path, on: .callers)
    let log = try await Log.open(database, environment: scene.environment)
    let meter = Meter()
    try await work.run(on: log, scene, meter, sessions: sessions)
    for lap in meter.laps { print(lap.wall, lap.cpu) }
  }

  /// Does the same and writes down every statement.
  static func record(
    _ work: Workload,
    _ path: String,
    to trace: String,
    sessions: Int
  ) async throws {
    let scene = Scene(seed: 2)
    let steps = Trace()
    let database = TracedDatabase(try await SQLiteDatabase.open(path: path, on: .callers), steps)
    let log = try await Log.open(database, environment: scene.environment)
    try await work.run(on: log, scene, Meter(steps), sessions: sessions)
    try steps.write(to: trace)
  }
}
