import Cairn
import CairnActions
import CairnReports
import CairnStore
import CairnTestKit
import Testing

@Suite struct `The totals of climbing` {
  /// Adds sessions with climbs, attempts and tags, some of them edited, deleted, imported or still open.
  private func live(_ scratch: ScratchLog, _ random: inout SeededGenerator) async throws {
    let grades = ["V0", "V3", "v3/4", "V8", "5.10a", "5.12b PG13", "7a+", nil, nil]
    for _ in 0..<Int.random(in: 3...9, using: &random) {
      scratch.clock.advance(by: .hours(.random(in: 20...90, using: &random)))
      let discipline = (Discipline.all + [nil]).randomElement(using: &random) ?? nil
      var detail = Climbing(discipline: discipline)
      for scale in ClimbingScale.ratings where Bool.random(using: &random) {
        try detail.set(scale, .random(in: scale.range, using: &random))
      }
      detail.setPartners(["Ana", "Ben"].filter { _ in Bool.random(using: &random) })
      let (ratings, seed) = (detail, random.next())
      try await scratch.log.write("Climb") { writer in
        let end = writer.now
        var random = SeededGenerator(seed: seed)
        let segment = Segment(start: end - .minutes(90), end: end)
        let session = try writer.track(
          ratings,
          [segment],
          zone: "Europe/Berlin",
          note: nil,
          adjust: true,
          allowShort: true
        )
        for _ in 0..<Int.random(in: 0...12, using: &random) {
          var new = NewClimb()
          new.grade = grades.randomElement(using: &random).flatMap { $0 }.map { text in
            GradeInput(
              text,
              in: text.hasPrefix("5") ? .yds : text.hasPrefix("7") ? .french : .v
            )
          }
          let isBoulder = new.grade?.scale == .v
          if let grade = new.grade, grade.scale != nil {
            new.discipline = isBoulder ? .bouldering : .sport
          }
          let tries = Int.random(in: 0...5, using: &random)
          new.isSent = tries > 0 && .random(using: &random)
          new.attempts = Int64(tries)
          for tag in ClimbTag.catalogue where Int.random(in: 0..<9, using: &random) == 0 {
            new.marks[tag] = Bool.random(using: &random) ? .helped : .hindered
          }
          let row = try writer.climbRow(AddClimb(new, to: session.id).run(in: writer))
          if Int.random(in: 0..<5, using: &random) == 0 {
            try LogAttempt(nil, to: row.climb.id).run(in: writer)
          }
          if let last = row.attempts.last, Int.random(in: 0..<6, using: &random) == 0 {
            try DeleteAttempt(last.id).run(in: writer)
          }
          if Int.random(in: 0..<6, using: &random) == 0 {
            try DeleteClimb(row.climb.id).run(in: writer)
          }
        }
        if Int.random(in: 0..<5, using: &random) == 0 {
          try writer.delete(SessionRecord.kind, session.id.record)
        }
      }
      try await imported(scratch, &random)
      try await disturb(scratch.log, &random)
    }
    guard Bool.random(using: &random) else { return }
    try await scratch.log.write("Start") { writer in
      let open = try writer.start(Climbing(), at: writer.now, zone: "UTC", adjust: true)
      var new = NewClimb()
      new.isSent = true
      try AddClimb(new, to: open.id).run(in: writer)
    }
  }

  /// Applies a random edit: undo, correct, delete, restore, move, split or merge.
  private func disturb(_ log: Log, _ random: inout SeededGenerator) async throws {
    if Int.random(in: 0..<5, using: &random) == 0 { _ = try? await log.undo() }
    var filter = SessionFilter(limit: 10)
    filter.kind = Climbing.kind
    let sessions = try await log.sessions(filter).filter { $0.endedAt != nil }.shuffled(
      using: &random
    )
    guard let session = sessions.first, let start = session.timeline.segments.first?.start else {
      return
    }
    let row = try await log.climbs(of: session.id).randomElement(using: &random)
    let turn = Int.random(in: 0..<8, using: &random)
    try? await log.write("Disturb") { writer in
      switch turn {
      case 0: try writer.delete(SessionRecord.kind, session.id.record)
      case 1:
        try writer.delete(SessionRecord.kind, session.id.record)
        try RestoreSession(session.id).run(in: writer)
      case 2:
        _ = try writer.change(session.id, as: NoDetail.self) { (session) throws(CairnError) in
          try session.move(to: start - .hours(30))
        }
      case 3: _ = try SplitSession(session.id, at: start + .minutes(40)).run(in: writer)
      case 4:
        if sessions.count > 1 { try MergeSessions(session.id, sessions[1].id).run(in: writer) }
      case 5:
        guard let row else { return }
        try DeleteClimb(row.climb.id).run(in: writer)
        try RestoreClimb(row.climb.id).run(in: writer)
      case 6:
        guard let row, let last = row.attempts.last else { return }
        try EditAttempt(last.id, to: last.result == .sent ? .fell : .sent, nil).run(in: writer)
      default:
        guard let row else { return }
        try LogAttempt(.fell, to: row.climb.id).run(in: writer)
        try writer.changeClimb(row.climb.id) { $0.setName("Roof") }
      }
    }
  }

  /// Adds a climb outside sessions, as an import does.
  private func imported(_ scratch: ScratchLog, _ random: inout SeededGenerator) async throws {
    let number = Int32.random(in: 20_000...20_010, using: &random)
    try await scratch.log.write("Import") { writer in
      var climb = Climb(
        id: Identifier(writer.newID()),
        climbContext: .day(LocalDay(number: number), place: nil, isOutdoor: true),
        position: 1
      )
      try climb.set(Grade(lenient: "V?", in: .v), .bouldering)
      climb.source = "kaya"
      try writer.save(climb)
      try writer.save(
        Attempt(
          id: Identifier(writer.newID()),
          climb: climb.id,
          number: 1,
          result: .sent,
          tick: .flash
        )
      )
    }
  }

  /// Returns every climb that counts, from the lists.
  private func rows(_ log: Log) async throws -> [ClimbRow] {
    var rows: [ClimbRow] = []
    for row in try await log.latestClimbs(10_000) {
      if let session = row.climb.session {
        guard try await log.session(session)?.endedAt != nil else { continue }
      }
      rows.append(row)
    }
    return rows.sorted { $0.climb.id < $1.climb.id }
  }

  @Test(arguments: TestEngine.all, SeededGenerator.seeds)
  func `equal the rows of climbs and sessions`(engine: TestEngine, seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    try await engine.scratchLog(seed: seed) { scratch in
      try await live(scratch, &random)
      let totals = try await scratch.log.climbingTotals()
      let rows = try await rows(scratch.log)
      #expect(totals.climbs.map(\.id) == rows.map(\.climb.id), "seed \(seed)")
      for (total, row) in zip(totals.climbs, rows) {
        #expect(total.day == row.day && total.session == row.climb.session)
        #expect(total.discipline == row.climb.discipline)
        #expect(total.grade.map { totals.grades[$0] } == row.climb.grade)
        #expect(total.isImported == (row.climb.source != nil))
        let attempts = row.attempts
        #expect(total.attempts == attempts.count)
        #expect(total.unknown == attempts.filter { $0.result == nil }.count)
        #expect(total.sends == attempts.filter { $0.result == .sent }.count)
        #expect(total.onsights == attempts.filter { $0.tick == .onsight }.count)
        #expect(total.flashes == attempts.filter { $0.tick == .flash }.count)
        #expect(total.firstSends <= total.sends)
      }
      let routes = Dictionary(grouping: zip(totals.climbs, rows)) { _, row in
        let climb = row.climb
        return climb.name.map {
          Climb.key(name: $0, discipline: climb.discipline, place: row.place, angle: climb.angle)
        } ?? climb.id.record.text
      }
      for climbs in routes.values where climbs.contains(where: { $0.0.sends > 0 }) {
        #expect(climbs.reduce(0) { $0 + $1.0.firstSends } > 0, "seed \(seed)")
      }
      let marks = totals.marks.map {
        "\(totals.climbs[$0.climb].id) \(totals.tags[$0.tag].text) \($0.isHelp)"
      }
      let shown = rows.flatMap { row in
        row.marks.map { "\(row.climb.id) \($0.tag.text) \($0.impact == .helped)" }
      }
      #expect(marks.sorted() == shown.sorted())
      #expect(Set(totals.grades).count == totals.grades.count)
      try await checkSessions(totals, scratch.log)
      try await scratch.isSound()
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `are the same in any order of records`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    try await TestEngine.device.scratchLog(seed: seed) { scratch in
      try await live(scratch, &random)
      let all = Seen<[Record]>()
      all.value = []
      try await scratch.log.export(records: { all.value?.append($0) }, mutations: { _ in })
      var records = try #require(all.value).shuffled(using: &random)
      let totals = try await scratch.log.climbingTotals()
      let now = scratch.clock.now
      try await TestEngine.device.scratchLog(at: now, seed: seed + 1) { other in
        while !records.isEmpty {
          let few = Array(records.prefix(.random(in: 1...90, using: &random)))
          try await other.merge(few, [])
          records.removeFirst(few.count)
        }
        #expect(try await other.log.climbingTotals().climbs == totals.climbs, "seed \(seed)")
        try await other.isSound()
      }
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `use the newest climbs when requested`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    try await TestEngine.device.scratchLog(seed: seed) { scratch in
      try await live(scratch, &random)
      let all = try await scratch.log.allClimbs().map(\.climb.id)
      for limit in [0, 1, 2, 7, 40, 10_000] {
        let newest = try await scratch.log.latestClimbs(limit).map(\.climb.id)
        #expect(newest == Array(all.reversed().prefix(limit)), "seed \(seed)")
      }
    }
  }

  private func checkSessions(_ totals: ClimbingTotals, _ log: Log) async throws {
    var filter = SessionFilter(limit: 10_000)
    filter.kind = Climbing.kind
    let rows = try await log.sessions(filter).filter { $0.endedAt != nil }
    #expect(Set(totals.sessions.map(\.id)) == Set(rows.map(\.id)))
    for total in totals.sessions {
      let row = try #require(rows.first { $0.id == total.id })
      let detail = try #require(try await log.session(total.id, as: Climbing.self)?.detail)
      #expect(total.day == row.day && total.time == row.active)
      #expect(total.discipline == detail.discipline && total.partners == detail.partners)
      #expect(total.ratings == ClimbingScale.ratings.map { detail[$0] })
    }
  }
}
