import Cairn
import CairnActions
import CairnReports
import CairnStore
import CairnTestKit
import Testing

private let today = LocalDay(number: 20_458)  // 2026-01-05

@Suite struct `The climbing logbook` {
  private func add(
    _ grade: String?,
    on day: LocalDay,
    at place: String?,
    isSent: Bool = true,
    in log: Log
  ) async throws -> ClimbRow {
    try await log.write("Add") { writer in
      var new = NewClimb()
      new.grade = grade.map { GradeInput($0) }
      new.isSent = isSent
      return try writer.climbRow(
        AddClimb(new, on: day, at: place, isOutdoor: true, today: today).run(in: writer)
      )
    }
  }

  @Test(arguments: TestEngine.all)
  func `totals the climbs of a day and location`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let log = scratch.log
      for grade in ["V3", "V5", "V5", "V4", "5.10b", "5.9"] {
        _ = try await add(grade, on: today - 1, at: " the  Crag ", in: log)
      }
      _ = try await add("V9", on: today - 1, at: "the Crag", isSent: false, in: log)
      _ = try await add(nil, on: today - 1, at: nil, in: log)
      let rows = try await log.logbook(LogbookFilter())
      #expect(rows.map(\.place) == ["the Crag", nil])
      #expect(rows.map(\.climbs) == [7, 1] && rows.map(\.sends) == [6, 1])
      #expect(rows[0].attempts == 6 && rows[0].isOutdoor == true)
      #expect(rows[0].hardest.map(\.text) == ["V5", "5.10b"])
      #expect(rows.allSatisfy { $0.session == nil && $0.timeline == nil })
      #expect(try await log.climbs(on: today - 1).map(\.climb.position) == Array(1...8))
    }
  }

  @Test(arguments: TestEngine.all)
  func `lists recent climb names, however old they are`(engine: TestEngine)
    async throws
  {
    try await engine.scratchLog { scratch in
      // 130 days with one recurring and one unique name each, after a day with 300 names, before an unnamed climb.
      try await scratch.log.write("Add") { writer in
        for number in 0..<300 { try writer.addNamed("Old \(number)", on: today - 400) }
        for ago in (2...131) as ClosedRange<Int32> {
          for name in ["Always", "Day \(ago)"] { try writer.addNamed(name, on: today - ago) }
        }
        try writer.addNamed(nil, on: today - 1)
      }
      let names = try await scratch.log.climbNames()
      #expect(names.prefix(3) == ["Always", "Day 2", "Day 3"])
      #expect(names.count == 431 && Set(names).count == 431)
      #expect(names[130] == "Day 131" && names[131] == "Old 0")
      try await scratch.log.write("Add") { writer in
        for number in 0..<499 { try writer.addNamed("New \(number)", on: today) }
      }
      let newer = try await scratch.log.climbNames()
      #expect(newer.count == 500 && newer.last == "Always")
    }
  }

  @Test(arguments: TestEngine.all)
  func `omits climbs of a deleted session, in the future and before 1900`(
    engine: TestEngine
  )
    async throws
  {
    try await engine.scratchLog { scratch in
      let log = scratch.log
      let id = try await log.write("Start") { writer in
        let session = try writer.start(Climbing(), at: writer.now, zone: "UTC", adjust: false)
        var new = NewClimb()
        new.grade = GradeInput("V2")
        try AddClimb(new, to: session.id).run(in: writer)
        return session.id
      }
      #expect(try await log.logbook(LogbookFilter()).map(\.climbs) == [1])
      try await log.write("Delete") { try $0.delete(SessionRecord.kind, id.record) }
      #expect(try await log.logbook(LogbookFilter()) == [])
      #expect(try await log.allClimbs() == [])
      let error = await #expect(throws: CairnError.self) {
        try await add("V2", on: today + 1, at: nil, in: log)
      }
      #expect(error?.code == "climb.in_future")
      let mistyped = await #expect(throws: CairnError.self) {
        try await add("V2", on: ClimbContext.earliest - 1, at: nil, in: log)
      }
      #expect(mistyped?.code == "climb.before_1900")
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `has the same rows at any page size`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    try await TestEngine.device.scratchLog { scratch in
      let log = scratch.log
      for _ in 0..<25 {
        let day = today - Int32.random(in: 0...6, using: &random)
        let place = [nil, "A", "B"].randomElement(using: &random) ?? nil
        _ = try await add("V3", on: day, at: place, in: log)
      }
      for hour in (0..<6).reversed() {
        let start = scratch.clock.now - .hours(Int64(hour) * 17 + 3)
        try await log.write("Session") { writer in
          let session = try writer.start(Climbing(), at: start, zone: "UTC", adjust: false)
          _ = try writer.end(
            session.id,
            as: Climbing.self,
            at: start + .hours(1),
            zone: "UTC",
            allowShort: true
          )
        }
      }
      let all = try await log.logbook(LogbookFilter(limit: 1_000))
      #expect(all.reduce(0) { $0 + $1.climbs } == 25, "seed \(seed)")
      #expect(all.map(\.day) == all.map(\.day).sorted(by: >), "seed \(seed)")
      var (pages, filter) = (
        [LogbookRow](), LogbookFilter(limit: Int.random(in: 1...5, using: &random))
      )
      while case let page = try await log.logbook(filter), !page.isEmpty {
        pages += page
        filter.after = page.last.flatMap { LogbookCursor(text: $0.cursor.text) }
      }
      #expect(pages == all, "seed \(seed)")
      filter = LogbookFilter(limit: 1_000)
      filter.hasSessions = false
      #expect(try await log.logbook(filter) == all.filter { $0.session == nil }, "seed \(seed)")
      filter = LogbookFilter(limit: 1_000)
      filter.days = today - 3...today - 1
      let some = try await log.logbook(filter)
      #expect(some == all.filter { (today - 3...today - 1).contains($0.day) }, "seed \(seed)")
    }
  }

  @Test(arguments: [
    "", "2026-01-05", "x___", "2026-01-05_1__", "2026-01-05_x_y_z", "2026-01-05__z_",
  ])
  func `rejects an invalid cursor`(text: String) {
    #expect(LogbookCursor(text: text) == nil)
  }

  @Test(arguments: TestEngine.all)
  func `deletes the climbs of one location, and undo restores them`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let log = scratch.log
      for place in ["A", "A", nil] { _ = try await add("V3", on: today, at: place, in: log) }
      try await log.write { try DeleteSessions([], days: [.init(today, at: "A")]).run(in: $0) }
      #expect(try await log.logbook(LogbookFilter()).map(\.place) == [nil])
      let error = await #expect(throws: CairnError.self) {
        try await log.write { try DeleteSessions([], days: [.init(today, at: "A")]).run(in: $0) }
      }
      #expect(error?.code == "climb.not_found")
      _ = try await log.undo()
      #expect(try await log.logbook(LogbookFilter()).map(\.climbs) == [2, 1])
    }
  }

  @Test(arguments: TestEngine.all)
  func `has a discipline only when all climbs share it`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let log = scratch.log
      _ = try await add("V3", on: today, at: "A", in: log)
      _ = try await add("V3", on: today, at: "B", in: log)
      _ = try await add(nil, on: today, at: "B", in: log)
      let rows = try await log.logbook(LogbookFilter())
      #expect(rows.map(\.discipline) == [nil, .bouldering])
    }
  }

  @Test(arguments: TestEngine.all)
  func `finds climbs by words of their names, newest first`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let log = scratch.log
      func add(_ name: String, _ day: LocalDay) async throws {
        try await log.write("Add") { writer in
          var new = NewClimb()
          new.name = name
          try AddClimb(new, on: day, at: nil, isOutdoor: nil, today: today).run(in: writer)
        }
      }
      try await add("Midnight-Lightning", today - 9)
      try await add("midnight lightning", today - 1)
      try await add("Éperon (Midi)", today)
      func found(_ words: String, limit: Int = 50) async throws -> [String?] {
        try await log.climbs(named: words, limit: limit).map(\.climb.name)
      }
      #expect(try await found("light MID") == ["midnight lightning", "Midnight-Lightning"])
      #expect(try await found("mid", limit: 2) == ["Éperon (Midi)", "midnight lightning"])
      #expect(try await found("eperon") == ["Éperon (Midi)"])
      for none in ["ightning", "", "midnight roof", "%"] { #expect(try await found(none) == []) }
    }
  }

  @Test(arguments: TestEngine.all)
  func `returns every climb with the same details as one by one`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let log = scratch.log
      let row = try await add("V3", on: today, at: "A", in: log)
      try await log.write("More") { writer in
        try LogAttempt(.fell, to: row.climb.id).run(in: writer)
        try MarkClimb(
          [ClimbTag(typed: "sloper"): .helped, ClimbTag(typed: "crimp"): .hindered],
          on: row.climb.id
        ).run(in: writer)
      }
      #expect(try await log.allClimbs() == (try await log.climbs(on: today)))
      #expect(try await log.allClimbs().first?.marks.count == 2)
    }
  }
}

extension LogWriter {
  fileprivate func addNamed(_ name: String?, on day: LocalDay) throws {
    var new = NewClimb()
    new.name = name
    try AddClimb(new, on: day, at: nil, isOutdoor: nil, today: today).run(in: self)
  }
}
