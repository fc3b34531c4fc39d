import Cairn
import CairnSQL
import CairnSQLite
import CairnStore
import CairnTestKit
import Foundation

/// A log with a clock of its own: a device, or the server.
struct Station {
  let log: Log
  let clock: ManualClock
  let path: String
  private let environment: LogEnvironment
  private let database: SQLiteDatabase

  /// Makes an empty log in a new file, from one without a device; ids and node follow from the seed.
  init(path: String, from empty: String, at start: Instant, seed: UInt64) async throws {
    let clock = ManualClock(at: start)
    try FileManager.default.copyItem(atPath: empty, toPath: path)
    try await self.init(path, clock, LogEnvironment(clock: clock, seed: seed))
  }

  private init(_ path: String, _ clock: ManualClock, _ environment: LogEnvironment) async throws {
    (self.path, self.clock, self.environment) = (path, clock, environment)
    database = try await SQLiteDatabase.open(path: path, role: .device, on: .callers)
    log = try await Log.open(database, environment: environment)
  }

  /// Stops as a process that is killed does, and starts again.
  func restarted() async throws -> Station {
    await log.close()
    return try await Station(path, clock, environment)
  }

  /// The same after `renewNode`, as after a restore that was meant.
  func renewed() async throws -> Station {
    try await log.renewNode()
    return try await restarted()
  }

  /// Copies the file as it is between two transactions.
  func copy(to other: String) throws {
    try? FileManager.default.removeItem(atPath: other)
    try FileManager.default.copyItem(atPath: path, toPath: other)
  }

  /// Puts a copy in the place of the file.
  func replaced(by copy: String) async throws -> Station {
    try await replaced(by: copy, environment)
  }

  private func replaced(by copy: String, _ environment: LogEnvironment) async throws -> Station {
    await log.close()
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: copy, toPath: path)
    return try await Station(path, clock, environment)
  }

  /// Writes a copy over the file, which stays the same file of the disk.
  func overwritten(by copy: String) async throws -> Station {
    await log.close()
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(contentsOf: URL(fileURLWithPath: copy)))
    try file.close()
    return try await Station(path, clock, environment)
  }

  /// Throws the file away; the next one is empty, with other ids.
  func wiped(from empty: String, seed: UInt64) async throws -> Station {
    let environment = LogEnvironment(clock: clock, seed: seed)
    return try await replaced(by: empty, environment)
  }

  /// Another device with all that this one has, which stamps under its own name.
  func cloned(to other: String, seed: UInt64) async throws -> Station {
    try copy(to: other)
    let clock = ManualClock(at: clock.now)
    let clone = try await Station(other, clock, LogEnvironment(clock: clock, seed: seed))
    return try await clone.renewed()
  }
}

extension Station {
  /// A file with all tables and no device, which new logs are copied from; kept where it is found.
  ///
  /// Making the tables takes longer than most histories.
  static func empty(in folder: String) async throws -> String {
    let path = folder + "/empty"
    guard !FileManager.default.fileExists(atPath: path) else { return path }
    let clock = ManualClock(at: Instant(milliseconds: 0))
    let station = try await Station(path, clock, LogEnvironment(clock: clock, seed: 0))
    try await station.database.write { try $0.script("DELETE FROM device") }
    await station.log.close()
    return path
  }
}
