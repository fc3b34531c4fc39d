import Cairn
import CairnActions
import CairnTestKit
import Testing

@testable import CairnStore
import CairnReports

@Suite struct `Overlapping session time` {
  private static let ever = LocalDay.first...LocalDay.last

  @Test(arguments: TestEngine.all)
  func `is known between two kinds, not within one`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      me.at("23:00")
      let book = try await me.add("Dune")
      try await me.track(book, "18:30-19:30")
      #expect(try await scratch.log.overlapTime(in: Self.ever) == nil)
      try await Self.climb(scratch, me.instant("19:00"), hours: 2)
      #expect(try await scratch.log.overlapTime(in: Self.ever) == .minutes(30))
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `is counted per day and cut at each session's day boundary`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let app = try await ListeningApp(scratch)
      scratch.clock.advance(by: .hours(48))
      // 18:00 UTC is 13:00 in New York, with eleven hours left in the day.
      for name in ["phone", "speaker"] {
        try await app.report(10 * 3_600 + 1_800, story: 1, name: name, seconds: 3_000)
      }
      let day = ZoneRules.utc.day(at: .scratchStart)
      for (days, minutes) in [(day...day, 30), (day + 1...day + 1, 20), (day...day + 1, 50)] {
        let overlap = try await scratch.log.overlapTime(in: days)
        #expect(overlap == .minutes(Int64(minutes)))
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `is zero for a session with only a known day`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let app = try await ListeningApp(scratch)
      scratch.clock.advance(by: .hours(24))
      let start = Instant.scratchStart
      try await Self.climb(scratch, start, hours: 1)
      let story = app.stories[0]
      for isDayOnly in [true, false] {
        try await scratch.log.write("Take in") { writer in
          var detail = Listening(story: story)
          detail.isDayOnly = isDayOnly
          let stretch = Segment(start: start, end: start + .minutes(40))
          let id = SessionID(writer.newID())
          try writer.save(
            Session(id: id, detail: detail, timeline: Timeline(ended: [stretch]), zone: "UTC")
          )
        }
        let minutes: Int64 = isDayOnly ? 0 : 40
        #expect(try await scratch.log.overlapTime(in: Self.ever) == .minutes(minutes))
        let began = try await scratch.log.listeningStartHours(in: .utc)
        #expect(began == (isDayOnly ? [] : [18]))
        let hours = try await scratch.log.hourTotals(Listening.kind, year: nil)
        #expect(hours.reduce(0) { $0 + $1.sessions } == (isDayOnly ? 0 : 1))
      }
      let sessions = try await scratch.log.sessions(SessionFilter(limit: 9))
      let known = sessions.compactMap { $0.listening?.isDayOnly }
      #expect(known.count == 2 && known.contains(true) && known.contains(false))
      try await scratch.isSound()
    }
  }

  /// The oracle marks every minute of every session on its day.
  @Test(arguments: TestEngine.all, SeededGenerator.seeds)
  func `equals the difference to the union of all sessions of a day`(
    engine: TestEngine,
    seed: UInt64
  ) async throws {
    try await engine.scratchLog { scratch in
      var random = SeededGenerator(seed: seed)
      let app = try await ListeningApp(scratch)
      scratch.clock.advance(by: .hours(24 * 5))
      for step in 0..<40 {
        let minute = Int64.random(in: 0..<1_440 * 3, using: &random)
        let length = Int64.random(in: 1...33, using: &random)
        if Bool.random(using: &random) {
          try? await Self.climb(scratch, .scratchStart + .minutes(minute), hours: length / 8)
        } else {
          try await app.report(minute * 60, name: "\(step)", seconds: length * 60)
        }
        guard step % 5 == 4 else { continue }
        let all = try await scratch.log.sessions(SessionFilter(limit: 99))
        guard let one = all.randomElement(using: &random) else { continue }
        try await scratch.log.write("Delete") { try $0.delete(SessionRecord.kind, one.id.record) }
        try await agrees(scratch, seed)
      }
      try await scratch.isSound()
    }
  }

  private func agrees(_ scratch: ScratchLog, _ seed: UInt64) async throws {
    let (marks, sums) = try await Self.marked(scratch)
    let rows = try await scratch.log.dayActivity(in: Self.ever)
    #expect(rows.map(\.day) == sums.keys.sorted(), "seed \(seed)")
    for row in rows {
      let minutes = Int64((sums[row.day] ?? 0) - (marks[row.day]?.count ?? 0))
      #expect(row.overlap == .minutes(minutes), "seed \(seed), \(row.day.text)")
    }
  }

  private static func marked(
    _ scratch: ScratchLog
  ) async throws -> ([LocalDay: Set<Int64>], [LocalDay: Int]) {
    var (marks, sums) = ([LocalDay: Set<Int64>](), [LocalDay: Int]())
    for row in try await scratch.log.sessions(SessionFilter(limit: 99)) {
      let zone = scratch.log.context.environment.zone(row.zone) ?? .utc
      for segment in row.timeline.segments {
        var at = segment.start
        while let end = segment.end, at < end {
          let day = zone.day(at: at)
          marks[day, default: []].insert(at.milliseconds)
          sums[day, default: 0] += 1
          at = at + .minutes(1)
        }
      }
    }
    return (marks, sums)
  }

  private static func climb(_ scratch: ScratchLog, _ start: Instant, hours: Int64) async throws {
    let time = [Segment(start: start, end: start + .hours(hours))]
    _ = try await scratch.log.write("Climb") { writer in
      try writer.track(
        Climbing(discipline: .bouldering),
        time,
        zone: "UTC",
        note: nil,
        adjust: false,
        allowShort: false
      )
    }
  }
}
