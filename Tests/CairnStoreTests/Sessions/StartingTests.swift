import Cairn
import CairnActions
import CairnSQL
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `Starting a session` {
  // D21, D66
  @Test(arguments: TestEngine.all)
  func `stores it immediately`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch, zone: "Europe/Berlin")
      let session = try await me.start(me.add("Dune"))
      let open = try await scratch.reopen().log.openSessions()
      #expect(open.map(\.id) == [session.id])
      #expect(open.first?.timeline.state == .running(since: .scratchStart))
      #expect(open.first?.zone == "Europe/Berlin")
      #expect(open.first?.title == "Dune")
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `adds no minutes to a day before it ends`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let session = try await me.start(me.add("Dune"))
      me.at("19:00")
      try await me.pause(session.id)
      #expect(try await scratch.day("2026-01-05") == nil)
    }
  }

  // D66
  @Test(arguments: TestEngine.all)
  func `is rejected while one of its kind is open, and names it`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let (dune, emma) = (try await me.add("Dune"), try await me.add("Emma"))
      let session = try await me.start(dune)
      me.at("18:30")
      let running = try await scratch.refuses("session.already_running") {
        try await me.start(emma)
      }
      #expect(running?.message.contains("Dune") == true)
      #expect(running?.message.contains("2026-01-05T18:00:00Z") == true)
      try await me.pause(session.id)
      try await scratch.refuses("session.already_running") { try await me.start(dune) }
    }
  }

  @Test(arguments: TestEngine.all)
  func `next to an open one fails in the database when the checks are bypassed`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      try await me.start(me.add("Dune"))
      let error = await #expect(throws: StorageError.self) {
        try await scratch.database.write { connection in
          try connection.run(
            """
            INSERT INTO session (id, short, kind, started_at, segments, active, zone, day)
            VALUES (\(RecordID(high: 1, low: 2)), 2, 'reading', 5, '5-', 0, 'UTC', 0)
            """
          )
        }
      }
      #expect(error?.code == .unique)
    }
  }

  @Test(arguments: TestEngine.all)
  func `at an occupied time is rejected`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune")
      try await me.track(dune, "17:00-17:50")
      let early = me.instant("17:30")
      let error = try await scratch.refuses("session.overlap") {
        try await me.log.write("Start") { try $0.startReading(dune, at: early, zone: "UTC") }
      }
      #expect(error?.message.contains("2026-01-05T17:00:00Z to 2026-01-05T17:50:00Z") == true)
      let free = me.instant("17:50")
      try await me.log.write("Start") { _ = try $0.startReading(dune, at: free, zone: "UTC") }
    }
  }

  @Test(arguments: TestEngine.all)
  func `in the future is rejected, except for a minute of clock difference`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune")
      let late = me.instant("18:01") + Milliseconds(1)
      try await scratch.refuses("session.in_future") {
        try await me.log.write("Start") { try $0.startReading(dune, at: late, zone: "UTC") }
      }
      let soon = me.instant("18:01")
      try await me.log.write("Start") { _ = try $0.startReading(dune, at: soon, zone: "UTC") }
    }
  }

  @Test(arguments: TestEngine.all)
  func `is rejected during a session recorded with a clock slightly ahead`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune")
      try await me.track(dune, "17:30-18:00:50")
      try await scratch.refuses("session.overlap") { try await me.start(dune) }
      me.at("18:00:50")
      try await me.start(dune)
    }
  }

  @Test(arguments: TestEngine.all)
  func `reserves all later time, also when the clock is set back`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", status: .reading)
      try await me.track(dune, "17:00-18:00")
      _ = try await me.log.undo()
      me.at("17:30")
      try await me.start(dune)
      me.at("17:10")
      try await scratch.refuses("session.overlap") { try await me.log.redo() }
    }
  }

  // D22
  @Test(arguments: TestEngine.all)
  func `for a book that is not on the shelf is rejected`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let stranger = Identifier<Entry>(RecordID(high: 1, low: 2))
      try await scratch.refuses("reading.not_on_shelf") { try await me.start(stranger) }
    }
  }
}
