import Cairn
import CairnActions
import CairnSQL
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `A fourth kind of session` {
  private func withPool(
    _ engine: TestEngine,
    _ body: (Scenario) async throws -> Void
  ) async throws {
    try await engine.scratchLog(kinds: Log.kinds + [SwimmingTable()]) { scratch in
      let me = Scenario(scratch)
      me.at("20:00")
      try await body(me)
    }
  }

  private func laps(_ me: Scenario) async throws -> [String] {
    try await me.log.read { connection in
      try connection.all("SELECT pool, laps FROM swimming ORDER BY pool, laps") { row in
        "\(try row.text(0)) \(try row["laps"] ?? -1)"
      }
    }
  }

  private func swim(
    _ me: Scenario,
    _ times: String,
    laps: Int64? = 40,
    pool: String = "Lido",
    adjust: Bool = false
  ) async throws -> SessionID {
    let segments = me.segments(times)
    return try await me.log.write("Swim") { writer in
      try writer.track(
        Swimming(pool: pool, laps: laps),
        segments,
        zone: "UTC",
        note: nil,
        adjust: adjust,
        allowShort: false
      ).id
    }
  }

  @Test(arguments: TestEngine.all)
  func `starts, pauses, resumes and stops by the same rules`(engine: TestEngine) async throws {
    try await withPool(engine) { me in
      let id = try await me.log.write("Start") { writer in
        try writer.start(Swimming(pool: "Lido"), at: writer.now, zone: "UTC").id
      }
      try await me.scratch.refuses("session.already_running") {
        try await me.log.write("Start") { writer in
          _ = try writer.start(Swimming(pool: "Lake"), at: writer.now, zone: "UTC")
        }
      }
      me.at("20:10")
      try await me.pause(id)
      me.at("20:15")
      try await me.resume(id)
      me.at("20:30")
      try await me.log.write("Stop") { writer in
        try writer.change(id, as: Swimming.self) { (session) throws(CairnError) in
          session.detail.laps = 32
          try session.end(at: writer.now, zone: "UTC")
        }
      }
      #expect(try await laps(me) == ["Lido 32"])
      let day = try #require(try await me.scratch.day("2026-01-05", Swimming.kind))
      #expect((day.time, day.amount, day.sessions) == (.minutes(25), 32, 1))
      try await me.scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `runs in parallel with a session of another kind`(engine: TestEngine) async throws {
    try await withPool(engine) { me in
      try await me.start(me.add("Dune"))
      me.at("20:30")
      try await me.log.write("Start") { writer in
        _ = try writer.start(Swimming(pool: "Lido"), at: writer.now, zone: "UTC")
      }
      #expect(try await me.log.openSessions().map(\.kind) == [Swimming.kind, Reading.kind])
      me.at("21:00")
      _ = try await swim(me, "19:00-19:30")
      try await me.scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `counts in the days of all kinds, but its laps not as pages`(
    engine: TestEngine
  ) async throws {
    try await withPool(engine) { me in
      let dune = try await me.add("Dune", pages: 600)
      let day = LocalDay(number: 20_458)
      #expect(try await me.log.firstDay() == nil)
      try await me.track(dune, "08:00-08:30", pages: 20)
      _ = try await swim(me, "09:00-09:20")
      me.scratch.clock.advance(by: .hours(24))
      _ = try await swim(me, "09:00-09:20")
      let days = (day - 9)...(day + 9)
      let all = try await me.log.dayTotals(nil, in: days)
      #expect(all.map(\.day) == [day, day + 1])
      #expect(all.map(\.time) == [.minutes(50), .minutes(20)])
      #expect(all.map(\.amount) == [60, 40])
      let activity = try await me.log.dayActivity(in: days)
      #expect(activity.map(\.day) == [day, day + 1])
      #expect(activity.map(\.time) == all.map(\.time))
      #expect(activity.map(\.sessions) == [2, 1])
      #expect(activity.map(\.pages) == [20, 0])
      #expect(try await me.log.dayTotals(Swimming.kind, in: days).map(\.amount) == [40, 40])
      #expect(try await me.log.firstDay() == day)
    }
  }

  @Test(arguments: TestEngine.all)
  func `has its own minimum length`(engine: TestEngine) async throws {
    try await withPool(engine) { me in
      try await me.scratch.refuses("session.too_short") {
        try await swim(me, "19:00:00-19:00:29")
      }
      _ = try await swim(me, "19:00:00-19:00:30")
    }
  }

  @Test(arguments: TestEngine.all)
  func `is rejected, moved, split and merged like any other`(
    engine: TestEngine
  ) async throws {
    try await withPool(engine) { me in
      let first = try await swim(me, "18:00-19:00")
      try await me.scratch.refuses("session.overlap") { try await swim(me, "18:30-19:30") }
      let second = try await swim(me, "18:50-19:30", laps: 10, adjust: true)
      #expect(try await me.log.session(first)?.endedAt == me.instant("18:50"))
      let cut = me.instant("18:25")
      let parts = try await me.log.write("Split") { writer in
        try writer.split(first, as: Swimming.self, at: cut)
      }
      #expect([parts.0.detail.laps, parts.1.detail.laps] == [20, 20])
      _ = try await me.log.write("Merge") { writer in
        try writer.merge(parts.1.id, second, as: Swimming.self)
      }
      #expect(try await laps(me) == ["Lido 20", "Lido 30"])
      let earlier = me.instant("17:00")
      try await me.log.write("Move") { writer in
        try writer.change(first, as: NoDetail.self) { (session) throws(CairnError) in
          try session.move(to: earlier)
        }
      }
      let day = try #require(try await me.scratch.day("2026-01-05", Swimming.kind))
      #expect((day.time, day.amount, day.sessions) == (.minutes(90), 50, 2))
      try await me.scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `does not count towards pages read`(engine: TestEngine) async throws {
    try await withPool(engine) { me in
      _ = try await swim(me, "18:00-18:30")
      try await me.track(me.add("Dune", pages: 600), "19:00-20:00", pages: 30)
      let day = try #require(LocalDay(text: "2026-01-05"))
      let sums = try #require(try await me.log.dayTotals(Reading.kind, in: day...day).first?.sums)
      #expect((sums.paceAmount, sums.paceTime, sums.paced, sums.sessions) == (30, .hours(1), 1, 1))
    }
  }

  @Test(arguments: TestEngine.all)
  func `has its own validation`(engine: TestEngine) async throws {
    try await withPool(engine) { me in
      let first = try await swim(me, "18:00-18:30", pool: "Lido")
      let second = try await swim(me, "18:30-19:00", pool: "Lake")
      try await me.scratch.refuses("swimming.other_pool") {
        try await me.log.write("Merge") { try $0.merge(first, second, as: Swimming.self) }
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `is undone and redone with its own table`(engine: TestEngine) async throws {
    try await withPool(engine) { me in
      _ = try await swim(me, "18:00-18:30")
      let before = try await me.scratch.projections()
      _ = try await me.log.undo()
      #expect(try await laps(me) == [])
      _ = try await me.log.redo()
      #expect(try await me.scratch.projections() == before)
    }
  }

  @Test(arguments: TestEngine.all)
  func `keeps its details when a kind-independent edit changes it`(
    engine: TestEngine
  ) async throws {
    try await withPool(engine) { me in
      let id = try await swim(me, "18:00-18:30")
      try await me.log.write("Note") { writer in
        try writer.change(id, as: NoDetail.self) { $0.note = "cold" }
      }
      #expect(try await laps(me) == ["Lido 40"])
      #expect(try await me.log.session(id)?.amount == 40)
      #expect(try await me.log.session(id)?.note == "cold")
    }
  }

  @Test(arguments: TestEngine.all)
  func `is rebuilt by the doctor`(engine: TestEngine) async throws {
    try await withPool(engine) { me in
      _ = try await swim(me, "18:00-18:30")
      try await me.scratch.database.write { _ = try $0.run("UPDATE swimming SET laps = 41") }
      let found = try await me.log.checkProjections(repair: true)
      #expect(found.tables.filter { !$0.isIdentical }.map(\.name) == ["swimming"])
      #expect(try await laps(me) == ["Lido 40"])
      try await me.scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.files)
  func `is kept by a program that does not know it, and shown by the next that does`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let segments = me.segments("17:00-17:30")
      let id = try await me.log.write("Swim") { writer in
        try writer.track(
          Swimming(pool: "Lido", laps: 40),
          segments,
          zone: "UTC",
          note: nil,
          adjust: false,
          allowShort: false
        ).id
      }
      #expect(try await me.log.session(id)?.active == .minutes(30))
      let knowing = try await scratch.reopen(kinds: Log.kinds + [SwimmingTable()])
      #expect(try await laps(Scenario(knowing)) == ["Lido 40"])
      #expect(try await knowing.log.session(id)?.amount == 40)
      try await knowing.isSound()
    }
  }
}
