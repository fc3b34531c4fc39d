import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `A running session` {
  @Test(arguments: TestEngine.all)
  func `excludes its pauses from its time`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let session = try await me.start(me.add("Dune"))
      me.at("18:20")
      try await me.pause(session.id)
      let paused = try await me.log.session(session.id)
      #expect(paused?.timeline.state == .paused(since: me.instant("18:20")))
      me.at("18:30")
      try await me.resume(session.id)
      me.at("19:00")
      try await me.stop(session.id)
      let row = try #require(try await me.log.session(session.id))
      #expect(row.active == .minutes(50))
      #expect(row.timeline.segments == me.segments("18:00-18:20 18:30-19:00"))
      #expect(try await scratch.day("2026-01-05")?.time == .minutes(50))
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `ends where it was paused`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let session = try await me.start(me.add("Dune"))
      me.at("18:20")
      try await me.pause(session.id)
      me.at("21:00")
      try await me.stop(session.id)
      #expect(try await me.log.session(session.id)?.endedAt == me.instant("18:20"))
    }
  }

  @Test(arguments: TestEngine.all)
  func `rejects actions that do not fit its state`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let session = try await me.start(me.add("Dune"))
      me.at("18:20")
      try await scratch.refuses("session.not_paused") { try await me.resume(session.id) }
      try await me.pause(session.id)
      try await scratch.refuses("session.not_running") { try await me.pause(session.id) }
      try await me.stop(session.id)
      try await scratch.refuses("session.already_ended") { try await me.stop(session.id) }
      try await scratch.refuses("session.already_ended") { try await me.pause(session.id) }
      try await scratch.refuses("session.already_ended") { try await me.resume(session.id) }
    }
  }

  @Test(arguments: TestEngine.all)
  func `continues when its end is rejected`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let session = try await me.start(me.add("Dune"))
      scratch.clock.advance(by: .seconds(59))
      try await scratch.refuses("session.too_short") { try await me.stop(session.id) }
      #expect(try await me.log.openSessions().map(\.id) == [session.id])
      try await me.stop(session.id, allowShort: true)
      #expect(try await me.log.session(session.id)?.active == .seconds(59))
    }
  }

  // D18
  @Test(arguments: TestEngine.all)
  func `does not end before its start when the clock was set back`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let session = try await me.start(me.add("Dune"))
      me.at("17:00")
      try await scratch.refuses("session.time_before_segment") { try await me.stop(session.id) }
      let early = me.instant("16:00")
      try await me.log.write("Edit") { writer in
        try writer.change(session.id, as: NoDetail.self) { (session) throws(CairnError) in
          try session.resize(start: early, end: nil)
        }
      }
      try await me.stop(session.id)
      #expect(try await me.log.session(session.id)?.active == .hours(1))
    }
  }

  @Test(arguments: TestEngine.all)
  func `gives each day its own minutes, and is listed under the first`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch, zone: "Europe/Berlin")
      me.at("22:30")
      let session = try await me.start(me.add("Dune"))
      scratch.clock.advance(by: .hours(1))
      try await me.stop(session.id)
      let first = try #require(try await scratch.day("2026-01-05"))
      let second = try #require(try await scratch.day("2026-01-06"))
      #expect((first.time, first.sessions) == (.minutes(30), 1))
      #expect((second.time, second.sessions) == (.minutes(30), 0))
      #expect(try await me.log.session(session.id)?.day.text == "2026-01-05")
    }
  }

  @Test(arguments: TestEngine.all)
  func `records its end zone when it differs`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      var me = Scenario(scratch, zone: "Europe/Berlin")
      let session = try await me.start(me.add("Dune"))
      me.zone = "America/New_York"
      me.at("20:00")
      try await me.stop(session.id)
      let row = try #require(try await me.log.session(session.id))
      #expect(row.zone == "Europe/Berlin")
      #expect(row.endZone == "America/New_York")
    }
  }

  @Test(arguments: TestEngine.all)
  func `leaves nothing when it is cancelled, and can be restored`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let session = try await me.start(me.add("Dune"))
      let running = try await scratch.projections()
      try await me.delete(session.id)
      #expect(try await me.log.openSessions() == [])
      #expect(try await me.log.session(session.id) == nil)
      _ = try await me.log.undo()
      #expect(try await scratch.projections() == running)
    }
  }

  @Test(arguments: TestEngine.all)
  func `counts on its day even with no active time`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let session = try await me.start(me.add("Dune"))
      try await me.stop(session.id, allowShort: true)
      let day = try #require(try await scratch.day("2026-01-05"))
      #expect((day.time, day.sessions) == (.zero, 1))
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `cannot be edited into the future once it has ended`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let (wall, elapsed, world) = (scratch.clock, ManualClock(at: .earliest), scratch.environment)
      let environment = LogEnvironment(
        now: { wall.now },
        clockMark: { ClockMark(boot: "b", elapsed: elapsed.now - .earliest) },
        random: world.random,
        zone: world.zone
      )
      let log = try await Log.open(scratch.database, environment: environment)
      let me = Scenario(scratch)
      let dune = try await me.add("Dune")
      let id = try await log.write("Start") {
        try $0.startReading(dune, at: $0.now, zone: "UTC").id
      }
      elapsed.advance(by: .hours(1))
      me.at("17:00")
      let ended = try await log.write("Stop") {
        try $0.endReading(id, position: { _ in nil }, at: nil, zone: "UTC", allowShort: false)
      }
      #expect(ended.timeline.end == me.instant("19:00") && ended.isClockAdjusted)
      let later = me.instant("22:00")
      try await scratch.refuses("session.in_future") {
        try await log.write("Edit") { writer in
          try writer.change(id, as: NoDetail.self) { (session) throws(CairnError) in
            try session.resize(start: nil, end: later)
          }
        }
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `can be read with its details`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let session = try await me.start(me.add("Dune"))
      #expect(try await me.log.session(session.id, as: Reading.self) == session)
      try await me.delete(session.id)
      #expect(try await me.log.session(session.id, as: Reading.self) == nil)
    }
  }
}
