import Cairn
import CairnActions
import CairnSync
import CairnTestKit
import Testing

@testable import CairnStore
import CairnReports

/// The data losses of a climbing app (spec/climbing.md 5.3), reproduced with several devices and a server.
@Suite struct `Climbs on several devices` {
  @Test func `5.3-1 - deleted and added attempts do not block a sync`() async throws {
    try await withClimb { world, wall in
      let (one, two) = (world.devices[0].log, world.devices[1].log)
      try await one.write("Log") { writer in
        try DeleteAttempt(wall.attempts[1]).run(in: writer)
        try LogAttempt(.fell, to: wall.climb).run(in: writer)
      }
      try await two.write { try LogAttempt(.fell, to: wall.climb).run(in: $0) }
      pass(.minutes(1), world)
      try await one.write("Log again") { writer in
        let last = try writer.climbRow(wall.climb).attempts[2].id
        try DeleteAttempt(last).run(in: writer)
        try LogAttempt(.sent, .redpoint, to: wall.climb).run(in: writer)
      }
      try await add("Next", to: wall.session, one)
      try await expectAgreed(world)
      let row = try #require(try await world.server.log.climb(wall.climb))
      #expect(row.attempts.map(\.label) == ["fell", "fell", "fell", "sent, redpoint"])
      #expect(try await two.climbs(of: wall.session).count == 2)
    }
  }

  @Test func `a session last set to private is private, although it was before`() async throws {
    try await withClimb { world, wall in
      let (one, two) = (world.devices[0].log, world.devices[1].log)
      try await one.write("Hide") { try $0.reassertPrivate(wall.session) }
      pass(.minutes(1), world)
      try await two.write("Show") { writer in
        try writer.change(wall.session, as: Climbing.self) { $0.detail.isPrivate = false }
      }
      pass(.minutes(1), world)
      try await one.write("Hide") { try $0.reassertPrivate(wall.session) }
      try await expectAgreed(world)
      let detail = try await two.session(wall.session, as: Climbing.self)?.detail
      #expect(detail?.isPrivate == true)
    }
  }

  @Test func `5.3-2 - a session within one second reaches the others`() async throws {
    try await withClimb { world, wall in
      let (log, clock) = (world.devices[0].log, world.devices[0].clock)
      try await stop(wall.session, log)
      clock.advance(by: Milliseconds(200))
      let short = try await start(log)
      try await add("Quick", to: short, log)
      clock.advance(by: Milliseconds(700))
      try await stop(short, log)
      world.server.clock.set(to: clock.now)
      world.devices[1].clock.set(to: clock.now)
      try await expectAgreed(world)
      let row = try #require(try await world.devices[1].log.session(short))
      #expect(row.active.count == 700 && row.climbing?.climbs == 1)
    }
  }

  @Test func `5.3-3 - a tag that both devices set, change and remove is one tag`() async throws {
    try await withClimb { world, wall in
      let (one, two) = (world.devices[0].log, world.devices[1].log)
      let tag = try ClimbTag(typed: "crimp")
      for impact in [TagImpact.helped, .hindered, nil, .helped] {
        try await one.write { try MarkClimb([tag: impact], on: wall.climb).run(in: $0) }
      }
      pass(.minutes(1), world)
      try await two.write { try MarkClimb([tag: .hindered], on: wall.climb).run(in: $0) }
      try await expectAgreed(world)
      let marks = try await one.climb(wall.climb)?.marks
      #expect(marks?.map(\.impact) == [.hindered])
    }
  }

  @Test(arguments: [true, false])
  func `a flash is removed after a fall on another device`(sendsFirst: Bool) async throws {
    try await withClimb { world, wall in
      let (one, two) = (world.devices[0].log, world.devices[1].log)
      let new = try await add("The Arête", attempts: 0, to: wall.session, one)
      try await sync([0, 1], world)
      try await one.write { try LogAttempt(.fell, to: new).run(in: $0) }
      pass(.minutes(1), world)
      try await two.write { try LogAttempt(.sent, .flash, to: new).run(in: $0) }
      try await sync(sendsFirst ? [0, 1, 0] : [1, 0, 1], world)
      try await expectAgreed(world)
      let row = try #require(try await two.climb(new))
      #expect(row.attempts.map(\.label) == ["fell", "sent, redpoint"])
    }
  }

  @Test func `5.3-4 - a fall that still has another device's tick is a fall everywhere`()
    async throws
  {
    try await withClimb { world, wall in
      let (one, two) = (world.devices[0].log, world.devices[1].log)
      let last = wall.attempts[2]
      try await one.write { try EditAttempt(last, to: .sent, .redpoint).run(in: $0) }
      try await sync([0, 1], world)
      try await one.write { try EditAttempt(last, to: .fell, nil).run(in: $0) }
      pass(.minutes(1), world)
      try await two.write { try EditAttempt(wall.attempts[0], to: .sent, .onsight).run(in: $0) }
      try await two.write { try EditAttempt(last, to: .sent, .redpoint).run(in: $0) }
      try await one.write { try EditAttempt(last, to: .some(nil), nil).run(in: $0) }
      try await add("Next", to: wall.session, one)
      try await expectAgreed(world)
      let row = try #require(try await world.server.log.climb(wall.climb))
      for attempt in row.attempts { #expect(attempt.result == .sent || attempt.tick == nil) }
      #expect(try await two.climbs(of: wall.session).count == 2)
    }
  }

  @Test func `5.3-5 - a cleared field stays cleared, also on a new device`() async throws {
    try await withClimb(3) { world, wall in
      let (one, two) = (world.devices[0].log, world.devices[1].log)
      try await one.write("Say") { writer in
        try writer.changeClimb(wall.climb) { $0.notes = "wet" }
        try writer.change(wall.session, as: Climbing.self) { (session) throws(CairnError) in
          session.note = "tired"
          try session.detail.set(.exertion, 7)
        }
      }
      try await sync([0, 1], world)
      pass(.minutes(1), world)
      try await one.write("Clear") { writer in
        try writer.changeClimb(wall.climb) { (climb) throws(CairnError) in
          climb.notes = nil
          climb.setName(nil)
          try climb.setGrade(nil)
        }
        try writer.change(wall.session, as: Climbing.self) { (session) throws(CairnError) in
          session.note = nil
          try session.detail.set(.exertion, nil)
        }
      }
      pass(.minutes(1), world)
      try await two.write("Edit") { writer in
        try writer.changeClimb(wall.climb) { $0.style = .lead }
        try writer.change(wall.session, as: Climbing.self) { (session) throws(CairnError) in
          try session.detail.set(.pump, 3)
        }
      }
      try await expectAgreed(world)
      for device in world.devices {
        let climb = try #require(try await device.log.climb(wall.climb)).climb
        #expect(climb.name == nil && climb.grade == nil && climb.notes == nil)
        #expect(climb.style == .lead)
        let session = try #require(try await device.log.session(wall.session, as: Climbing.self))
        #expect(session.note == nil && session.detail.exertion == nil && session.detail.pump == 3)
      }
    }
  }

  @Test func `5.3-6 - a climb deleted elsewhere stays deleted when it is edited here`() async throws
  {
    try await withClimb { world, wall in
      let (one, two) = (world.devices[0].log, world.devices[1].log)
      try await one.write { try DeleteClimb(wall.climb).run(in: $0) }
      pass(.minutes(1), world)
      try await two.write { try LogAttempt(.sent, to: wall.climb).run(in: $0) }
      try await expectAgreed(world)
      for log in [one, two] { #expect(try await log.climbs(of: wall.session).isEmpty) }
      try await two.write { try RestoreClimb(wall.climb).run(in: $0) }
      try await expectAgreed(world)
      #expect(try await one.climb(wall.climb)?.attempts.count == 4)
    }
  }

  @Test func `5.3-8 - data logged days before its sync reaches every device`() async throws {
    try await withClimb { world, wall in
      let late = try await add("Late", to: wall.session, world.devices[0].log)
      for _ in 0..<3 {
        pass(.hours(24), world)
        try await sync([1], world)
      }
      #expect(try await world.devices[1].log.climb(late) == nil)
      try await sync([0, 1], world)
      #expect(try await world.devices[1].log.climb(late) != nil)
      try await expectAgreed(world)
    }
  }

  @Test func `5.3-9 - a new phone has all 1,500 attempts, including the newest`() async throws {
    try await withClimb(3) { world, wall in
      let log = world.devices[0].log
      for number in 1...30 { try await add("\(number)", attempts: 50, to: wall.session, log) }
      try await expectAgreed(world)
      let rows = try await world.devices[2].log.climbs(of: wall.session)
      #expect(rows.reduce(0) { $0 + $1.attempts.count } == 1_503)
      #expect(rows.last?.climb.name == "30" && rows.last?.attempts.count == 50)
    }
  }

  @Test(arguments: ["push", "pull"])
  func `5.3-10, 5.3-21 - an edit made during a sync is sent by it`(call: String) async throws {
    try await withClimb { world, wall in
      let log = world.devices[0].log
      try await log.write("Edit") { try $0.changeClimb(wall.climb) { $0.setName("Before") } }
      let line = TestConnection().transport(to: world.server.log)
      let once = Once()
      let transport: SyncTransport = { asked in
        let reply = try await line(asked)
        guard asked.path.hasSuffix(call), once.isFirst() else { return reply }
        // The server has the stale name now, but the device has not received the response yet.
        try await log.write("Edit") { try $0.changeClimb(wall.climb) { $0.setName("Meanwhile") } }
        return reply
      }
      _ = try await SyncRunner(log, transport: transport).run()
      #expect(try await world.server.log.climb(wall.climb)?.climb.name == "Meanwhile")
      try await expectAgreed(world)
      #expect(try await world.devices[1].log.climb(wall.climb)?.climb.name == "Meanwhile")
    }
  }

  @Test func `5.3-11 - a climb added here keeps the session fields set on another device`()
    async throws
  {
    try await withClimb { world, wall in
      let (one, two) = (world.devices[0].log, world.devices[1].log)
      try await two.write("Say") { writer in
        try writer.change(wall.session, as: Climbing.self) { (session) throws(CairnError) in
          try session.detail.set(.exertion, 9)
        }
      }
      pass(.minutes(1), world)
      try await add("Next", to: wall.session, one)
      try await expectAgreed(world)
      #expect(try await one.session(wall.session, as: Climbing.self)?.detail.exertion == 9)
      #expect(try await two.climbs(of: wall.session).count == 2)
    }
  }

  @Test func `5.3-12 - a climb's new discipline and new session are synced`() async throws {
    try await withClimb { world, wall in
      let (one, two) = (world.devices[0].log, world.devices[1].log)
      let bare = try await add("Bare", grade: nil, to: wall.session, one)
      try await sync([0, 1], world)
      try await one.write("Edit") { writer in
        try writer.change(wall.session, as: Climbing.self) { $0.detail.discipline = .topRope }
      }
      pass(.minutes(60), world)
      let middle = world.devices[0].clock.now - .minutes(30)
      try await stop(wall.session, one)
      let later = try await one.write { try SplitSession(wall.session, at: middle).run(in: $0).1 }
      try await one.write("Move") { writer in
        var climb = try writer.climbRow(bare).climb
        climb.climbContext = .session(later)
        try writer.save(climb)
      }
      try await expectAgreed(world)
      let session = try #require(try await two.session(wall.session, as: Climbing.self))
      #expect(session.detail.discipline == .topRope)
      let climb = try #require(try await two.climb(bare)).climb
      #expect(climb.session == later && climb.discipline == .topRope)
      #expect(try await two.climbs(of: later).map(\.climb.id) == [bare])
    }
  }

  @Test func `5.3-15 - an unreadable server response does not stop a push`() async throws {
    try await withClimb { world, wall in
      let log = world.devices[0].log
      let next = try await add("Next", to: wall.session, log)
      let line = TestConnection().transport(to: world.server.log)
      await #expect(throws: (any Error).self) {
        try await SyncRunner(log) { call in
          guard call.path.hasSuffix("pull") else { return try await line(call) }
          return SyncResponse(status: 200, body: Array(#"{"records":[{"kind":7}]}"#.utf8))
        }.run()
      }
      #expect(try await world.server.log.climb(next) != nil)
      #expect(try await log.syncState().queued == 0)
      try await expectAgreed(world)
    }
  }

  @Test func `5.3-16 - two concurrent syncs of one device do everything once`() async throws {
    try await withClimb { world, wall in
      let log = world.devices[0].log
      for number in 1...5 { try await add("\(number)", to: wall.session, log) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<2 { group.addTask { _ = try await world.sync(0) } }
        try await group.waitForAll()
      }
      try await expectAgreed(world)
      #expect(try await world.server.log.climbs(of: wall.session).count == 6)
      #expect(try await world.devices[1].log.climbs(of: wall.session).count == 6)
    }
  }

  @Test func `5.3-19, 5.3-22 - a session deleted here includes a climb added elsewhere`()
    async throws
  {
    try await withClimb { world, wall in
      let (one, two) = (world.devices[0].log, world.devices[1].log)
      try await stop(wall.session, one)
      try await sync([0, 1], world)
      try await one.write("Delete") { try $0.delete(SessionRecord.kind, wall.session.record) }
      pass(.minutes(1), world)
      let added = try await add("Elsewhere", to: wall.session, two)
      try await expectAgreed(world)
      for log in [one, two, world.server.log] {
        #expect(try await log.climb(added) == nil)
        #expect(try await log.allClimbs().isEmpty)
      }
      try await one.write { try RestoreSession(wall.session).run(in: $0) }
      try await expectAgreed(world)
      #expect(try await two.climbs(of: wall.session).count == 2)
    }
  }
}

/// A running session, known to two devices, with a climb of three attempts.
private struct Wall {
  let session: SessionID
  let climb: Identifier<Climb>
  let attempts: [Identifier<Attempt>]
}

/// A flag that is true for the first caller only.
private final class Once: @unchecked Sendable {
  // Only one sync run uses it at a time.
  private var wasAsked = false

  func isFirst() -> Bool {
    defer { wasAsked = true }
    return !wasAsked
  }
}

extension `Climbs on several devices` {
  /// Passes a session to the closure; devices after the second have not synced yet.
  private func withClimb(
    _ count: Int = 2,
    _ body: (SyncWorld, Wall) async throws -> Void
  ) async throws {
    try await SyncWorld.with(count) { world in
      let log = world.devices[0].log
      let session = try await start(log)
      let id = try await add("The Roof", to: session, log)
      let row = try #require(try await log.climb(id))
      pass(.minutes(5), world)
      try await sync([0, 1], world)
      try await body(world, Wall(session: session, climb: id, attempts: row.attempts.map(\.id)))
    }
  }

  private func pass(_ length: Milliseconds, _ world: SyncWorld) {
    for device in world.devices + [world.server] { device.clock.advance(by: length) }
  }

  private func sync(_ devices: [Int], _ world: SyncWorld) async throws {
    for device in devices { try await world.sync(device) }
  }

  private func start(_ log: Log) async throws -> SessionID {
    try await log.write("Started climbing") {
      try $0.start(Climbing(discipline: .bouldering), at: $0.now, zone: "UTC").id
    }
  }

  private func stop(_ id: SessionID, _ log: Log) async throws {
    _ = try await log.write("Stop climbing") {
      try $0.end(id, as: Climbing.self, at: nil, zone: "UTC", allowShort: true)
    }
  }

  @discardableResult
  private func add(
    _ name: String,
    grade: String? = "V5",
    attempts: Int = 3,
    to session: SessionID,
    _ log: Log
  ) async throws -> Identifier<Climb> {
    var new = NewClimb()
    (new.name, new.attempts) = (name, Int64(attempts))
    new.grade = grade.map { GradeInput($0) }
    let climb = new
    return try await log.write { try AddClimb(climb, to: session).run(in: $0) }
  }

  /// Expects equal logs, without queued or rejected mutations.
  private func expectAgreed(_ world: SyncWorld) async throws {
    try await world.syncAll()
    try await expectEqual(world)
    for device in world.devices {
      let state = try await device.log.syncState()
      #expect(state.queued == 0 && state.refusals.isEmpty)
    }
  }
}
