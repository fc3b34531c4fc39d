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
  let disk: Disk
  private let environment: LogEnvironment

  /// Makes a log from one without a device; ids and node follow from the seed.
  init(on disk: Disk, from empty: Data, at start: Instant, seed: UInt64) async throws {
    let clock = ManualClock(at: start)
    disk.put(empty)
    try await self.init(disk, clock, LogEnvironment(clock: clock, seed: seed))
  }

  private init(_ disk: Disk, _ clock: ManualClock, _ environment: LogEnvironment) async throws {
    (self.disk, self.clock, self.environment) = (disk, clock, environment)
    log = try await Log.open(disk.database(), environment: environment)
  }

  /// Stops as a process that is killed between two transactions does, and starts again.
  ///
  /// The connection stays: it keeps nothing of a log from one transaction to the next but statements.
  func restarted() async throws -> Station { try await Station(disk, clock, environment) }

  /// Starts again after a power cut.
  func recovered(_ chance: SharedChance) async throws -> Station {
    await log.close()
    disk.start(chance)
    return try await Station(disk, clock, environment)
  }

  /// The same after `renewNode`, as after a restore that was meant.
  func renewed() async throws -> Station {
    try await log.renewNode()
    return try await restarted()
  }

  /// Puts a copy in the place of the log.
  func replaced(by copy: Data) async throws -> Station {
    disk.put(copy)
    return try await restarted()
  }

  /// Throws the log away; the next one is empty, with other ids.
  func wiped(from empty: Data, seed: UInt64) async throws -> Station {
    disk.put(empty)
    return try await Station(disk, clock, LogEnvironment(clock: clock, seed: seed))
  }

  /// Another device with all that this one has, which stamps under its own name.
  func cloned(to other: Disk, seed: UInt64) async throws -> Station {
    other.put(disk.content)
    let clock = ManualClock(at: clock.now)
    let clone = try await Station(other, clock, LogEnvironment(clock: clock, seed: seed))
    return try await clone.renewed()
  }
}

/// Disks that are used again by one history after another.
final class Rack {
  /// A log with all tables and no device, which new ones are copied from: making the tables takes
  /// longer than most histories.
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

  /// A disk that nothing else in this history has.
  func next() -> Disk {
    if taken == disks.count { disks.append(Disk()) }
    taken += 1
    return disks[taken - 1]
  }

  /// Lets the next history have all of them.
  func clear() { taken = 0 }
}
