import Cairn
import CairnSQL
import CairnSQLite
import CairnStore
import CairnTestKit
import Foundation

/// A log with its own clock: a device, or the server.
struct Station {
  let log: Log
  let clock: ManualClock
  let disk: Disk
  private let environment: LogEnvironment

  /// Creates a log from one without a device; ids and node are derived from the seed.
  init(on disk: Disk, from empty: Data, at start: Instant, seed: UInt64) async throws {
    let clock = ManualClock(at: start)
    disk.put(empty)
    try await self.init(disk, clock, LogEnvironment(clock: clock, seed: seed))
  }

  private init(_ disk: Disk, _ clock: ManualClock, _ environment: LogEnvironment) async throws {
    (self.disk, self.clock, self.environment) = (disk, clock, environment)
    log = try await Log.open(disk.database(), environment: environment)
  }

  /// Restarts like a process that was killed between two transactions.
  ///
  /// The connection stays open: between transactions it keeps only statements.
  func restarted() async throws -> Station { try await Station(disk, clock, environment) }

  /// Restarts after a power cut.
  func recovered(_ chance: SharedChance) async throws -> Station {
    await log.close()
    disk.start(chance)
    return try await Station(disk, clock, environment)
  }

  /// Restarts after `renewNode`, as after an intended restore.
  func renewed() async throws -> Station {
    try await log.renewNode()
    return try await restarted()
  }

  /// Replaces the log with a copy.
  func replaced(by copy: Data) async throws -> Station {
    disk.put(copy)
    return try await restarted()
  }

  /// Deletes the log; the next one is empty and has other ids.
  func wiped(from empty: Data, seed: UInt64) async throws -> Station {
    disk.put(empty)
    return try await Station(disk, clock, LogEnvironment(clock: clock, seed: seed))
  }

  /// Returns another device with a copy of this log and its own node.
  func cloned(to other: Disk, seed: UInt64) async throws -> Station {
    other.put(disk.content)
    let clock = ManualClock(at: clock.now)
    let clone = try await Station(other, clock, LogEnvironment(clock: clock, seed: seed))
    return try await clone.renewed()
  }
}

/// Disks that successive histories reuse.
final class Rack {
  /// A log with all tables and no device, as a template: creating tables takes longer than most histories.
  let empty: Data
  private var disks: [Disk] = []
  private var taken = 0

  init() async throws {
    let disk = Disk()
    let clock = ManualClock(at: Instant(milliseconds: 0))
    let station = try await Station(
      on: disk,
      from: Data(),
      at: clock.now,
      seed: 0
    )
    try await disk.database().write { try $0.script("DELETE FROM device") }
    await station.log.close()
    empty = disk.content
  }

  /// Returns a disk that is unused in this history.
  func next() -> Disk {
    if taken == disks.count { disks.append(Disk()) }
    taken += 1
    return disks[taken - 1]
  }

  /// Frees all disks for the next history.
  func clear() { taken = 0 }
}
