import Cairn
import CairnActions
import CairnReports
import CairnStore
import CairnTestKit
import Testing

@Suite struct `The time of a climb` {
  private func times(_ climber: Climber, _ id: SessionID) async throws -> [Instant?] {
    try await climber.log.climbs(of: id).flatMap { [$0.climb.at] + $0.attempts.map(\.at) }
  }

  private func add(
    _ name: String,
    at time: Instant?,
    to id: SessionID,
    _ climber: Climber
  ) async throws -> ClimbRow {
    var new = NewClimb()
    (new.name, new.isSent, new.at) = (name, true, .some(time))
    let climb = new
    return try await climber.log.write("Add") {
      try $0.climbRow(AddClimb(climb, to: id).run(in: $0))
    }
  }

  @Test(arguments: TestEngine.all)
  func `is set as given, on the climb and on its last attempt`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      let early = climber.me.instant("18:10")
      climber.me.at("20:00")
      let row = try await add("A", at: early, to: id, climber)
      #expect(row.climb.at == early && row.attempts.map(\.at) == [early])
      let unknown = try await add("B", at: nil, to: id, climber)
      #expect(unknown.climb.at == nil && unknown.attempts.map(\.at) == [nil])
      for hour in ["17:59", "20:01"] {
        let outside = climber.me.instant(hour)
        try await climber.me.scratch.refuses("attempt.outside_session") {
          try await add("C", at: outside, to: id, climber)
        }
      }
      try await climber.me.scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `stays unknown after the session, unless it is given`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      let early = climber.me.instant("18:10")
      climber.me.at("19:00")
      try await climber.stop(id)
      let forgotten = try await climber.add("Forgotten", attempts: 1, to: id).climb.id
      let more = try await climber.log.write("Fall") { writer in
        try LogAttempt(.fell, to: forgotten).run(in: writer)
        try LogAttempt(.fell, to: forgotten, at: early).run(in: writer)
        return try writer.climbRow(forgotten)
      }
      #expect(more.climb.at == nil && more.attempts.map(\.at) == [nil, nil, early])
    }
  }

  @Test(arguments: TestEngine.all)
  func `sets the time of a single attempt, but not of several`(
    engine: TestEngine
  ) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      let early = climber.me.instant("18:10")
      climber.me.at("19:00")
      try await climber.stop(id)
      for (attempts, expected) in [(1, [early]), (2, [nil, nil])] {
        let climb = try await climber.add("Forgotten", attempts: attempts, to: id).climb.id
        try await climber.log.write("Edit") { try $0.changeClimb(climb) { $0.at = early } }
        let row = try #require(try await climber.log.climb(climb))
        #expect(row.climb.at == early && row.attempts.map(\.at) == expected)
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `is removed when it is after the session's new end, and undo restores it`(
    engine: TestEngine
  ) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      let (early, end) = (climber.me.instant("18:10"), climber.me.instant("19:00"))
      climber.me.at("22:00")
      let (typed, row) = (climber.me.instant("22:00"), try await climber.add("A", to: id))
      try await climber.log.write("Log") { writer in
        try LogAttempt(.fell, to: row.climb.id, at: early).run(in: writer)
        try LogAttempt(.sent, to: row.climb.id).run(in: writer)
      }
      try await climber.log.write("Stop") {
        try $0.end(id, as: Climbing.self, at: end, zone: "UTC", allowShort: false)
      }
      #expect(try await times(climber, id) == [nil, early, nil])
      _ = try await climber.log.undo()
      #expect(try await times(climber, id) == [typed, early, typed])
      try await climber.stop(id)
      #expect(try await times(climber, id) == [typed, early, typed])
      try await climber.log.write("Edit") { writer in
        try writer.change(id, as: NoDetail.self) { (session) throws(CairnError) in
          try session.resize(start: nil, end: end)
        }
      }
      #expect(try await times(climber, id) == [nil, early, nil])
      try await climber.me.scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `moves with the session`(engine: TestEngine) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      let early = climber.me.instant("18:10")
      climber.me.at("20:00")
      _ = try await add("A", at: early, to: id, climber)
      try await climber.stop(id)
      let start = climber.me.instant("16:00")
      try await climber.log.write("Move") { writer in
        try writer.change(id, as: NoDetail.self) { (session) throws(CairnError) in
          try session.move(to: start)
        }
      }
      #expect(try await times(climber, id) == [climber.me.instant("16:10")].flatMap { [$0, $0] })
    }
  }

  @Test(arguments: TestEngine.all)
  func `is edited on a climb with its last attempt, or on one attempt`(
    engine: TestEngine
  ) async throws {
    try await engine.climber { climber in
      let id = try await climber.start()
      let (early, later) = (climber.me.instant("18:10"), climber.me.instant("18:20"))
      climber.me.at("20:00")
      let row = try await climber.add("A", attempts: 2, sent: true, to: id)
      try await climber.log.write("Edit") { try $0.changeClimb(row.climb.id) { $0.at = early } }
      #expect(try await times(climber, id) == [early, nil, early])
      let first = try #require(row.attempts.first)
      try await climber.log.write("Edit") {
        try EditAttempt(first.id, to: first.result, nil, at: later).run(in: $0)
      }
      #expect(try await times(climber, id) == [early, early, later])
      try await climber.log.write("Edit") {
        try EditAttempt(first.id, to: first.result, nil, at: .some(nil)).run(in: $0)
      }
      #expect(try await times(climber, id) == [early, nil, early])
      let outside = climber.me.instant("17:00")
      try await climber.me.scratch.refuses("attempt.outside_session") {
        try await climber.log.write("Edit") { try $0.changeClimb(row.climb.id) { $0.at = outside } }
      }
      try await climber.me.scratch.refuses("attempt.outside_session") {
        try await climber.log.write("Edit") {
          try EditAttempt(first.id, to: first.result, nil, at: outside).run(in: $0)
        }
      }
    }
  }
}
