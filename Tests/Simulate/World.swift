import Cairn
import CairnStore
import CairnSync
import CairnTestKit
import Foundation

/// Some devices, their server, and the acknowledged changes.
struct World {
  private(set) var server: Station
  private(set) var devices: [Station]
  /// The loss rate of the network, in percent.
  var loss = 0
  /// The maximum page size of the server.
  var page = 500
  /// Whether a device's log is copied before each write, so that the write can be lost.
  var losesWrites = false
  /// The last mutation of each device.
  private var last: [Int: RecordID] = [:]
  /// The changes acknowledged by each device after its last agreement with the server.
  private var unsent: [Set<RecordID>]
  /// The acknowledged changes that are, or were, on the server.
  private var sent: Set<RecordID> = []
  /// The deleted sessions, which must stay deleted unless somebody undoes that.
  private(set) var deleted: Set<SessionID> = []
  /// Whether anything is undone by people or restored from a backup.
  var takesBack = false
  /// The device that makes the last edit.
  var speaker: Int { Int(seed % UInt64(devices.count)) }
  /// The number of full comparisons by devices that had synced before.
  private(set) var comparisons = 0
  /// A device that reported agreement although its content differed.
  private(set) var falseAgreement: Int?
  /// Whether the server was restored without a new epoch.
  private var wasRestoredSilently = false
  private let rack: Rack
  private let seed: UInt64
  /// The last backup of the server.
  private var backup: Data
  /// The last backups of devices, or their copies before the last write.
  private var kept: [Int: Data] = [:]
  private var lasts: [Int: Data] = [:]

  /// Creates a server and some devices with empty logs on the disks of a rack.
  init(_ rack: Rack, _ count: Int, _ seed: UInt64) async throws {
    let start = Instant(milliseconds: 1_767_636_000_000)
    (self.rack, self.seed) = (rack, seed)
    let make = { (skew: Milliseconds, seed: UInt64) in
      try await Station(on: rack.next(), from: rack.empty, at: start + skew, seed: seed)
    }
    server = try await make(Milliseconds(0), seed &* 1_000)
    devices = []
    for number in 0..<count {
      let skew = [Milliseconds(0), Milliseconds(-90_000), .hours(48), .minutes(10)][number % 4]
      devices.append(try await make(skew, seed &* 1_000 &+ UInt64(number) &+ 1))
    }
    unsent = Array(repeating: [], count: count)
    backup = server.disk.content
  }

  /// The mutations that the server must have at the end.
  var acknowledged: Set<RecordID> { unsent.reduce(sent) { $0.union($1) } }

  func pass(_ time: Milliseconds) {
    for station in devices + [server] { station.clock.advance(by: time) }
  }

  /// Gives all devices the same books at the start.
  mutating func begin(_ books: Int) async throws {
    let person = Person(devices[0], SharedChance(seed: 0), .all)
    for number in 0..<books { try await person.add("Book \(number)") }
    for number in devices.indices { try await sync(number, nil) }
  }

  /// Performs an action on a device.
  mutating func act(
    _ number: Int,
    _ chance: SharedChance,
    _ actionMix: ActionMix
  ) async throws {
    if losesWrites { lasts[number] = devices[number].disk.content }
    let done = try await done(by: Person(devices[number], chance, actionMix), at: number)
    last[number] = done.mutation
    if let mutation = done.mutation { unsent[number].insert(mutation) }
    if let session = done.deleted { deleted.insert(session) }
    try await recover(chance)
  }

  /// Performs an action and returns its result; nothing if the disk failed during it.
  private func done(
    by person: Person,
    at number: Int
  ) async throws -> (mutation: RecordID?, deleted: SessionID?) {
    do { return try await person.act() } catch  where devices[number].disk.hasFailed {
      return (nil, nil)
    }
  }

  /// Syncs over the bad network; an interrupted run is like a killed one.
  mutating func sync(_ number: Int, _ chance: SharedChance?) async throws {
    let line = Line(loss: chance == nil ? 0 : loss, page: page)
    let chance = chance ?? SharedChance(seed: 0)
    let transport = line.transport(to: server.log, chance)
    do {
      let isKnown = try await devices[number].log.syncState().cursor?.agreedAt != nil
      let outcome = try await SyncRunner(devices[number].log, transport: transport).run()
      if isKnown, outcome.didFullComparison { comparisons += 1 }
      sent.formUnion(unsent[number])
      unsent[number] = []
      try await compare(number)
    } catch is Line.Cut {
    } catch is CairnError where devices[number].disk.hasFailed || server.disk.hasFailed {
    }
    try await recover(chance)
  }

  /// Checks that a successful run ends with the same content on both sides.
  private mutating func compare(_ number: Int) async throws {
    guard falseAgreement == nil, try await !agrees(devices[number]) else { return }
    falseAgreement = number
  }

  /// Returns whether a device has the same content as the server.
  ///
  /// A server restored without a new epoch may end a session automatically again, and assign new stamps to repeated
  /// mutations. Nobody notices a difference that the checksum does not cover.
  func agrees(_ device: Station) async throws -> Bool {
    if try await device.log.rowDigest() == server.log.rowDigest() { return true }
    guard wasRestoredSilently else { return false }
    let theirs = try await Content(of: server.log).countedLines
    return try await Content(of: device.log).countedLines == theirs
  }

  /// Syncs all devices without failures until the server has nothing new.
  mutating func settle() async throws {
    for _ in 0..<3 {
      let (head, lines) = (
        try await server.log.syncHead().head, try await server.log.mutationCount()
      )
      for number in devices.indices { try await sync(number, nil) }
      let isQuiet = try await server.log.syncHead().head == head
      if isQuiet, try await server.log.mutationCount() == lines { return }
    }
  }
}

// MARK: - Failures

extension World {
  /// Restarts a device; if its disk fails during that, it continues unchanged.
  mutating func restart(_ number: Int) async throws {
    do { devices[number] = try await devices[number].restarted() } catch
      where devices[number].disk.hasFailed
    {}
  }

  mutating func backUp() { backup = server.disk.content }

  /// Restores the server from its backup; a restored disk keeps the epoch.
  mutating func restoreBackup(changesEpoch: Bool) async throws {
    server = try await server.replaced(by: backup)
    guard changesEpoch else { return wasRestoredSilently = true }
    server = try await server.renewed()
  }

  /// Replaces a device with an empty one; its unsent changes are lost.
  mutating func wipe(_ number: Int, seed: UInt64) async throws {
    devices[number] = try await devices[number].wiped(from: rack.empty, seed: seed)
    unsent[number] = []
  }

  /// Adds a device from a copy; both have the unsent changes.
  mutating func clone(_ number: Int, seed: UInt64) async throws {
    guard devices.count < 8 else { return }
    devices.append(try await devices[number].cloned(to: rack.next(), seed: seed))
    unsent.append(unsent[number])
  }

  mutating func keep(_ number: Int) { kept[number] = devices[number].disk.content }

  /// Restores a device from its backup.
  mutating func restore(_ number: Int) async throws {
    guard let copy = kept[number] else { return }
    devices[number] = try await devices[number].replaced(by: copy).renewed()
    unsent[number] = []
  }

  /// Reverts a log to its state before the last write, which the disk had acknowledged.
  mutating func loseWrite(_ number: Int) async throws {
    guard let copy = lasts[number] else { return }
    devices[number] = try await devices[number].replaced(by: copy)
    if let mutation = last.removeValue(forKey: number) { unsent[number].remove(mutation) }
  }

  /// Schedules a failure of a device's disk or the server's.
  func failDisk(_ number: Int?, _ chance: SharedChance) {
    let disk = number.map { devices[$0].disk } ?? server.disk
    let kinds = DiskFault.allCases
    disk.fail(kinds[chance.number(below: kinds.count)], after: chance.number(below: 60))
  }

  /// Restarts stations that lost power.
  private mutating func recover(_ chance: SharedChance) async throws {
    for number in devices.indices where devices[number].disk.isOff {
      devices[number] = try await devices[number].recovered(chance)
    }
    if server.disk.isOff { server = try await server.recovered(chance) }
    for station in devices + [server] { station.disk.hasFailed = false }
  }

  /// Ends all disk failures.
  func repair() { for station in devices + [server] { station.disk.repair() } }

  /// Sets a clock wrong by up to 400 days, or right again.
  func jump(_ number: Int, _ chance: SharedChance) {
    let days = [0, 0, 1, -2, 400][chance.number(below: 5)]
    devices[number].clock.set(to: server.clock.now + .hours(Int64(days) * 24))
  }
}
