import Cairn
import CairnActions
import CairnReports
import CairnStore
import CairnTestKit
import Testing

@Suite struct `A flash or onsight` {
  /// Adds one climb twice to a session, the second time sent and marked as a flash.
  private func twoCards(
    _ climber: Climber,
    named first: String = "A",
    _ grade: String? = "V3"
  ) async throws -> (SessionID, first: ClimbRow, second: ClimbRow) {
    let id = try await climber.start()
    let early = try await climber.add(first, grade, to: id)
    let late = try await climber.add("A", "V3", sent: true, to: id)
    #expect(late.send?.tick == .flash)
    return (id, early, late)
  }

  private func tick(_ row: ClimbRow, _ climber: Climber) async throws -> Tick? {
    try await climber.log.climb(row.climb.id)?.send?.tick
  }

  @Test(arguments: TestEngine.all)
  func `is removed when an attempt is added to an earlier entry of the climb`(
    engine: TestEngine
  ) async throws {
    try await engine.climber { climber in
      let (_, early, late) = try await twoCards(climber)
      try await climber.log.write("Log") { try LogAttempt(.fell, to: early.climb.id).run(in: $0) }
      #expect(try await tick(late, climber) == .redpoint)
      _ = try await climber.log.write("Undo") { try $0.undo(nil, keepChanged: false) }
      #expect(try await tick(late, climber) == .flash)
      _ = try await climber.log.write("Redo") { try $0.redo() }
      #expect(try await tick(late, climber) == .redpoint)
      try await climber.me.scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `is removed when an earlier entry gets the same name or grade`(
    engine: TestEngine
  ) async throws {
    try await engine.climber { climber in
      let (_, named, late) = try await twoCards(climber, named: "B")
      try await climber.log.write("Log") { try LogAttempt(.fell, to: named.climb.id).run(in: $0) }
      #expect(try await tick(late, climber) == .flash)
      try await climber.log.write("Edit") {
        try $0.changeClimb(named.climb.id) { $0.setName("a") }
      }
      #expect(try await tick(late, climber) == .redpoint)
    }
    try await engine.climber { climber in
      let (_, graded, late) = try await twoCards(climber, "V5")
      try await climber.log.write("Log") { try LogAttempt(.fell, to: graded.climb.id).run(in: $0) }
      #expect(try await tick(late, climber) == .flash)
      try await climber.log.write("Edit") {
        try $0.changeClimb(graded.climb.id) { (climb) throws(CairnError) in
          try climb.setGrade(Grade("V3", in: .v))
        }
      }
      #expect(try await tick(late, climber) == .redpoint)
    }
  }

  @Test(arguments: TestEngine.all)
  func `is removed when its climb gets the name of one with attempts`(
    engine: TestEngine
  ) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      try await climber.add("A", "V3", attempts: 2, to: id)
      let late = try await climber.add("B", "V3", sent: true, to: id)
      try await climber.log.write("Edit") {
        try $0.changeClimb(late.climb.id) { $0.setName("A") }
      }
      #expect(try await tick(late, climber) == .redpoint)
    }
  }

  @Test(arguments: TestEngine.all)
  func `is removed when it moves after an entry with attempts`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      let sent = try await climber.add("A", "V3", sent: true, to: id)
      try await climber.add("A", "V3", attempts: 2, to: id)
      try await climber.log.write("Move") { try MoveClimb(sent.climb.id, to: 2).run(in: $0) }
      #expect(try await tick(sent, climber) == .redpoint)
    }
  }

  @Test(arguments: TestEngine.all)
  func `is removed when an earlier entry with attempts is restored, alone or with its session`(
    engine: TestEngine
  ) async throws {
    try await engine.climber { climber in
      let first = try await climber.start()
      let tried = try await climber.add("A", "V3", attempts: 1, to: first)
      climber.me.at("19:00")
      try await climber.stop(first)
      try await climber.log.write("Delete") { try DeleteClimb(tried.climb.id).run(in: $0) }
      let second = try await climber.start()
      let late = try await climber.add("A", "V3", sent: true, to: second)
      try await climber.log.write("Restore") { try RestoreClimb(tried.climb.id).run(in: $0) }
      #expect(try await tick(late, climber) == .redpoint)
    }
    try await engine.climber { climber in
      let first = try await climber.start()
      try await climber.add("A", "V3", attempts: 1, to: first)
      climber.me.at("19:00")
      try await climber.stop(first)
      try await climber.log.write("Delete") { try $0.delete(SessionRecord.kind, first.record) }
      let line = try #require(try await climber.log.history(limit: 1).first?.id)
      let second = try await climber.start()
      let late = try await climber.add("A", "V3", sent: true, to: second)
      #expect(late.send?.tick == .flash)
      _ = try await climber.log.write("Undo") { try $0.undo(line, keepChanged: false) }
      #expect(try await tick(late, climber) == .redpoint)
    }
  }

  @Test(arguments: TestEngine.all)
  func `stays when attempts are later, on another day or at another location`(
    engine: TestEngine
  ) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      let sent = try await climber.add("A", "V3", sent: true, to: id)
      let tried = try await climber.add("A", "V3", attempts: 2, to: id)
      try await climber.log.write("Log") { try LogAttempt(.fell, to: tried.climb.id).run(in: $0) }
      #expect(try await tick(sent, climber) == .flash)
    }
  }

  @Test(arguments: TestEngine.all)
  func `that was replaced can be corrected, and the change undone`(
    engine: TestEngine
  ) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      let row = try await climber.add("A", "V3", to: id)
      climber.me.at("18:20")
      let send = try await climber.log.write {
        try LogAttempt(.sent, .flash, to: row.climb.id).run(in: $0)
      }
      let early = climber.me.instant("18:10")
      try await climber.log.write { try LogAttempt(.fell, to: row.climb.id, at: early).run(in: $0) }
      #expect(try await tick(row, climber) == .redpoint)
      func change(_ said: Tick??, at time: Instant?? = nil) async throws -> Attempt? {
        try await climber.log.write { try EditAttempt(send, to: .sent, said, at: time).run(in: $0) }
        return try await climber.log.climb(row.climb.id)?.send
      }
      #expect(try await change(nil, at: climber.me.instant("18:15"))?.explicitTick == .flash)
      #expect(try await change(.redpoint)?.explicitTick == .redpoint)
      #expect(try await change(.some(nil))?.explicitTick == nil)
      #expect(try await tick(row, climber) == .redpoint)
      try await climber.me.scratch.refuses("attempt.not_first") { _ = try await change(.flash) }
      try await climber.me.scratch.isSound()
    }
  }
}
