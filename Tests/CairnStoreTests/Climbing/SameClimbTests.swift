import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `Two entries of one climb` {
  private func add(
    _ name: String,
    _ grade: String,
    _ tick: Tick,
    to id: SessionID,
    _ climber: Climber
  ) async throws {
    var new = NewClimb()
    (new.name, new.grade, new.isSent, new.tick) = (name, GradeInput(grade), true, tick)
    let climb = new
    try await climber.log.write("Add a climb") {
      try $0.climbRow(AddClimb(climb, to: id).run(in: $0))
    }
  }

  @Test(arguments: TestEngine.all)
  func `allow no flash or onsight after attempts on the same day`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      try await climber.add("A", "V3", attempts: 2, to: id)
      for (grade, tick) in [("V3", Tick.flash), ("v3", .onsight)] {
        try await climber.me.scratch.refuses("attempt.not_first") {
          try await add("a", grade, tick, to: id, climber)
        }
      }
      try await add("A", "V3", .redpoint, to: id, climber)
      try await add("A", "V5", .flash, to: id, climber)
      try await add("B", "V3", .flash, to: id, climber)
      #expect(try await climber.log.climbs(of: id).count == 4)
    }
  }

  @Test(arguments: TestEngine.all)
  func `allow a flash after another day or before the attempts`(
    engine: TestEngine
  ) async throws {
    try await engine.climber { climber in
      let first = try await climber.start()
      try await climber.add("A", "V3", to: first)
      try await climber.add("A", "V3", attempts: 2, to: first)
      let early = try #require(try await climber.log.climbs(of: first).first)
      try await climber.log.write { try LogAttempt(.sent, .flash, to: early.climb.id).run(in: $0) }
      climber.me.at("19:00")
      try await climber.stop(first)
      climber.me.scratch.clock.advance(by: .minutes(48 * 60))
      let second = try await climber.start()
      try await add("A", "V3", .flash, to: second, climber)
    }
  }

  @Test(arguments: TestEngine.all)
  func `reject a change of an attempt to flash as well`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      try await climber.add("A", "V3", attempts: 1, to: id)
      let row = try await climber.add("A", "V3", attempts: 1, to: id)
      try await climber.me.scratch.refuses("attempt.not_first") {
        try await climber.log.write("Change") {
          try EditAttempt(row.attempts[0].id, to: .sent, .flash).run(in: $0)
        }
      }
    }
  }
}

@Suite struct `A session's list of climbs` {
  @Test(arguments: TestEngine.all)
  func `can be reordered`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      var ids: [Identifier<Climb>] = []
      for name in ["A", "B", "C"] { ids.append(try await climber.add(name, to: id).climb.id) }
      let (first, last) = (ids[0], ids[2])
      try await climber.log.write("Move") { try MoveClimb(last, to: 1).run(in: $0) }
      #expect(try await climber.log.climb(last)?.climb.position == 1)
      #expect(try await climber.summary(id) == ["C", "A", "B"])
      try await climber.log.write("Move") { try MoveClimb(first, to: 99).run(in: $0) }
      #expect(try await climber.summary(id) == ["C", "B", "A"])
      try await climber.add("D", to: id)
      #expect(try await climber.summary(id) == ["C", "B", "A", "D"])
    }
  }

  @Test(arguments: TestEngine.all)
  func `lists deleted climbs, except those of a deleted session`(
    engine: TestEngine
  ) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      let row = try await climber.add("A", "V3", to: id)
      try await climber.add("B", to: id)
      #expect(try await climber.log.deletedClimbs().isEmpty)
      try await climber.log.write("Delete") { try DeleteClimb(row.climb.id).run(in: $0) }
      let deleted = try await climber.log.deletedClimbs()
      #expect(deleted.map(\.climb.name) == ["A"] && deleted[0].day == row.day)
      try await climber.log.write("Restore") { try RestoreClimb(row.climb.id).run(in: $0) }
      #expect(try await climber.log.deletedClimbs().isEmpty)
    }
  }
}
