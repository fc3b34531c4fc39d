import Cairn
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `Tracking a session afterwards` {
  private func atNight(
    _ engine: TestEngine,
    _ body: (Scenario, Identifier<Entry>) async throws -> Void
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      me.at("23:00")
      try await body(me, dune)
    }
  }

  private func times(_ id: SessionID, _ me: Scenario) async throws -> [Segment]? {
    try await me.log.session(id)?.timeline.segments
  }

  @Test(arguments: TestEngine.all)
  func `counts its minutes and pages`(engine: TestEngine) async throws {
    try await atNight(engine) { me, dune in
      let session = try await me.track(dune, "20:00-20:30 20:40-21:00", pages: 30)
      #expect(try await times(session.id, me) == me.segments("20:00-20:30 20:40-21:00"))
      let day = try #require(try await me.scratch.day("2026-01-05"))
      #expect((day.time, day.amount, day.sessions) == (.minutes(50), 30, 1))
      try await me.scratch.isSound()
    }
  }

  @Test(
    arguments: TestEngine.all,
    [
      ("20:30-21:30", "overlaps its end"), ("19:30-20:30", "overlaps its start"),
      ("20:10-20:50", "lies inside"), ("19:00-22:00", "covers it"),
      ("20:00-21:00", "is the same"),
    ]
  )
  func `is rejected when its time is occupied, and names the other session`(
    engine: TestEngine,
    taken: (times: String, how: String)
  ) async throws {
    try await atNight(engine) { me, dune in
      let first = try await me.track(dune, "20:00-21:00")
      let error = try await me.scratch.refuses("session.overlap") {
        try await me.track(dune, taken.times)
      }
      let message = error?.message ?? ""
      #expect(message.contains(ShortID(first.id.record).text), "\(taken.how)")
      #expect(message.contains("Dune"))
      #expect(message.contains("2026-01-05T20:00:00Z to 2026-01-05T21:00:00Z"))
    }
  }

  @Test(arguments: TestEngine.all, ["19:00-20:00", "21:00-22:00", "20:20-20:40"])
  func `is accepted next to another session or in its pause`(
    engine: TestEngine,
    times: String
  ) async throws {
    try await atNight(engine) { me, dune in
      try await me.track(dune, "20:00-20:20 20:40-21:00")
      try await me.track(dune, times)
      try await me.scratch.isSound()
    }
  }

  @Test(
    arguments: TestEngine.all,
    [
      ("20:30-21:30", "20:00-20:30"), ("19:30-20:30", "20:30-21:00"),
      ("20:10-20:50", "20:00-20:10 20:50-21:00"),
    ]
  )
  func `shortens the adjacent session on request`(
    engine: TestEngine,
    adjusted: (times: String, rest: String)
  ) async throws {
    try await atNight(engine) { me, dune in
      let first = try await me.track(dune, "20:00-21:00")
      let second = try await me.track(dune, adjusted.times, adjust: true)
      #expect(try await times(first.id, me) == me.segments(adjusted.rest))
      #expect(try await times(second.id, me) == me.segments(adjusted.times))
      try await me.scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `shortens several adjacent sessions in one history entry`(
    engine: TestEngine
  ) async throws {
    try await atNight(engine) { me, dune in
      let first = try await me.track(dune, "19:00-20:00")
      let second = try await me.track(dune, "20:30-21:30")
      let before = try await me.scratch.projections()
      try await me.track(dune, "19:50-20:40", adjust: true)
      #expect(try await times(first.id, me) == me.segments("19:00-19:50"))
      #expect(try await times(second.id, me) == me.segments("20:40-21:30"))
      #expect(try await me.scratch.titles().first?.hasSuffix(" and 1 more)") == true)
      _ = try await me.log.undo()
      #expect(try await me.scratch.projections() == before)
    }
  }

  @Test(arguments: TestEngine.all)
  func `does not replace another session, nor one of several`(engine: TestEngine) async throws {
    try await atNight(engine) { me, dune in
      try await me.track(dune, "19:00-20:00")
      try await me.track(dune, "20:10-20:20")
      try await me.scratch.refuses("session.nothing_left") {
        try await me.track(dune, "19:50-20:30", adjust: true)
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `does not shorten an open session`(engine: TestEngine) async throws {
    try await atNight(engine) { me, dune in
      me.at("20:00")
      try await me.start(dune)
      me.at("22:00")
      let error = try await me.scratch.refuses("session.overlap") {
        try await me.track(dune, "19:30-20:30", adjust: true)
      }
      #expect(error?.message.contains(", open since") == true)
    }
  }

  @Test(
    arguments: TestEngine.all,
    [
      ("22:30-23:30", "session.in_future"), ("20:00-20:00:59", "session.too_short"),
      ("21:00-20:00", "session.ends_before_start"),
      ("20:00-21:00 20:30-22:00", "session.segments_overlap"), ("", "session.no_segments"),
    ]
  )
  func `is rejected for invalid times`(
    engine: TestEngine,
    wrong: (times: String, code: String)
  ) async throws {
    try await atNight(engine) { me, dune in
      try await me.scratch.refuses(wrong.code) { try await me.track(dune, wrong.times) }
    }
  }

  @Test(arguments: TestEngine.all)
  func `keeps an adjacent session's own pauses`(engine: TestEngine) async throws {
    try await atNight(engine) { me, dune in
      let first = try await me.track(dune, "20:00-22:00")
      try await me.track(dune, "20:30-20:40 21:00-21:10", adjust: true)
      #expect(
        try await times(first.id, me) == me.segments("20:00-20:30 20:40-21:00 21:10-22:00")
      )
      try await me.scratch.isSound()
    }
  }

  @Test(
    arguments: TestEngine.all,
    [
      ("Pacific/Kiritimati", "0", "20:00-22:00"), ("Pacific/Niue", "0", "05:00-07:00"),
      ("Pacific/Niue", "23", "05:00-07:00"), ("Pacific/Kiritimati", "23", "09:00-11:00"),
    ]
  )
  func `finds an overlapping session that is on another day in its own zone`(
    engine: TestEngine,
    neighbour: (zone: String, dayStart: String, times: String)
  ) async throws {
    try await atNight(engine) { me, dune in
      try await me.log.set("dayStartHour", to: neighbour.dayStart)
      var there = me
      there.zone = neighbour.zone
      try await there.track(dune, neighbour.times)
      try await me.scratch.refuses("session.overlap") {
        try await me.track(dune, String(neighbour.times.prefix(3)) + "30-22:30")
      }
    }
  }
}
