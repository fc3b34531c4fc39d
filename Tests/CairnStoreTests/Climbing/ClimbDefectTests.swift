import Cairn
import CairnActions
import CairnJSON
import CairnReports
import CairnStore
import CairnTestKit
import Testing

/// The defects of the app described in spec/climbing.md, in its order.
@Suite struct `A known bug of climbing apps` {
  @Test(arguments: TestEngine.all)
  func `2.4 - editing a climb keeps its tags`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      let tags: [String: TagImpact] = ["crimp": .helped, "my wall": .hindered]
      let climb = try await climber.add("Roof", "V4", tags: tags, to: id).climb.id
      try await climber.log.write("Edit") { try $0.changeClimb(climb) { $0.setName("The Roof") } }
      #expect(try await climber.summary(id) == ["The Roof V4 +crimp -my wall"])
    }
  }

  @Test(arguments: TestEngine.all)
  func `2.4 - name, notes and grade can be cleared`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      let climb = try await climber.add("Roof", "V4", to: id).climb.id
      try await climber.log.write("Edit") {
        try $0.changeClimb(climb) { (climb) throws(CairnError) in
          climb.setName(nil)
          try climb.setGrade(nil)
        }
      }
      #expect(try await climber.summary(id) == [""])
    }
  }

  @Test(arguments: TestEngine.all)
  func `2.4 - saving the same tags again changes nothing`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      let climb = try await climber.add("Roof", tags: ["crimp": .helped], to: id).climb.id
      let lines = try await climber.log.history(limit: 50).count
      let crimp = try ClimbTag(typed: "crimp")
      try await climber.log.write { try MarkClimb([crimp: .helped], on: climb).run(in: $0) }
      #expect(try await climber.log.history(limit: 50).count == lines)
      try await climber.log.write { try MarkClimb([crimp: nil], on: climb).run(in: $0) }
      try await climber.log.write { try MarkClimb([crimp: .hindered], on: climb).run(in: $0) }
      #expect(try await climber.summary(id) == ["Roof -crimp"])
      try await climber.me.scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `5.3-1 - deleting an attempt and adding another works`(
    engine: TestEngine
  ) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      let row = try await climber.add("Roof", "V4", attempts: 3, to: id)
      for index in [1, 2] {
        let attempt = row.attempts[index].id
        try await climber.log.write { try DeleteAttempt(attempt).run(in: $0) }
        try await climber.log.write { try LogAttempt(.fell, to: row.climb.id).run(in: $0) }
      }
      let climb = try #require(try await climber.log.climb(row.climb.id))
      #expect(climb.attempts.map(\.number) == climb.attempts.map(\.number).sorted())
      guard case .array(let reported) = climb.json["attempts"] else { return #expect(Bool(false)) }
      #expect(reported.map { $0["number"] } == [.integer(1), .integer(2), .integer(3)])
      try await climber.me.scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `2.2, 2.4 - a session or climb is deleted and restored with its contents`(
    engine: TestEngine
  ) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      let climb = try await climber.add("Roof", "V4", attempts: 2, tags: ["jug": .helped], to: id)
      let whole = try await climber.summary(id)
      try await climber.log.write { try DeleteClimb(climb.climb.id).run(in: $0) }
      #expect(try await climber.log.session(id)?.climbing?.attempts == 0)
      try await climber.me.scratch.refuses("climb.not_found") {
        try await climber.log.write { try LogAttempt(.fell, to: climb.climb.id).run(in: $0) }
      }
      try await climber.log.write { try RestoreClimb(climb.climb.id).run(in: $0) }
      #expect(try await climber.summary(id) == whole)
      try await climber.me.delete(id)
      #expect(try await climber.log.climb(climb.climb.id) == nil)
      #expect(try await climber.log.latestClimbs(5) == [])
      try await climber.log.write { try RestoreSession(id).run(in: $0) }
      #expect(try await climber.summary(id) == whole)
      try await climber.me.scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `2.5 - the result of an attempt can be corrected according to the rules`(
    engine: TestEngine
  ) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      let row = try await climber.add("Roof", "V4", attempts: 2, to: id)
      let (first, second) = (row.attempts[0].id, row.attempts[1].id)
      try await climber.me.scratch.refuses("attempt.not_first") {
        try await climber.log.write { try EditAttempt(second, to: .sent, .flash).run(in: $0) }
      }
      try await climber.me.scratch.refuses("attempt.tick_without_send") {
        try await climber.log.write { try EditAttempt(first, to: .fell, .flash).run(in: $0) }
      }
      try await climber.log.write { try EditAttempt(second, to: .sent, .redpoint).run(in: $0) }
      try await climber.log.write { try EditAttempt(first, to: .some(nil), nil).run(in: $0) }
      #expect(try await climber.summary(id) == ["Roof V4 ?✓"])
    }
  }

  @Test(arguments: TestEngine.all)
  func `5.3-17, 5.3-22 - a climb that arrives before its session appears with it`(
    engine: TestEngine
  ) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      try await climber.add("Roof", "V4", attempts: 1, tags: ["jug": .helped], to: id)
      let all = Seen<[Record]>()
      all.value = []
      try await climber.log.export(records: { all.value?.append($0) }, mutations: { _ in })
      let records = try #require(all.value)
      try await engine.climber { other in
        for record in records.reversed() { try await other.me.scratch.merge([record], []) }
        #expect(try await other.summary(id) == ["Roof V4 ✗ +jug"])
        try await other.me.scratch.isSound()
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `5.3-2 - a session within one second is stored`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      climber.me.scratch.clock.advance(by: Milliseconds(700))
      try await climber.log.write("Stop") {
        try $0.end(id, as: Climbing.self, at: nil, zone: "UTC", allowShort: true)
      }
      #expect(try await climber.log.session(id)?.active == Milliseconds(700))
    }
  }

  @Test(arguments: TestEngine.all)
  func `8 - a session of 100 climbs with 10 attempts each is one page and few queries`(
    engine: TestEngine
  ) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      try await climber.log.write("Add many") { writer in
        for number in 1...100 {
          var new = NewClimb()
          (new.name, new.attempts, new.isSent) = ("Climb \(number)", 10, true)
          try AddClimb(new, to: id).run(in: writer)
        }
      }
      let sums = try #require(try await climber.log.session(id)?.climbing)
      #expect([sums.climbs, sums.attempts, sums.sends] == [100, 1_000, 100])
      #expect(try await climber.summary(id).count == 100)
      let counted = CountedDatabase(climber.me.scratch.database)
      let log = try await Log.open(counted, environment: climber.me.scratch.environment)
      #expect(try await counted.statements { try await log.climbs(of: id) } == 4)
    }
  }

  @Test(arguments: TestEngine.all)
  func `6 - climbs follow their session's discipline when possible`(
    engine: TestEngine
  ) async throws {
    try await engine.climber { climber in
      let id = try await climber.start(Climbing(discipline: .sport))
      try await climber.add("A", "5.9", to: id)
      let sent = try await climber.add("B", "5.9", to: id).climb.id
      try await climber.log.write { try LogAttempt(.sent, .pinkpoint, to: sent).run(in: $0) }
      try await climber.log.write("Edit") { writer in
        try writer.change(id, as: Climbing.self) { $0.detail.discipline = .topRope }
      }
      let disciplines = try await climber.log.climbs(of: id).map(\.climb.discipline)
      #expect(disciplines == [.topRope, .sport])
      _ = try await climber.log.undo()
      let before = try await climber.log.climbs(of: id).map(\.climb.discipline)
      #expect(before == [.sport, .sport])
      try await climber.log.write("Mixed") { writer in
        try writer.change(id, as: Climbing.self) { $0.detail.discipline = nil }
      }
      #expect(try await climber.log.climbs(of: id).map(\.climb.discipline) == before)
    }
  }

  @Test(arguments: TestEngine.all)
  func `1 - a tick is removed when the new discipline does not have it`(
    engine: TestEngine
  ) async throws {
    try await engine.climber { climber in
      let id = try await climber.start(Climbing(discipline: .sport))
      let climb = try await climber.add("B", "5.9", to: id).climb.id
      try await climber.log.write { try LogAttempt(.sent, .pinkpoint, to: climb).run(in: $0) }
      try await climber.me.scratch.refuses("attempt.wrong_discipline") {
        try await climber.log.write("Edit") {
          try $0.changeClimb(climb) { (climb) throws(CairnError) in
            try climb.set(climb.grade, .trad)
          }
        }
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `2.5 - a send regains its tick after a correction`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      let row = try await climber.add("A", "V1", attempts: 2, sent: true, to: id)
      for (result, tick) in [(AttemptResult.fell, nil), (.sent, Tick.redpoint)] {
        let attempt = row.attempts[1].id
        try await climber.log.write { try EditAttempt(attempt, to: result).run(in: $0) }
        #expect(try await climber.log.climb(row.climb.id)?.attempts[1].tick == tick)
      }
    }
  }
}

@Suite struct `A climb with attempts in two logs` {
  @Test(arguments: TestEngine.all)
  func `has no flash after a fall from the other log, on either side`(
    engine: TestEngine
  ) async throws {
    try await engine.climber { mine in
      let climb = try await mine.add("Roof", "V4", to: mine.start()).climb.id
      try await engine.scratchLog(seed: 2) { other in
        let scratch = mine.me.scratch
        try await other.merge(all: scratch)
        scratch.clock.advance(by: .minutes(1))
        other.clock.advance(by: .minutes(2))
        try await scratch.log.write { try LogAttempt(.fell, to: climb).run(in: $0) }
        try await other.log.write { try LogAttempt(.sent, to: climb).run(in: $0) }
        #expect(try await other.log.climb(climb)?.attempts.first?.tick == .flash)
        try await scratch.merge(all: other)
        try await other.merge(all: scratch)
        for log in [scratch.log, other.log] {
          let reported = try await log.climb(climb)?.attempts.map(\.label)
          #expect(reported == ["fell", "sent, redpoint"])
        }
        try await scratch.isSound()
        try await other.isSound()
        _ = try await scratch.log.undo()
        #expect(try await scratch.log.climb(climb)?.attempts.map(\.label) == ["fell"])
      }
    }
  }
}

@Suite struct `A restored attempt` {
  /// Returns a text such as `fell; sent, redpoint`.
  private func summary(_ climber: Climber, _ climb: Identifier<Climb>) async throws -> String? {
    try await climber.log.climb(climb)?.attempts.map(\.label).joined(separator: "; ")
  }

  @Test(arguments: TestEngine.all)
  func `is no flash after a fall, and redo restores the tick`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      let row = try await climber.add("Roof", "V4", attempts: 1, to: id)
      let (climb, first) = (row.climb.id, row.attempts[0].id)
      try await climber.log.write { try DeleteAttempt(first).run(in: $0) }
      let line = try #require(try await climber.log.history(limit: 1).first?.id)
      try await climber.log.write { try LogAttempt(.sent, to: climb).run(in: $0) }
      #expect(try await summary(climber, climb) == "sent, flash")
      _ = try await climber.log.undo(line)
      #expect(try await summary(climber, climb) == "fell; sent, redpoint")
      try await climber.me.scratch.isSound()
      _ = try await climber.log.write("Redo") { try $0.redo() }
      #expect(try await summary(climber, climb) == "sent, flash", "the undo itself is taken back")
      try await climber.me.scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `is no flash when earlier attempts were restored first`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      let row = try await climber.add("Roof", "V4", attempts: 2, sent: true, to: id)
      let (climb, fall, send) = (row.climb.id, row.attempts[0].id, row.attempts[1].id)
      try await climber.log.write { try DeleteAttempt(fall).run(in: $0) }
      let first = try #require(try await climber.log.history(limit: 1).first?.id)
      try await climber.log.write { try EditAttempt(send, to: .sent, .onsight).run(in: $0) }
      try await climber.log.write { try DeleteAttempt(send).run(in: $0) }
      let second = try #require(try await climber.log.history(limit: 1).first?.id)
      _ = try await climber.log.undo(first)
      #expect(try await summary(climber, climb) == "fell")
      _ = try await climber.log.undo(second)
      #expect(try await summary(climber, climb) == "fell; sent, redpoint")
    }
  }

  @Test(arguments: TestEngine.all)
  func `is unchanged when it is restored with its climb`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      let row = try await climber.add("Roof", "V4", attempts: 3, sent: true, to: id)
      _ = try await climber.log.undo()
      _ = try await climber.log.write("Redo") { try $0.redo() }
      #expect(try await summary(climber, row.climb.id) == "fell; fell; sent, redpoint")
    }
  }
}

@Suite struct `Splitting and merging climbing sessions` {
  @Test(arguments: TestEngine.all)
  func `gives each part the climbs of its time, and undo restores them`(
    engine: TestEngine
  ) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      for (time, name) in [("18:10", "A"), ("18:40", "B"), ("18:50", "C")] {
        climber.me.at(time)
        try await climber.add(name, attempts: 1, to: id)
      }
      climber.me.at("19:00")
      try await climber.stop(id)
      let cut = climber.me.instant("18:30")
      let (_, later) = try await climber.log.write { try SplitSession(id, at: cut).run(in: $0) }
      #expect(try await climber.summary(id) == ["A ✗"])
      #expect(try await climber.summary(later) == ["B ✗", "C ✗"])
      try await climber.log.write { try MergeSessions(later, id).run(in: $0) }
      #expect(try await climber.summary(later) == ["A ✗", "B ✗", "C ✗"])
      _ = try await climber.log.undo()
      _ = try await climber.log.undo()
      #expect(try await climber.summary(id) == ["A ✗", "B ✗", "C ✗"])
      try await climber.me.scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `moves the times of the climbs with the session`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      climber.me.at("18:30")
      try await climber.add("A", attempts: 1, to: id)
      climber.me.at("19:00")
      try await climber.stop(id)
      let start = climber.me.instant("10:00")
      try await climber.log.write("Move") { writer in
        try writer.change(id, as: NoDetail.self) { (session) throws(CairnError) in
          try session.move(to: start)
        }
      }
      let row = try #require(try await climber.log.climbs(of: id).first)
      #expect([row.climb.at, row.attempts[0].at] == [start + .minutes(30), start + .minutes(30)])
      let end = climber.me.instant("11:30")
      try await climber.log.write("Edit") { writer in
        try writer.change(id, as: NoDetail.self) { (session) throws(CairnError) in
          try session.resize(start: nil, end: end)
        }
      }
      #expect(try await climber.log.climbs(of: id).first?.climb.at == start + .minutes(30))
      try await climber.me.scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `rejects different kinds`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let book = try await climber.me.add("Dune")
      let reading = try await climber.me.track(book, "16:00-17:00").id
      let id = try await climber.start()
      climber.me.at("19:00")
      try await climber.stop(id)
      try await climber.me.scratch.refuses("session.different_kinds") {
        try await climber.log.write { try MergeSessions(reading, id).run(in: $0) }
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `continues with the location and discipline, but not the ratings`(
    engine: TestEngine
  ) async throws {
    try await engine.climber { climber in
      var detail = Climbing(discipline: .trad)
      try detail.set(.mental, 2)
      let id = try await climber.start(detail)
      try await climber.log.write("Place") { writer in
        try writer.change(id, as: NoDetail.self) { $0.sessionContext.setPlace("Crag") }
      }
      climber.me.at("19:00")
      try await climber.stop(id)
      let again = try await climber.log.write {
        try RepeatSession(id, at: $0.now, zone: "UTC", adjust: false).run(in: $0)
      }
      let session = try #require(try await climber.log.session(again, as: Climbing.self))
      #expect(
        session.detail == Climbing(discipline: .trad) && session.sessionContext.place == "Crag"
      )
    }
  }
}
