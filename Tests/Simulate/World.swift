import Cairn
import CairnStore
import CairnSync
import CairnTestKit
import Foundation

/// Some devices, their server, and what was acknowledged to the people at them.
struct World {
  private(set) var server: Station
  private(set) var devices: [Station]
  /// How bad the line is, in percent.
  var loss = 0
  /// The most that a page of the server has.
  var page = 500
  /// Whether a device's log is kept before each write, so that the write can be lost.
  var losesWrites = false
  /// The last mutation of each device.
  private var last: [Int: RecordID] = [:]
  /// What was acknowledged by each device since it agreed with the server last.
  private var unsent: [Set<RecordID>]
  /// What was acknowledged, and is or was on the server.
  private var sent: Set<RecordID> = []
  /// The sessions that were deleted; none is there any more unless somebody took that back.
  private(set) var deleted: Set<SessionID> = []
  /// Whether anything is taken back: by people, or because something is set back.
  var takesBack = false
  /// The device that says something last.
  var speaker: Int { Int(seed % UInt64(devices.count)) }
  /// How often a device that had followed the server already compared everything anew.
  private(set) var comparisons = 0
  /// A device whose run ended as if it agreed, when it held something else.
  private(set) var liar: Int?
  /// Whether the server was set back to its copy without a word.
  private var wasSetBackUnsaid = false
  private let rack: Rack
  private let seed: UInt64
  /// The server as it was backed up last.
  private var backup: Data
  /// Devices as they were backed up last, and as they were before their last write.
  private var kept: [Int: Data] = [:]
  private var lasts: [Int: Data] = [:]

  /// Gives a server and some devices empty logs on disks of a rack.
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

  /// What must be in the log of the server in the end.
  var acknowledged: Set<RecordID> { unsent.reduce(sent) { $0.union($1) } }

  func pass(_ time: Milliseconds) {
    for station in devices + [server] { station.clock.advance(by: time) }
  }

  /// Gives all devices the same books to begin with.
  mutating func begin(_ books: Int) async throws {
    let person = Person(devices[0], SharedChance(seed: 0), .all)
    for number in 0..<books { try await person.add("Book \(number)") }
    for number in devices.indices { try await sync(number, nil) }
  }

  /// Lets the person at a device do something.
  mutating func act(
    _ number: Int,
    _ chance: SharedChance,
    _ habits: Habits
  ) async throws {
    if losesWrites { lasts[number] = devices[number].disk.content }
    let done = try await done(by: Person(devices[number], chance, habits), at: number)
    last[number] = done.mutation
    if let mutation = done.mutation { unsent[number].insert(mutation) }
    if let session = done.deleted { deleted.insert(session) }
    try await recover(chance)
  }

  /// What a person has done; nothing that anybody knows of where the disk failed as it was looked at.
  private func done(
    by person: Person,
    at number: Int
  ) async throws -> (mutation: RecordID?, deleted: SessionID?) {
    do { return try await person.act() } catch  where devices[number].disk.hasFailed {
      return (nil, nil)
    }
  }

  /// Syncs over the bad line; a run that is cut off is as one that was killed.
  mutating func sync(_ number: Int, _ chance: SharedChance?) async throws {
    let line = Line(loss: chance == nil ? 0 : loss, page: page)
    let chance = chance ?? SharedChance(seed: 0)
    let transport = line.transport(to: server.log, chance)
    do {
      let isKnown = try await devices[number].log.syncState().place?.agreedAt != nil
      let outcome = try await SyncRunner(devices[number].log, transport: transport).run()
      if isKnown, outcome.comparedAnew { comparisons += 1 }
      sent.formUnion(unsent[number])
      unsent[number] = []
      try await compare(number)
    } catch is Line.Cut {
    } catch is CairnError where devices[number].disk.hasFailed || server.disk.hasFailed {
    }
    try await recover(chance)
  }

  /// A run that ends well ends with the same on both sides.
  private mutating func compare(_ number: Int) async throws {
    guard liar == nil, try await !agrees(devices[number]) else { return }
    liar = number
  }

  /// Whether a device holds the same as the server.
  ///
  /// A server that is set back without a word may end a session by rule anew, and stamp anew what it is sent
  /// again: neither side notices where the sum does not tell.
  func agrees(_ device: Station) async throws -> Bool {
    if try await device.log.rowDigest() == server.log.rowDigest() { return true }
    guard wasSetBackUnsaid else { return false }
    let theirs = try await Content(of: server.log).countedLines
    return try await Content(of: device.log).countedLines == theirs
  }

  /// Syncs all until the server has nothing new, with nothing going wrong.
  mutating func settle() async throws {
    for _ in 0..<3 {
      let (head, lines) = (try await server.log.syncHead().head, try await server.log.lineCount())
      for number in devices.indices { try await sync(number, nil) }
      let isQuiet = try await server.log.syncHead().head == head
      if isQuiet, try await server.log.lineCount() == lines { return }
    }
  }
}

// MARK: - What goes wrong

extension World {
  /// Starts a device anew; one whose disk fails meanwhile goes on as it was.
  mutating func restart(_ number: Int) async throws {
    do { devices[number] = try await devices[number].restarted() } catch
      where devices[number].disk.hasFailed
    {}
  }

  mutating func backUp() { backup = server.disk.content }

  /// Sets the server back to its copy; a disk that was put back does not say so.
  mutating func setBack(saysSo: Bool) async throws {
    server = try await server.replaced(by: backup)
    guard saysSo else { return wasSetBackUnsaid = true }
    server = try await server.renewed()
  }

  /// What a device had and had not sent is gone with it.
  mutating func wipe(_ number: Int, seed: UInt64) async throws {
    devices[number] = try await devices[number].wiped(from: rack.empty, seed: seed)
    unsent[number] = []
  }

  /// Another device made from a copy; what was not sent yet is on both.
  mutating func clone(_ number: Int, seed: UInt64) async throws {
    guard devices.count < 8 else { return }
    devices.append(try await devices[number].cloned(to: rack.next(), seed: seed))
    unsent.append(unsent[number])
  }

  mutating func keep(_ number: Int) { kept[number] = devices[number].disk.content }

  /// Puts a device back to its copy, as a restore does.
  mutating func restore(_ number: Int) async throws {
    guard let copy = kept[number] else { return }
    devices[number] = try await devices[number].replaced(by: copy).renewed()
    unsent[number] = []
  }

  /// Puts a log back to what it was before the last write, which the disk said it had kept.
  mutating func loseWrite(_ number: Int) async throws {
    guard let copy = lasts[number] else { return }
    devices[number] = try await devices[number].replaced(by: copy)
    if let mutation = last.removeValue(forKey: number) { unsent[number].remove(mutation) }
  }

  /// Lets the disk of a device, or of the server, fail in the middle of something soon.
  func failDisk(_ number: Int?, _ chance: SharedChance) {
    let disk = number.map { devices[$0].disk } ?? server.disk
    let kinds = DiskFault.allCases
    disk.fail(kinds[chance.number(below: kinds.count)], after: chance.number(below: 60))
  }

  /// Starts again what lost power.
  private mutating func recover(_ chance: SharedChance) async throws {
    for number in devices.indices where devices[number].disk.isOff {
      devices[number] = try await devices[number].recovered(chance)
    }
    if server.disk.isOff { server = try await server.recovered(chance) }
    for station in devices + [server] { station.disk.hasFailed = false }
  }

  /// From now on no disk fails.
  func repair() { for station in devices + [server] { station.disk.repair() } }

  /// Sets a clock wrong by up to 400 days, or right again.
  func jump(_ number: Int, _ chance: SharedChance) {
    let days = [0, 0, 1, -2, 400][chance.number(below: 5)]
    devices[number].clock.set(to: server.clock.now + .hours(Int64(days) * 24))
  }
}
