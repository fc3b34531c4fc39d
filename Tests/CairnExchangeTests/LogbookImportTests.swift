import Cairn
import CairnActions
import CairnExchange
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `Importing climbing logbooks` {
  @Test(arguments: SampleLogbook.all)
  func `changes nothing the second time`(sample: SampleLogbook) async throws {
    try await withClimbingLogs { scratch in
      let read = try sample.read()
      let dry = try await scratch.take(read, dryRun: true)
      #expect(dry.added.count == read.climbs.count)
      #expect(try await scratch.log.latestClimbs(9) == [])
      #expect(try await scratch.take(read).figures == [read.climbs.count, 0, 0, 0, 0])
      let before = try await scratch.everything()
      #expect(try await scratch.take(read).figures == [0, 0, read.climbs.count, 0, 0])
      #expect(try await scratch.everything() == before)
      let rows = try await scratch.log.latestClimbs(100)
      #expect(rows.count == read.climbs.count)
      #expect(rows.allSatisfy { $0.climb.source == sample.format.name && $0.climb.session == nil })
      #expect(try await scratch.log.sessions(SessionFilter()) == [])
      try await scratch.isSound()
    }
  }

  @Test(arguments: SampleLogbook.all)
  func `is undone as one entry, and can be redone`(sample: SampleLogbook) async throws {
    try await withClimbingLogs { scratch in
      let read = try sample.read()
      try await scratch.take(read)
      let shown = try await scratch.shown()
      _ = try await scratch.log.undo()
      #expect(try await scratch.log.latestClimbs(9) == [])
      #expect(try await scratch.take(read).added.count == read.climbs.count)
      #expect(try await scratch.shown() == shown)
    }
  }

  @Test func `keeps laps of one day apart, and adds only new ones`() async throws {
    try await withClimbingLogs { scratch in
      let two = [tick("Slab"), tick("Slab")]
      try await scratch.take(LogbookFormat.mountainProject.parse(ticks(two)))
      #expect(try await scratch.log.latestClimbs(9).count == 2)
      let more = [
        tick("Other"), tick("Slab"), tick("Slab"), tick("Slab"), tick("Slab", on: "2026-05-03"),
      ]
      let report = try await scratch.take(LogbookFormat.mountainProject.parse(ticks(more)))
      #expect(report.figures == [3, 0, 2, 0, 0])
      #expect(try await scratch.log.latestClimbs(9).count == 5)
    }
  }

  @Test func `recognises a file that a spreadsheet saved again`() async throws {
    try await withClimbingLogs { scratch in
      try await scratch.take(
        LogbookFormat.mountainProject.parse(ticks([tick("Slab", on: "2026-05-02")]))
      )
      let again = try LogbookFormat.mountainProject.parse(ticks([tick("Slab", on: "5/2/2026")]))
      #expect(try await scratch.take(again).figures == [0, 0, 1, 0, 0])
    }
  }

  @Test func `leaves missing values unknown`() async throws {
    try await withClimbingLogs { scratch in
      try await scratch.take(SampleLogbook.all[0].read())
      let slab = try await scratch.climb("Made-up Slab")
      #expect(slab.attempts.map(\.label) == ["result unknown"])
      #expect(slab.send == nil && slab.climb.at == nil && slab.attempts[0].at == nil)
      #expect(slab.day.text == "2026-05-03")
    }
  }

  @Test func `keeps the person's edits, and applies the source's changes elsewhere`() async throws {
    try await withClimbingLogs { scratch in
      try await scratch.take(
        LogbookFormat.mountainProject.parse(ticks([tick("Slab"), tick("Wall")]))
      )
      let slab = try await scratch.climb("Slab")
      try await scratch.log.write("Edit") { writer in
        try writer.changeClimb(slab.climb.id) { (climb) throws(CairnError) in
          try climb.setGrade(Grade("5.11a", in: .yds))
          climb.notes = nil
        }
        try LogAttempt(.fell, to: slab.climb.id).run(in: writer)
      }
      let change = ["Rating": "6a", "Notes": "dry"]
      let read = try LogbookFormat.mountainProject.parse(
        ticks([tick("Slab", "Lead", "Redpoint", change), tick("Wall", "Lead", "Redpoint", change)])
      )
      let report = try await scratch.take(read)
      #expect(report.figures == [0, 2, 0, 1, 0])
      let kept = try await scratch.climb("Slab")
      #expect(kept.climb.grade?.text == "5.11a" && kept.climb.grade?.scale == .yds)
      #expect(kept.climb.notes == "dry" && kept.attempts.count == 2)
      let taken = try await scratch.climb("Wall")
      #expect(taken.climb.grade?.text == "6a" && taken.climb.grade?.scale == .french)
      #expect(try await scratch.take(read).figures == [0, 0, 2, 0, 0])
    }
  }

  @Test func `keeps deletions`() async throws {
    try await withClimbingLogs { scratch in
      let read = try SampleLogbook.all[2].read()
      try await scratch.take(read)
      let route = try await scratch.climb("Example Route")
      try await scratch.log.write("Delete") { writer in
        try DeleteAttempt(route.attempts[0].id).run(in: writer)
        try DeleteClimb(scratchClimb(writer, "Example Bloc")).run(in: writer)
      }
      let report = try await scratch.take(read)
      #expect(report.figures == [0, 0, 1, 0, 1])
      #expect(
        report.skipped[0].message.contains(
          "“Example Bloc 6C, Sun 12 Apr 2026” was skipped, because you deleted it"
        )
      )
      #expect(try await scratch.climb("Example Route").attempts.count == 2)
      #expect(try await scratch.log.latestClimbs(9).count == 1)
    }
  }

  @Test func `keeps a time on the person's day of the first import`() async throws {
    try await withClimbingLogs { scratch in
      let read = try SampleLogbook.all[3].read()
      try await scratch.take(read, zone: "America/Denver")
      let arete = try await scratch.climb("Example Arete")
      #expect(arete.day.text == "2021-11-04")
      #expect(arete.climb.at?.text == "2021-11-05T03:55:00Z" && arete.climb.position == 2)
      #expect(
        arete.attempts.map { $0.at?.text } == [nil, nil, nil, nil, nil, "2021-11-05T03:55:00Z"]
      )
      #expect(try await scratch.take(read, zone: "UTC").figures == [0, 0, 4, 0, 0])
    }
  }

  @Test func `excludes future climbs and duplicate IDs`() async throws {
    try await withClimbingLogs { scratch in
      let text =
        "Route Name,Ascent ID,Ascent Type,Route Grade,Ascent Date\n"
        + "A,1,Tick,6a,2026-11-02T00:00:00Z\nB,2,Tick,6a,2026-11-01T00:00:00Z\n"
        + "B,2,Flash,6a,2026-11-01T00:00:00Z\n"
      let read = try LogbookFormat.theCrag.parse(Array(text.utf8))
      let plan = read.plan(zone: .utc, now: climbingNow)
      #expect(plan.items.map(\.title) == ["B 6a, Sun 1 Nov 2026"])
      #expect(plan.issues.map(\.line) == [2, 4])
      #expect(try await scratch.take(read).figures == [1, 0, 0, 0, 0])
    }
  }

  @Test func `keeps a climb that was moved to a session unchanged`() async throws {
    try await withClimbingLogs { scratch in
      let read = try SampleLogbook.all[2].read()
      try await scratch.take(read)
      let route = try await scratch.climb("Example Route")
      let session = try await scratch.log.write("Start") { writer in
        let start = climbingNow - .hours(2)
        let session = try writer.start(Climbing(), at: start, zone: "UTC", adjust: false)
        try writer.changeClimb(route.climb.id) { $0.climbContext = .session(session.id) }
        return session.id
      }
      #expect(try await scratch.take(read).figures == [0, 0, 2, 0, 0])
      #expect(try await scratch.climb("Example Route").climb.session == session)
    }
  }

  @Test(arguments: CairnTestKit.SeededGenerator.seeds)
  func `yields the same for any split of the file`(seed: UInt64) async throws {
    var random = CairnTestKit.SeededGenerator(seed: seed)
    let styles = [("Lead", "Redpoint"), ("Lead", "Fell/Hung"), ("TR", ""), ("Solo", "")]
    let rows = (0..<Int.random(in: 1...40, using: &random)).map { _ in
      let style = styles.randomElement(using: &random) ?? styles[0]
      let day = "2026-05-0\(Int.random(in: 1...3, using: &random))"
      return tick(
        ["A", "BB", "CCC"].randomElement(using: &random) ?? "A",
        on: day,
        style.0,
        style.1
      )
    }
    let cut = Int.random(in: 0...rows.count, using: &random)
    try await TestEngine.any.scratchLog(at: climbingNow) { scratch in
      if cut > 0 {
        try await scratch.take(LogbookFormat.mountainProject.parse(ticks(Array(rows[..<cut]))))
      }
      let report = try await scratch.take(LogbookFormat.mountainProject.parse(ticks(rows)))
      #expect(report.figures == [rows.count - cut, 0, cut, 0, 0], "seed \(seed)")
      #expect(try await scratch.log.latestClimbs(99).count == rows.count, "seed \(seed)")
      try await scratch.isSound()
    }
  }
}

/// Returns the id of the climb with this name.
private func scratchClimb(_ writer: LogWriter, _ name: String) throws -> Identifier<Climb> {
  let bloc = try SampleLogbook.all[2].read().plan(zone: .utc, now: climbingNow)
  let item = try #require(bloc.items.first { $0.title.hasPrefix(name) })
  return Identifier(item.records[0].id)
}
