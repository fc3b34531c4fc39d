import Cairn
import CairnActions
import CairnTestKit
import Testing

@testable import CairnStore
import CairnReports
import CairnSync

@Suite("A session that continues on another device")
struct HandoverTests {
  @Test func `is taken over without a gap, and the old device shows that it moved`() async throws {
    try await withRunning { world, id in
      let (old, new) = (world.devices[0].log, world.devices[1])
      #expect(try await place(of: id, old) == .here)
      #expect(try await place(of: id, new.log).name == "elsewhere")
      let since = new.clock.now
      let taken = try await new.log.write("Resume") { try $0.resume(id, at: nil) }
      #expect(taken.timeline.segments.count == 1 && taken.timeline.isRunning)
      try await world.syncAll()
      try await expectEqual(world)
      let moved = try await place(of: id, old)
      #expect(moved == .moved(since: since, on: Stamp.text(ofNode: new.log.context.node)))
      #expect(try await place(of: id, new.log) == .here)
    }
  }

  @Test func `returns in the same way`() async throws {
    try await withRunning { world, id in
      try await resume(id, world.devices[1])
      try await world.syncAll()
      world.devices[0].clock.advance(by: .minutes(10))
      try await resume(id, world.devices[0])
      try await world.syncAll()
      #expect(try await place(of: id, world.devices[0].log) == .here)
      #expect(try await place(of: id, world.devices[1].log).name == "elsewhere")
    }
  }

  @Test func `is paused by one and resumed by the other, which is then its active device`()
    async throws
  {
    try await withRunning { world, id in
      world.devices[0].clock.advance(by: .minutes(20))
      try await world.devices[0].log.write("Pause") { try $0.pause(id, at: nil) }
      try await world.syncAll()
      world.devices[1].clock.advance(by: .minutes(30))
      let resumed = try await world.devices[1].log.write("Resume") { try $0.resume(id, at: nil) }
      #expect(resumed.timeline.segments.count == 2)
      try await world.syncAll()
      #expect(try await place(of: id, world.devices[0].log).name == "moved")
    }
  }

  @Test func `is not resumed twice on its active device`() async throws {
    try await withRunning { world, id in
      await #expect(throws: CairnError.self) { try await resume(id, world.devices[0]) }
    }
  }

  @Test func `keeps later changes of the old device, without a conflict about the active device`()
    async throws
  {
    try await withRunning { world, id in
      for index in 0...1 { world.devices[index].clock.advance(by: .minutes(15)) }
      try await resume(id, world.devices[1])
      try await world.devices[0].log.write("Pause") { try $0.pause(id, at: nil) }
      world.devices[0].clock.advance(by: .minutes(5))
      try await resume(id, world.devices[0])
      try await world.syncAll()
      try await expectEqual(world)
      let lost = try await world.server.log.openConflicts().map(\.conflict.field)
      #expect(!lost.contains("activeDevice") && !lost.contains("mark"))
    }
  }

  @Test func `continues when it was resumed after another device had ended it`() async throws {
    try await withRunning { world, id in
      let (one, other) = (world.devices[0], world.devices[1])
      other.clock.advance(by: .minutes(15))
      try await other.log.write("Stop") { log in
        _ = try log.end(id, as: NoDetail.self, at: nil, zone: "UTC", allowShort: true)
      }
      one.clock.advance(by: .minutes(20))
      try await one.log.write("Pause") { try $0.pause(id, at: nil) }
      one.clock.advance(by: .minutes(10))
      try await resume(id, one)
      try await world.syncAll()
      try await expectEqual(world)
      for device in world.devices {
        let session = try #require(try await device.log.openSessions().first)
        #expect(session.id == id)
        let timeline = try await device.log.write("Look") {
          try $0.session(id, as: NoDetail.self).timeline
        }
        #expect(timeline.isRunning && timeline.segments.count == 2)
      }
    }
  }

  @Test func `stays ended when the other device only paused it later`() async throws {
    try await withRunning { world, id in
      world.devices[1].clock.advance(by: .minutes(15))
      try await world.devices[1].log.write("Stop") { log in
        _ = try log.end(id, as: NoDetail.self, at: nil, zone: "UTC", allowShort: true)
      }
      world.devices[0].clock.advance(by: .minutes(20))
      try await world.devices[0].log.write("Pause") { try $0.pause(id, at: nil) }
      try await world.syncAll()
      try await expectEqual(world)
      for device in world.devices { #expect(try await device.log.openSessions().isEmpty) }
    }
  }

  @Test func `that was resumed ends another, despite a later pause on a third device`() async throws
  {
    try await SyncWorld.with(3) { world in
      let (one, two) = (Scenario(world.devices[0]), Scenario(world.devices[1]))
      let three = Scenario(world.devices[2])
      let book = try await one.add("Emma", pages: 300)
      try await world.syncAll()
      one.at("19:00")
      let first = try await one.start(book)
      for device in 0...1 { try await world.sync(device) }
      one.at("19:10")
      try await one.pause(first.id)
      three.at("19:20")
      let second = try await three.start(book)
      one.at("19:30")
      try await one.resume(first.id)
      two.at("19:40")
      try await two.pause(first.id)
      world.server.clock.set(to: one.instant("19:50"))
      for device in [0, 2, 1] { try await world.sync(device) }
      try await world.syncAll()
      try await expectEqual(world)
      let log = world.server.log
      #expect(try await log.session(second.id)?.endedAt == one.instant("19:30"))
      #expect(try await log.openSessions().map(\.id) == [first.id])
      #expect(
        try await log.openConflicts().map(\.conflict.field).sorted() == ["endedAt", "segments"]
      )
    }
  }

  private func place(of id: SessionID, _ log: Log) async throws -> ActiveDevice {
    try #require(try await log.activeDevice(of: [id])[id])
  }

  private func resume(_ id: SessionID, _ device: ScratchLog) async throws {
    try await device.log.write("Resume") { try $0.resume(id, at: nil) }
  }

  /// Sets up two devices with a session started on the first.
  private func withRunning(
    _ body: (inout SyncWorld, SessionID) async throws -> Void
  ) async throws {
    try await SyncWorld.with(2) { world in
      let one = Scenario(world.devices[0])
      let emma = try await one.add("Emma", pages: 300)
      one.at("18:00")
      let id = try await one.start(emma).id
      world.server.clock.set(to: one.instant("18:30"))
      world.devices[1].clock.set(to: one.instant("18:05"))
      try await world.syncAll()
      try await body(&world, id)
    }
  }
}
