import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `A climbing session` {
  @Test(arguments: TestEngine.all)
  func `is logged climb by climb and read back`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      try await climber.add("Midnight Lightning", "V8", attempts: 3, sent: true, to: id)
      let tags: [String: TagImpact] = ["crimp": .helped, "heel hook": .hindered]
      try await climber.add(nil, "V4", sent: true, tags: tags, to: id)
      let roof = try await climber.add("The Roof", "V5", to: id).climb.id
      try await climber.log.write("Fall") { try LogAttempt(.fell, to: roof).run(in: $0) }
      climber.me.at("20:00")
      try await climber.stop(id) { (session) throws(CairnError) in try session.set(.exertion, 7) }
      #expect(
        try await climber.summary(id) == [
          "Midnight Lightning V8 ✗✗✓", "V4 ✓ +crimp -heel hook", "The Roof V5 ✗",
        ]
      )
      let row = try #require(try await climber.log.session(id))
      let sums = try #require(row.climbing)
      #expect([sums.climbs, sums.attempts, sums.sends] == [3, 5, 2])
      #expect(try await climber.log.session(id, as: Climbing.self)?.detail.exertion == 7)
      try await climber.me.scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `runs in parallel with reading`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let book = try await climber.me.add("Dune")
      try await climber.me.start(book)
      _ = try await climber.start()
      #expect(try await climber.log.openSessions().count == 2)
      try await climber.me.scratch.refuses("session.already_running") { try await climber.start() }
    }
  }

  @Test(arguments: TestEngine.all)
  func `can be corrected after its end, also across midnight`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      climber.me.at("22:00")
      let id = try await climber.start()
      climber.me.scratch.clock.advance(by: .hours(4))
      try await climber.stop(id)
      try await climber.log.write("Edit") { writer in
        try writer.change(id, as: Climbing.self) { (session) throws(CairnError) in
          session.note = "late"
          try session.detail.set(.pump, 2)
          try session.resize(start: nil, end: session.timeline.start + .hours(3))
        }
      }
      try await climber.add("Forgotten", "V1", attempts: 1, to: id)
      let row = try #require(try await climber.log.session(id))
      #expect(row.active == .hours(3) && row.note == "late" && row.climbing?.climbs == 1)
      #expect(try await climber.log.climbs(of: id).first?.climb.at == nil)
      try await climber.me.scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `ends without ratings that were not given`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.start(Climbing())
      climber.me.at("19:00")
      try await climber.stop(id)
      let detail = try #require(try await climber.log.session(id, as: Climbing.self)?.detail)
      #expect(detail == Climbing())
    }
  }

  @Test(arguments: TestEngine.all)
  func `keeps its note when it ends without one`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      try await climber.log.write("Note") { writer in
        try writer.change(id, as: NoDetail.self) { $0.note = "psyched" }
      }
      climber.me.at("19:00")
      try await climber.stop(id)
      #expect(try await climber.log.session(id)?.note == "psyched")
    }
  }

  @Test(arguments: TestEngine.all)
  func `is unchanged when a number is out of range`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      climber.me.at("19:00")
      try await climber.me.scratch.refuses("climbing.invalid_value") {
        try await climber.stop(id) { (session) throws(CairnError) in try session.set(.exertion, 11)
        }
      }
      #expect(try await climber.log.openSessions().count == 1)
    }
  }
}

@Suite struct `Adding a climb` {
  @Test(arguments: TestEngine.all)
  func `is one history entry for undo and redo`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      let lines = try await climber.log.history(limit: 50).count
      try await climber.add("Roof", "V4", attempts: 5, sent: true, tags: ["jug": .helped], to: id)
      #expect(try await climber.log.history(limit: 50).count == lines + 1)
      _ = try await climber.log.undo()
      #expect(try await climber.summary(id) == [])
      _ = try await climber.log.redo()
      #expect(try await climber.summary(id) == ["Roof V4 ✗✗✗✗✓ +jug"])
      try await climber.me.scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `is rejected as a whole`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      let refusals: [(String, NewClimb)] = [
        ("grade.not_in_scale", climb { $0.grade = GradeInput("V+5") }),
        ("grade.wrong_discipline", climb { $0.grade = GradeInput("7a", in: .french) }),
        ("climb.invalid_attempts", climb { $0.attempts = 1_000 }),
        ("climb.invalid_attempts", climb { $0.attempts = -1 }),
        ("attempt.tick_without_send", climb { $0.tick = .flash }),
        ("attempt.wrong_discipline", climb { ($0.isSent, $0.tick) = (true, .pinkpoint) }),
        ("climb.invalid_pitches", climb { $0.pitches = 0 }),
      ]
      for (code, new) in refusals {
        try await climber.me.scratch.refuses(code) {
          try await climber.log.write("Add a climb") {
            try $0.climbRow(AddClimb(new, to: id).run(in: $0))
          }
        }
      }
    }
  }

  private func climb(_ rule: (inout NewClimb) -> Void) -> NewClimb {
    var new = NewClimb()
    (new.name, new.marks) = ("Roof", [ClimbTag.catalogue[0]: .helped])
    rule(&new)
    return new
  }

  @Test(arguments: TestEngine.all)
  func `keeps the order of creation`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      for name in ["C", "A", "B"] { try await climber.add(name, to: id) }
      #expect(try await climber.summary(id) == ["C", "A", "B"])
    }
  }

  @Test(arguments: TestEngine.all)
  func `uses the session's discipline, or the one of the grade's scale`(
    engine: TestEngine
  ) async throws {
    try await engine.climber { climber in
      let mixed = try await climber.start(Climbing())
      #expect(try await climber.add(nil, "V3", to: mixed).climb.discipline == .bouldering)
      let route = try await climber.add(nil, "5.10a", to: mixed).climb
      #expect(route.discipline == nil && route.grade?.scale == .yds)
      climber.me.at("19:00")
      try await climber.stop(mixed)
      let sport = try await climber.start(Climbing(discipline: .sport))
      #expect(try await climber.add(nil, "5.9+", to: sport).climb.discipline == .sport)
    }
  }

  @Test(arguments: TestEngine.all)
  func `parses grades in the person's scales`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      try await climber.log.write { try ChangeSettings([(.boulderScale, "FONT")]).run(in: $0) }
      #expect(try await climber.add(nil, "6B+", to: id).climb.grade?.scale == .font)
      try await climber.me.scratch.refuses("grade.not_in_scale") {
        try await climber.add(nil, "V4", to: id)
      }
      try await climber.me.scratch.refuses("setting.invalid") {
        try await climber.log.write { try ChangeSettings([(.boulderScale, "YDS")]).run(in: $0) }
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `does not tick a first attempt after attempts on an earlier day`(
    engine: TestEngine
  ) async throws {
    try await engine.climber { climber in
      let first = try await climber.start()
      try await climber.add("Project", "V6", attempts: 4, to: first)
      climber.me.at("19:00")
      try await climber.stop(first)
      let second = try await climber.start()
      let again = try await climber.add("project", "V6", sent: true, to: second)
      let other = try await climber.add("Another", "V6", sent: true, to: second)
      #expect([again, other].map { $0.send?.tick } == [.redpoint, .flash])
    }
  }
}
