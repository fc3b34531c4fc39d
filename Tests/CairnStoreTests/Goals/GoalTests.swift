import Cairn
import CairnActions
import CairnSQL
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `Goals and rest days in a log` {
  private func day(_ text: String) throws -> LocalDay { try #require(LocalDay(text: text)) }

  @Test(arguments: TestEngine.all)
  func `are records that can be undone and rebuilt`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let log = scratch.log
      let first = try day("2026-01-05")
      let goal = try Goal(.minutes, .daily, target: 30, from: first)
      try await log.write("Set") { try SetGoal(goal).run(in: $0) }
      try await log.write { try ChangeRestDays(first...(first + 2), isResting: true).run(in: $0) }
      #expect(try await log.goals() == [goal])
      #expect(try await log.restDays().count == 3)
      try await scratch.isSound()
      let titles = [
        "Rest days added: Mon 5 Jan 2026 to Wed 7 Jan 2026", "Daily goal set to 30 minutes",
      ]
      #expect(try await scratch.titles() == titles)
      _ = try await log.undo()
      #expect(try await log.restDays() == [])
      _ = try await log.redo()
      try await log.write { try ChangeRestDays(first...first, isResting: false).run(in: $0) }
      #expect(try await log.restDays() == [first + 1, first + 2])
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `set twice in one period are one, in another period two`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let log = scratch.log
      for (target, from) in [(12, "2025-06-01"), (20, "2026-01-05"), (24, "2026-12-31")] {
        let goal = try Goal(.books, .yearly, target: Int64(target), from: try day(from))
        try await log.write("Set") { try SetGoal(goal).run(in: $0) }
      }
      let reported = try await log.goals().map { "\($0.from.text) \($0.target ?? 0)" }
      #expect(reported == ["2025-06-01 12", "2026-01-05 24"])
      let none = try Goal(.books, .yearly, target: nil, from: try day("2026-03-03"))
      try await log.write("Remove") { try SetGoal(none).run(in: $0) }
      #expect(try await log.goals().map(\.target) == [12, nil])
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `per week follow the person's first day of the week`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let log = scratch.log
      let (sunday, monday) = (try day("2026-01-04"), try day("2026-01-05"))
      for from in [sunday, monday] {
        let goal = try Goal(.pages, .weekly, target: 100, from: from)
        try await log.write("Set") { try SetGoal(goal).run(in: $0) }
      }
      #expect(try await log.goals().map(\.from) == [sunday, monday])
      try await log.set("weekStart", to: "sunday")
      let goal = try Goal(.pages, .weekly, target: 50, from: sunday)
      try await log.write("Set") { try SetGoal(goal).run(in: $0) }
      let reported = try await log.goals().map { "\($0.from.text) \($0.target ?? 0)" }
      #expect(reported == ["2026-01-04 100", "2026-01-05 50"], "the one that held is changed")
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `and minimums are stored, changed within their week, undone and rebuilt`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let log = scratch.log
      let monday = try day("2026-01-05")
      let minimums = [
        (StreakMinimum.anyTime, monday - 1), (StreakMinimum(text: "5 pages"), monday),
        (.anyTime, monday + 6),
      ]
      for (minimum, from) in minimums {
        let minimum = StreakMinimumSetting(.weekly, try #require(minimum), from: from)
        try await log.write("Set") { try SetStreakMinimum(minimum).run(in: $0) }
      }
      let reported = { try await log.minimums().map { "\($0.from.text) \($0.minimum.text)" } }
      #expect(try await reported() == ["2026-01-04 any", "2026-01-05 any"])
      try await scratch.isSound()
      _ = try await log.undo()
      #expect(try await reported() == ["2026-01-04 any", "2026-01-05 5 pages"])
      #expect(try await log.streakRule().minimums.isEmpty, "days are not weeks")
      #expect(try await log.streakRule(.weekly).minimum(on: monday).text == "5 pages")
      try await scratch.isSound()
    }
  }

  @Test(arguments: [0, -1, 1_000_001] as [Int64])
  func `reject an impossible target`(target: Int64) async throws {
    let error = await refusal {
      try Goal(.pages, .daily, target: target, from: LocalDay(number: 20_000))
    }
    #expect(error?.code == "goal.invalid_target")
  }

  @Test func `from another log are rejected under an ID that is not derived from their day`()
    async throws
  {
    try await TestEngine.device.scratchLog { scratch in
      var fields = Fields()
      fields.set("day", "2026-01-05")
      let stamp = Stamp(time: 1, node: 1)
      let id = RecordID(high: 0x8000, low: 0x8000_0000_0000_0000)
      let record = Record(kind: RestDay.recordKind, id: id, fields: fields, stamp: stamp)
      try await scratch.merge(record)
      #expect(try await scratch.log.restDays() == [])
    }
  }

  @Test(arguments: [
    ("any", true), ("10 minutes", true), ("1 page", true), ("3 sessions", true),
    ("0 minutes", false), ("2 books", false), ("ten minutes", false), ("10", false),
    ("-5 pages", false),
  ])
  func `parse a streak minimum`(text: String, isDose: Bool) {
    #expect((StreakMinimum(text: text) != nil) == isDose)
    #expect(StreakMinimum(text: text)?.text == (isDose ? text : nil))
  }
}

@Suite struct `Days skipped by a zone change` {
  /// The evening of 29 December 2011 in Samoa, followed by the 31st.
  private static let eve = Instant(milliseconds: 1_325_228_400_000)

  @Test(arguments: TestEngine.all)
  func `are recorded with a session, and removed with it`(engine: TestEngine) async throws {
    try await engine.scratchLog(at: Self.eve) { scratch in
      let me = Scenario(scratch, zone: "Pacific/Apia")
      let book = try await me.add("Emma")
      let session = try await me.start(book)
      scratch.clock.advance(by: .hours(1))
      try await me.stop(session.id)
      #expect(try await scratch.log.skippedDays().map(\.text) == ["2011-12-30"])
      try await scratch.isSound()
      try await me.delete(session.id)
      #expect(try await scratch.log.skippedDays() == [])
      try await scratch.isSound()
    }
  }

  @Test(arguments: ["Pacific/Honolulu", "Europe/Berlin"])
  func `do not exist in other zones`(zone: String) async throws {
    try await TestEngine.device.scratchLog(at: Self.eve) { scratch in
      let me = Scenario(scratch, zone: zone)
      let session = try await me.start(try await me.add("Emma"))
      scratch.clock.advance(by: .hours(1))
      try await me.stop(session.id)
      #expect(try await scratch.log.skippedDays() == [])
    }
  }
}

@Suite struct `Finished and open books` {
  @Test(arguments: TestEngine.all)
  func `are returned with their known facts`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let emma = try await me.add("Emma", pages: 300)
      let dune = try await me.add("Dune")
      let lost = try await me.add("Lost")
      let session = try await me.start(emma)
      scratch.clock.advance(by: .hours(1))
      try await me.stop(session.id, page: 40)
      for book in [dune, lost] { try await me.changeStatus(.read, book) }
      try await scratch.log.write("Delete") { try DeleteBook(lost).run(in: $0) }
      #expect(try await scratch.log.finishes().map(\.title) == ["Dune"])
      let open = try #require(try await scratch.log.openBooks().first)
      #expect(open.title == "Emma" && open.started == "2026-01-05")
      #expect(open.firstSession == nil && open.lastSession?.text == "2026-01-05")
      #expect(open.progressStamp.map { $0 > .scratchStart } == true)
      try await me.changeStatus(.paused, emma)
      #expect(try await scratch.log.openBooks().isEmpty)
    }
  }

  @Test(arguments: TestEngine.all)
  func `begin with their first session when no start is recorded`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let emma = try await me.add("Emma", pages: 300)
      let first = try await me.start(emma)
      scratch.clock.advance(by: .hours(1))
      try await me.stop(first.id, page: 40)
      scratch.clock.advance(by: .hours(24))
      _ = try await me.start(emma)
      var edits = DateEdits()
      edits.started = .clear
      let (cleared, zone) = (edits, me.zone)
      try await scratch.log.write { try EditReading(of: emma, cleared, zone: zone).run(in: $0) }
      let open = try #require(try await scratch.log.openBooks().first)
      #expect(open.started == nil && open.firstSession?.text == "2026-01-05")
      #expect(open.lastSession?.text == "2026-01-06", "a running session counts")
    }
  }
}
