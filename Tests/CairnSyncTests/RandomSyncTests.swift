import Cairn
import CairnActions
import CairnStore
import CairnSync
import CairnTestKit
import Testing
import CairnReports

@Suite("Devices after a random history", .serialized)
struct RandomSyncTests {
  /// Three devices with different clocks act at random and sync over a connection that loses a fifth of all messages.
  ///
  /// Afterwards all logs are equal and contain every acknowledged action.
  @Test(arguments: SeededGenerator.seeds)
  func `are equal and contain every action`(seed: UInt64) async throws {
    try await history(seed, setsBack: false)
  }

  /// The same with a server that is sometimes restored from a backup, announced or not.
  @Test(arguments: SeededGenerator.seeds)
  func `send again what the server lost`(seed: UInt64) async throws {
    // Restoring files works only on SQLite; PostgreSQL is restored by its operator.
    guard TestEngine.server.role != nil else { return }
    try await history(seed, setsBack: true)
  }

  /// A sync with a single device changes nothing in its log.
  @Test(arguments: SeededGenerator.seeds)
  func `keep changes made by only one of them`(seed: UInt64) async throws {
    try await SyncWorld.with(1, seed: seed) { world in
      var chance = SeededGenerator(seed: seed)
      var person = Person(Scenario(world.devices[0]))
      for _ in 0..<40 {
        world.server.clock.advance(by: .minutes(3))
        world.devices[0].clock.advance(by: .minutes(3))
        await person.act(&chance)
      }
      let before = try await SyncWorld.export(world.devices[0].log)
      #expect(try await world.sync(0).received == 0, "seed \(seed)")
      #expect(try await SyncWorld.export(world.devices[0].log) == before, "seed \(seed)")
      try await expectEqual(world, "seed \(seed)")
    }
  }

  private func history(_ seed: UInt64, setsBack: Bool) async throws {
    try await withScratchFolder { folder in
      try await SyncWorld.with(3, seed: seed) { world in
        var chance = SeededGenerator(seed: seed)
        world.devices[1].clock.advance(by: Milliseconds(-90_000))
        world.devices[2].clock.advance(by: .hours(48))
        var people = world.devices.map { Person(Scenario($0)) }
        try await world.backUp(to: folder + "/copy")
        for step in 0..<60 {
          world.server.clock.advance(by: .minutes(3))
          for device in world.devices { device.clock.advance(by: .minutes(3)) }
          if setsBack { try await disturb(&world, folder + "/copy", &chance) }
          try await self.step(world, &people, seed &+ UInt64(step), &chance)
        }
        try await world.syncAll()
        try await expectEqual(world, "seed \(seed)")
        try await expectAll(people.flatMap(\.done), in: world.server.log, seed)
      }
    }
  }

  private func step(
    _ world: SyncWorld,
    _ people: inout [Person],
    _ seed: UInt64,
    _ chance: inout SeededGenerator
  ) async throws {
    let number = Int.random(in: 0..<people.count, using: &chance)
    if Int.random(in: 0..<4, using: &chance) == 0 {
      _ = try? await world.sync(number, over: TestConnection(loss: 20, seed: seed))
    } else {
      await people[number].act(&chance)
    }
  }

  private func disturb(
    _ world: inout SyncWorld,
    _ copy: String,
    _ chance: inout SeededGenerator
  ) async throws {
    switch Int.random(in: 0..<20, using: &chance) {
    case 0: try await world.backUp(to: copy)
    case 1: try await world.restoreBackup(to: copy, changesEpoch: Bool.random(using: &chance))
    default: break
    }
  }

  private func expectAll(_ done: [RecordID], in log: Log, _ seed: UInt64) async throws {
    let known = Set(try await log.history(limit: 10_000).map(\.id))
    #expect(done.filter { !known.contains($0) } == [], "seed \(seed)")
  }
}

/// A person who acts at random on one device.
private struct Person {
  private let scenario: Scenario
  /// The acknowledged history entries.
  private(set) var done: [RecordID] = []

  init(_ scenario: Scenario) {
    self.scenario = scenario
  }

  /// Performs one random action; ignores rejections.
  mutating func act(_ chance: inout SeededGenerator) async {
    let kind = Int.random(in: 0..<10, using: &chance)
    let choice = Int.random(in: 0..<1_000, using: &chance)
    do { try await act(kind, choice) } catch {}
    if let last = try? await scenario.log.history(limit: 1).first { done.append(last.id) }
  }

  private func act(_ kind: Int, _ choice: Int) async throws {
    let (log, now) = (scenario.log, scenario.scratch.clock.now)
    let sessions = try await log.sessions(SessionFilter())
    let session = sessions.isEmpty ? nil : sessions[choice % sessions.count].id
    let books = try await log.books().map(\.id)
    let book = books.isEmpty ? nil : books[choice % books.count]
    switch (kind, book, session) {
    case (0, _, _), (_, .none, _): _ = try await scenario.add("Book \(choice)", pages: 300)
    case (1, let book?, _), (2, let book?, _): try await scenario.start(book)
    case (3, _, let session?): try await scenario.pause(session)
    case (4, _, let session?): try await scenario.resume(session)
    case (5, _, let session?): try await scenario.stop(session, allowShort: true)
    case (6, _, let session?): try await scenario.delete(session)
    case (7, _, _): _ = try await log.undo(keepChanged: true)
    case (8, let book?, _):
      let zone = scenario.zone
      let start = now + Milliseconds(Int64(-choice) * 60_000 - 600_000)
      let stretch = Segment(start: start, end: start + .minutes(5))
      _ = try await log.write("Track") { writer in
        try writer.trackReading(
          book,
          [stretch],
          zone: zone,
          note: nil,
          pages: 3,
          reaching: { _ in nil },
          adjust: false,
          allowShort: true
        )
      }
    default:
      guard let session else { return }
      _ = try await log.write("Note") { writer in
        try writer.change(session, as: NoDetail.self) { $0.note = "note \(choice)" }
      }
    }
  }
}
