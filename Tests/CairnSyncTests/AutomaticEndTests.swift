import Cairn
import CairnActions
import CairnStore
import CairnSync
import CairnTestKit
import Testing
import CairnReports

/// A session that was running when another device started one (spec/sync.md 3.6).
@Suite struct `An automatically ended session` {
  /// Starts one book on each of two offline devices, and syncs.
  private func startedTwice(
    _ body: (SyncWorld, SessionID) async throws -> Void
  ) async throws {
    try await SyncWorld.with(2) { world in
      let (one, two) = (Scenario(world.devices[0]), Scenario(world.devices[1]))
      let books = [try await one.add("Emma", pages: 300), try await one.add("Dune", pages: 600)]
      try await world.syncAll()
      one.at("19:00")
      let first = try await one.start(books[0])
      two.at("19:30")
      _ = try await two.start(books[1])
      for one in world.devices + [world.server] { Scenario(one).at("20:00") }
      try await world.syncAll()
      try await body(world, first.id)
    }
  }

  private func lost(_ log: Log) async throws -> [String] {
    try await log.openConflicts().map {
      $0.texts { $0.text.dropFirst(11).prefix(5).description }.lost
    }
  }

  @Test func `has a conflict with its running time on every device`() async throws {
    try await startedTwice { world, id in
      try await expectEqual(world)
      for log in (world.devices + [world.server]).map(\.log) {
        #expect(try await lost(log) == ["since 19:00, still open"])
        #expect(try await log.openConflicts(of: id.record).count == 1)
      }
    }
  }

  @Test func `has no more conflict once a person keeps its end`() async throws {
    try await startedTwice { world, _ in
      let log = world.devices[1].log
      let one = try #require(try await log.openConflicts().first)
      try await log.write("Keep") { _ = try $0.keepCurrentValue(one.conflict.recordID) }
      try await world.syncAll()
      try await expectEqual(world)
      for log in (world.devices + [world.server]).map(\.log) {
        #expect(try await lost(log).isEmpty)
      }
    }
  }

  @Test func `has no more conflict once a person sets another end`() async throws {
    try await startedTwice { world, id in
      try await world.devices[0].log.write("Edit") { log in
        try log.change(id, as: NoDetail.self) { (session) throws(CairnError) in
          try session.resize(start: nil, end: Scenario(world.devices[0]).instant("19:20"))
        }
      }
      try await world.syncAll()
      try await expectEqual(world)
      for log in (world.devices + [world.server]).map(\.log) {
        #expect(try await lost(log).isEmpty)
      }
    }
  }

  @Test func `continues only after the other has ended`() async throws {
    try await startedTwice { world, _ in
      let log = world.devices[0].log
      let one = try #require(try await log.openConflicts().first)
      let error = await #expect(throws: CairnError.self) {
        try await log.write("Take") { _ = try $0.useLosingValue(one.conflict.recordID) }
      }
      #expect(error?.code == "session.already_running")
    }
  }

  @Test func `has no conflict when its device had ended it earlier`() async throws {
    try await SyncWorld.with(2) { world in
      let (one, two) = (Scenario(world.devices[0]), Scenario(world.devices[1]))
      let book = try await one.add("Emma", pages: 300)
      try await world.syncAll()
      one.at("19:00")
      let first = try await one.start(book)
      try await world.sync(0)
      one.at("19:20")
      try await one.log.write("Stop") { log in
        _ = try log.end(first.id, as: NoDetail.self, at: nil, zone: "UTC", allowShort: true)
      }
      two.at("19:30")
      _ = try await two.start(book)
      for one in world.devices + [world.server] { Scenario(one).at("20:00") }
      try await world.sync(1)
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await lost(world.server.log).isEmpty)
      #expect(try await world.server.log.session(first.id)?.endedAt == one.instant("19:20"))
    }
  }
}
