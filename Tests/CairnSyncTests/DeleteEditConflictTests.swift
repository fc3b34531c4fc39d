import Cairn
import CairnActions
import CairnSync
import CairnTestKit
import Testing

@testable import CairnStore
import CairnReports

@Suite("A session that one device deletes and another changes")
struct DeleteEditConflictTests {
  /// An edit of the running session on the other device.
  enum Edit: CaseIterable { case pauses, ends }

  /// The device with the earlier clock and the one that syncs first; device 0 deletes.
  static let orders = [(0, 0), (0, 1), (1, 0), (1, 1)]

  @Test(arguments: Edit.allCases, orders)
  func `is deleted with a conflict, and restored with its edits`(
    _ edit: Edit,
    _ order: (Int, Int)
  ) async throws {
    try await withRunning { world, id in
      try await part(world, id, edit, earlier: order.0, first: order.1)
      let lost = try #require(try await world.devices[0].log.openConflicts().only)
      #expect(lost.conflict.field == RecordField.deleted && lost.about == "Emma")
      #expect(lost.conflict.stamp.node == world.devices[1].log.context.node)
      let words = lost.texts { $0.text }
      #expect(words.current == "deleted" && words.lost.contains("T10:00"))
      #expect(try await world.server.log.sessions(SessionFilter()) == [])
      let device = world.devices[0].log
      try await device.write("Take") { try $0.useLosingValue(lost.conflict.recordID) }
      try await world.syncAll()
      try await expectEqual(world)
      let back = try #require(try await world.server.log.session(id, as: Reading.self))
      let end: String? = edit == .ends ? "T10:30" : nil
      #expect(back.timeline.end.map { String($0.text.dropFirst(10).prefix(6)) } == end)
      #expect(!back.timeline.isRunning)
      #expect(try await device.openConflictCount() == 0)
      _ = try await device.undo()
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await world.server.log.sessions(SessionFilter()) == [])
      #expect(try await device.openConflictCount() == 1)
    }
  }

  /// The kind of record deleted, and the device that syncs first.
  static let wholes = [("climb", 0), ("climb", 1), ("session", 0), ("session", 1)]

  @Test(arguments: wholes)
  func `is one conflict when a climb in it was also changed`(
    _ what: String,
    _ first: Int
  ) async throws {
    try await SyncWorld.with(2) { world in
      let (one, other) = (world.devices[0].log, world.devices[1].log)
      let (session, climb) = try await Self.climbing(on: world)
      try await one.write("Delete") { writer in
        if what == "climb" { return try DeleteClimb(climb).run(in: writer) }
        try writer.delete(SessionRecord.kind, session.record)
      }
      for _ in 0..<2 {
        try await other.write("Try") { try LogAttempt(.fell, to: climb).run(in: $0) }
      }
      try await world.sync(first)
      try await world.syncAll()
      let lost = try #require(try await one.openConflicts().only)
      #expect(lost.conflict.kind.name == what && lost.together.count == 1)
      try await one.write("Take") { try $0.useLosingValue(lost.conflict.recordID) }
      try await world.syncAll()
      try await expectEqual(world)
      let back = try await world.server.log.climb(climb)
      #expect(back?.attempts.count == 2)
      #expect(try await one.openConflictCount() == 0)
    }
  }

  private static func climbing(
    on world: SyncWorld
  ) async throws -> (SessionID, Identifier<Climb>) {
    let made = try await world.devices[0].log.write("Climb") { writer in
      let session = try writer.start(
        Climbing(discipline: .bouldering),
        at: writer.now,
        zone: "UTC"
      )
      return (session.id, try AddClimb(NewClimb(), to: session.id).run(in: writer))
    }
    try await world.syncAll()
    return made
  }

  @Test func `is restored together with its undone book`() async throws {
    try await SyncWorld.with(2) { world in
      let (one, other) = (world.devices[0], world.devices[1])
      let book = try await Scenario(one).add("Emma", pages: 300)
      let read = try await Scenario(one).track(book, "10:00-11:00", page: 20)
      try await world.syncAll()
      try await other.log.write("Note") { writer in
        try writer.change(read.id, as: NoDetail.self) { $0.note = "by the window" }
      }
      _ = try await one.log.undo()
      _ = try await one.log.undo()
      try await world.syncAll()
      let lost = try #require(try await one.log.openConflicts().only)
      try await one.log.write("Take") { try $0.useLosingValue(lost.conflict.recordID) }
      try await world.syncAll()
      try await expectEqual(world)
      let back = try #require(try await world.server.log.sessions(SessionFilter()).only)
      #expect(back.title == "Emma")
      #expect(try await world.server.log.book(book)?.status == .reading)
      _ = try await one.log.undo()
      try await world.syncAll()
      #expect(try await world.server.log.sessions(SessionFilter()) == [])
      #expect(try await one.log.openConflictCount() == 1)
    }
  }

  @Test func `that was running is restored paused at its last edit`() async throws {
    try await withRunning { world, id in
      world.devices[0].clock.advance(by: .minutes(10))
      try await Scenario(world.devices[0]).delete(id)
      world.devices[1].clock.advance(by: .minutes(50))
      try await world.devices[1].log.write("Note") { writer in
        try writer.change(id, as: NoDetail.self) { $0.note = "still here" }
      }
      try await world.syncAll()
      let device = world.devices[0].log
      let lost = try #require(try await device.openConflicts().only)
      try await device.write("Take") { try $0.useLosingValue(lost.conflict.recordID) }
      let back = try #require(try await device.session(id, as: NoDetail.self))
      #expect(!back.timeline.isRunning && back.timeline.active(until: .limit) == .minutes(50))
    }
  }

  @Test func `has no conflict when both devices delete it or the edit was undone`() async throws {
    for isDeleted in [true, false] {
      try await withRunning { world, id in
        let (one, other) = (Scenario(world.devices[0]), Scenario(world.devices[1]))
        try await one.delete(id)
        world.devices[1].clock.advance(by: .minutes(40))
        try await change(world, id, .ends)
        if isDeleted { try await other.delete(id) } else { _ = try await other.log.undo() }
        try await world.syncAll()
        #expect(try await world.server.log.openConflictCount() == 0)
      }
    }
  }

  @Test func `has no more conflict when it was restored another way and deleted again`()
    async throws
  {
    try await withRunning { world, id in
      try await part(world, id, .ends, earlier: 1, first: 0)
      _ = try await world.devices[0].log.undo()
      try await world.syncAll()
      #expect(try await world.server.log.openConflictCount() == 0)
      try await Scenario(world.devices[0]).delete(id)
      try await world.syncAll()
      #expect(try await world.server.log.openConflictCount() == 0)
    }
  }

  @Test func `has no conflict when the deleting device knew the edit`() async throws {
    try await withRunning { world, id in
      world.devices[1].clock.advance(by: .minutes(40))
      try await change(world, id, .ends)
      try await world.syncAll()
      try await Scenario(world.devices[0]).delete(id)
      try await world.syncAll()
      #expect(try await world.server.log.openConflictCount() == 0)
    }
  }

  @Test func `has a conflict when the deleting device compares everything`() async throws {
    try await withRunning { world, id in
      try await partWithoutSync(world, id)
      let transport = TestConnection().transport(to: world.server.log)
      let log = world.devices[0].log
      _ = try await SyncRunner(log, forcesFullComparison: true, transport: transport).run()
      #expect(try await world.server.log.openConflictCount() == 1)
    }
  }

  @Test func `has no conflict when the deletion does not say what its device knew`() async throws {
    try await withRunning { world, id in
      try await partWithoutSync(world, id)
      var push = try #require(try await world.devices[0].log.nextPush(limit: 9))
      push.mutations = push.mutations.map { SyncMutation($0.mutation.ofEarlierVersion) }
      let results = try await world.server.log.applyPush(push)
      #expect(results.count == 1 && results.allSatisfy(\.isTaken))
      #expect(try await world.server.log.openConflictCount() == 0)
    }
  }

  /// Deletes the running session on the first device, and ends it on the second, which syncs.
  private func partWithoutSync(_ world: SyncWorld, _ id: SessionID) async throws {
    try await Scenario(world.devices[0]).delete(id)
    world.devices[1].clock.advance(by: .minutes(40))
    try await change(world, id, .ends)
    try await world.sync(1)
  }

  @Test func `has no conflict when it was restored and deleted again`() async throws {
    try await withRunning { world, id in
      try await Scenario(world.devices[0]).delete(id)
      _ = try await world.devices[0].log.undo()
      try await world.syncAll()
      world.devices[1].clock.advance(by: .minutes(40))
      try await change(world, id, .ends)
      try await Scenario(world.devices[1]).delete(id)
      try await world.syncAll()
      #expect(try await world.server.log.openConflictCount() == 0)
    }
  }

  @Test func `stays deleted when another session has its time by now`() async throws {
    try await withRunning { world, id in
      try await part(world, id, .ends, earlier: 0, first: 0)
      let (device, book) = (world.devices[0], try await Scenario(world.devices[0]).add("Dune"))
      try await Scenario(device).track(book, "10:10-10:20")
      let lost = try #require(try await device.log.openConflicts().only)
      let error = await #expect(throws: CairnError.self) {
        try await device.log.write("Take") { try $0.useLosingValue(lost.conflict.recordID) }
      }
      #expect(error?.code == "session.overlap")
      try await device.log.write("Keep") { try $0.keepCurrentValue(lost.conflict.recordID) }
      try await world.syncAll()
      #expect(try await world.server.log.openConflictCount() == 0)
    }
  }

  /// Deletes the running session on the first device, changes it on the second, and syncs both.
  private func part(
    _ world: SyncWorld,
    _ id: SessionID,
    _ edit: Edit,
    earlier: Int,
    first: Int
  ) async throws {
    for (place, device) in world.devices.enumerated() {
      device.clock.advance(by: .minutes(place == earlier ? 30 : 32))
    }
    try await Scenario(world.devices[0]).delete(id)
    try await change(world, id, edit)
    try await world.sync(first)
    try await world.syncAll()
    try await expectEqual(world)
  }

  private func change(_ world: SyncWorld, _ id: SessionID, _ edit: Edit) async throws {
    let scenario = Scenario(world.devices[1])
    switch edit {
    case .pauses: try await scenario.pause(id)
    case .ends:
      let end = scenario.instant("10:30")
      try await world.devices[1].log.write("Stop") { writer in
        _ = try writer.end(id, as: NoDetail.self, at: end, zone: "UTC", allowShort: true)
      }
    }
  }

  /// Sets up two devices and a reading session started at 10:00 on the first.
  private func withRunning(_ body: (SyncWorld, SessionID) async throws -> Void) async throws {
    try await SyncWorld.with(2) { world in
      let one = Scenario(world.devices[0])
      let book = try await one.add("Emma", pages: 300)
      for device in world.devices + [world.server] {
        device.clock.advance(by: one.instant("10:00") - device.clock.now)
      }
      let id = try await one.start(book).id
      try await world.syncAll()
      world.server.clock.advance(by: .hours(1))
      try await body(world, id)
    }
  }
}

extension Mutation {
  /// The act as a version wrote it that did not state knowledge.
  fileprivate var ofEarlierVersion: Mutation {
    Mutation(id: id, stamp: stamp, at: at, title: title, entry: entry, changes: changes)
  }
}

extension Array {
  /// The only element; nil if there are none or several.
  fileprivate var only: Element? { count == 1 ? self[0] : nil }
}
