import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `A public session` {
  @Test(arguments: TestEngine.all)
  func `is shown with its climbs, attempts and tags`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.climbed("Boulder Hall", isPublic: true)
      let tags: [String: TagImpact] = ["crimp": .helped]
      try await climber.add("The Roof", "V5", attempts: 3, sent: true, tags: tags, to: id)
      try await climber.add(nil, "V2", attempts: 1, to: id)
      #expect(try await climber.shown() == ["Boulder Hall: The Roof V5 ✗✗✓ +crimp, V2 ✗"])
      let session = try #require(try await climber.publicSessions().list(limit: 5).first)
      #expect(session.id == id && session.discipline == .bouldering && session.sends == 1)
      #expect(session.timeline.active(until: .limit) == .minutes(30))
    }
  }

  @Test(arguments: TestEngine.all)
  func `is shown without the climber's own tags`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.climbed("Hall", isPublic: true)
      let tags: [String: TagImpact] = ["crimp": .helped, "own:Ann held me": .helped]
      try await climber.add("The Roof", "V5", attempts: 1, tags: tags, to: id)
      #expect(try await climber.shown() == ["Hall: The Roof V5 ✗ +crimp"])
    }
  }

  @Test(arguments: TestEngine.all)
  func `does not contain partners, notes or ratings`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.climbed("Hall", isPublic: true)
      try await climber.log.write("Edit") { writer in
        try writer.change(id, as: Climbing.self) { (session) throws(CairnError) in
          (session.note, session.detail.isPrivate) = ("secret", false)
          session.detail.setPartners(["secret"])
          session.detail.setConditions("secret")
          try session.detail.set(.exertion, 9)
        }
      }
      var new = NewClimb()
      (new.name, new.notes) = ("Slab", "secret")
      let climb = new
      _ = try await climber.log.write("Add a climb") {
        try $0.climbRow(AddClimb(climb, to: id).run(in: $0))
      }
      let shown = try await climber.publicSessions().list(limit: 5)
      #expect(shown.count == 1 && shown[0].climbs.count == 1)
      #expect(!"\(shown)".contains("secret"))
      #expect(shown[0].climbs[0].climb.notes == nil)
    }
  }

  @Test(arguments: TestEngine.all)
  func `is shown until it becomes private`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.climbed("Hall", isPublic: false)
      try await climber.add("Slab", "V1", attempts: 1, to: id)
      #expect(try await climber.shown() == [])
      try await climber.make(id, isPublic: true)
      #expect(try await climber.shown() == ["Hall: Slab V1 ✗"])
      try await climber.make(id, isPublic: false)
      #expect(try await climber.shown() == [])
      #expect(try await climber.publicSessions().isEmpty())
    }
  }

  @Test(arguments: TestEngine.all)
  func `disappears with its contents when it is deleted`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.climbed("Hall", isPublic: true)
      let climb = try await climber.add("Slab", "V1", attempts: 1, to: id).climb.id
      try await climber.add("Roof", "V2", attempts: 1, to: id)
      try await climber.log.write("Delete") { try DeleteClimb(climb).run(in: $0) }
      #expect(try await climber.shown() == ["Hall: Roof V2 ✗"])
      try await climber.me.delete(id)
      #expect(try await climber.shown() == [])
      #expect(try await climber.publicSessions().isEmpty())
      try await climber.log.write("Restore") { try RestoreSession(id).run(in: $0) }
      #expect(try await climber.shown() == ["Hall: Roof V2 ✗"])
    }
  }

  @Test(arguments: TestEngine.all)
  func `is never a reading session or a climb without a session`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let book = try await climber.me.add("Dune")
      try await climber.me.track(book, "10:00-11:00", pages: 10)
      let day = ZoneRules.utc.day(at: climber.me.instant("12:00"))
      try await climber.log.write("Log a climb") { writer in
        try AddClimb(NewClimb(), on: day, at: nil, isOutdoor: nil, today: day).run(in: writer)
      }
      #expect(try await climber.publicSessions().isEmpty())
    }
  }

  @Test(arguments: TestEngine.all)
  func `is listed newest first, page by page`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      for place in ["A", "B", "C", "D", "E"] {
        let id = try await climber.climbed(place, isPublic: place != "C")
        try await climber.add("in \(place)", to: id)
      }
      let first = try await climber.publicSessions().list(limit: 3)
      #expect(first.map(\.place) == ["E", "D", "B"])
      let last = try #require(first.last)
      let before = (startedAt: last.timeline.start, id: last.id)
      let rest = try await climber.publicSessions().list(before: before, limit: 3)
      #expect(rest.map(\.place) == ["A"] && rest.first?.climbs.first?.climb.name == "in A")
    }
  }
}

extension Climber {
  /// Adds a climbing session of half an hour from now; advances the clock to its end.
  fileprivate func climbed(_ place: String, isPublic: Bool) async throws -> SessionID {
    var detail = Climbing(discipline: .bouldering)
    detail.isPrivate = !isPublic
    let id = try await start(detail)
    try await log.write("Edit") { writer in
      try writer.change(id, as: NoDetail.self) { $0.sessionContext.setPlace(place) }
    }
    me.scratch.clock.advance(by: .minutes(30))
    try await stop(id)
    me.scratch.clock.advance(by: .minutes(1))
    return id
  }

  fileprivate func make(_ id: SessionID, isPublic: Bool) async throws {
    try await log.write("Edit") { writer in
      try writer.change(id, as: Climbing.self) { $0.detail.isPrivate = !isPublic }
    }
  }

  fileprivate func publicSessions() async throws -> PublicSessions {
    PublicSessions(try await me.scratch.file.publicLog())
  }

  /// Returns the public sessions, newest first: `place: name grade ✗✓ +tag, …`.
  fileprivate func shown() async throws -> [String] {
    try await publicSessions().list(limit: 50).map { session in
      let climbs = session.climbs.map { row in
        let pills = row.attempts.map { $0.result == .sent ? "✓" : "✗" }.joined()
        let tags = row.marks.map { ($0.impact == .helped ? "+" : "-") + $0.tag.name }
        return ([row.climb.name ?? "", row.climb.grade?.text ?? "", pills] + tags)
          .filter { !$0.isEmpty }.joined(separator: " ")
      }
      return "\(session.place ?? ""): \(climbs.joined(separator: ", "))"
    }
  }
}
