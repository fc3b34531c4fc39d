import Cairn
import CairnActions
import CairnStore
import CairnSync
import CairnTestKit
import Testing
import CairnReports

@Suite("A pull in several pages")
struct PullPageTests {
  /// The running session arrives before the deletion of the other, which this device has edited.
  @Test func `leaves a session open when the other was deleted on the server`() async throws {
    try await SyncWorld.with(2) { world in
      let (one, two) = (Scenario(world.devices[0]), Scenario(world.devices[1]))
      let book = try await one.add("Emma", pages: 300)
      two.at("19:20")
      world.server.clock.set(to: two.instant("19:20"))
      try await world.syncAll()
      let first = try await two.start(book)
      try await world.syncAll()
      try await note("by the window", first.id, world.devices[0])
      try await two.delete(first.id)
      two.at("19:10")
      let second = try await two.start(book)
      try await world.sync(1)
      #expect(try await !syncByOne(world).didFullComparison)
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await world.devices[0].log.session(second.id)?.endedAt == nil)
    }
  }

  /// The record, whose note was undone, arrives before its history.
  @Test func `stores a value that was undone elsewhere`() async throws {
    try await SyncWorld.with(2) { world in
      let (one, two) = (Scenario(world.devices[0]), Scenario(world.devices[1]))
      let session = try await one.track(one.add("Emma", pages: 300), "08:00-09:00", page: 30).id
      try await world.syncAll()
      for device in [two, Scenario(world.server)] { device.at("20:00") }
      try await note("by the window", session, world.devices[1])
      let entry = try #require(try await two.log.history(limit: 1).first).id
      _ = try await two.log.undo(entry, keepChanged: false)
      try await world.sync(1)
      one.at("20:00")
      _ = try await syncByOne(world)
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await one.log.session(session)?.note == nil)
    }
  }

  private func note(_ text: String, _ session: SessionID, _ device: ScratchLog) async throws {
    try await device.log.write("Note") { writer in
      try writer.change(session, as: NoDetail.self) { $0.note = text }
    }
  }

  /// Syncs the first device with pages of one row.
  private func syncByOne(_ world: SyncWorld) async throws -> SyncOutcome {
    let server = TestConnection().transport(to: world.server.log)
    let runner = SyncRunner(world.devices[0].log) { call in
      guard call.path.hasSuffix("pull") else { return try await server(call) }
      var pull = try SyncPull(call.body ?? [])
      pull.limit = 1
      return SyncResponse(status: 200, body: try await world.server.log.syncPage(pull).encode())
    }
    return try await runner.run()
  }
}
