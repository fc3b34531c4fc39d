import Cairn
import CairnActions
import CairnReports
import CairnStore
import CairnTestKit
import Testing

@Suite struct `Sessions reported by apps` {
  @Test(arguments: TestEngine.all)
  func `are stored once, partial and complete`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let app = try await ListeningApp(scratch)
      let first = try await app.report(0, seconds: 40, end: 41)
      let whole = try await app.report(0, seconds: 300, end: 310, completed: true)
      let late = try await app.report(0, seconds: 40, end: 41)
      #expect(first.isNew && !whole.isNew && !late.isNew)
      #expect(first.id == whole.id && first.id == late.id)
      let (sessions, total) = try await scratch.log.listeningSessions(ListeningSessionFilter())
      #expect(total == 1 && sessions[0].seconds == 300 && sessions[0].isCompleted)
      let totals = try await scratch.log.listeningTotals()
      #expect(totals.completedSeconds == 300 && totals.stories == 1 && totals.sessions == 1)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `may overlap, also with the person's own timer`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let app = try await ListeningApp(scratch)
      let story = app.stories[0]
      scratch.clock.advance(by: .hours(1))
      let own = try await scratch.log.write("Listen") {
        try $0.startListening(story, at: $0.now, zone: "UTC", adjust: false).id
      }
      try await app.report(3_600, story: 1, seconds: 100)
      try await app.report(3_610, seconds: 100)
      scratch.clock.advance(by: .minutes(5))
      try await scratch.log.write("Stop") {
        try $0.end(own, as: Listening.self, at: nil, zone: "UTC", allowShort: false) {
          $0.isCompleted = true
        }
      }
      #expect(try await scratch.log.listeningTotals().sessions == 3)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `stay deleted when they are reported again`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let app = try await ListeningApp(scratch)
      let id = try await app.report(0, seconds: 300, completed: true).id
      try await scratch.log.write("Delete") { try $0.delete(SessionRecord.kind, id.record) }
      let again = try await app.report(0, seconds: 400, completed: true)
      #expect(again.isDeleted && again.id == id)
      #expect(try await scratch.log.listeningTotals() == ListeningTotals())
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `with one key are one session, and reject a second`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let app = try await ListeningApp(scratch)
      let first = try await app.report(0, name: "k", seconds: 60)
      #expect(try await app.report(0, name: "k", seconds: 90).id == first.id)
      #expect(try await app.report(0, seconds: 60).id != first.id)
      try await scratch.refuses("listening.id_reused") {
        try await app.report(9, name: "k", seconds: 60)
      }
      try await scratch.refuses("listening.id_reused") {
        try await app.report(0, story: 1, name: "k", seconds: 60)
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `accept a late start, and reject another one after it`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let app = try await ListeningApp(scratch)
      let first = try await app.report(100, name: "k", seconds: 60, isStartReported: false)
      try await scratch.refuses("listening.id_reused") {
        try await app.report(7_200, name: "k", seconds: 60)
      }
      #expect(try await app.report(40, name: "k", seconds: 90).id == first.id)
      let session = try await scratch.log.listeningSessions(ListeningSessionFilter()).sessions.first
      #expect(session?.start == .scratchStart + .seconds(40) && session?.seconds == 90)
      try await scratch.refuses("listening.id_reused") {
        try await app.report(41, name: "k", seconds: 90)
      }
      #expect(
        try await app.report(400, name: "k", seconds: 90, isStartReported: false).id == first.id
      )
      try await scratch.isSound()
    }
  }

  /// The same requests, reordered, repeated and delayed.
  @Test(arguments: TestEngine.all, SeededGenerator.seeds)
  func `have the same result in any order, repeated and late`(
    engine: TestEngine,
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let input = (0..<40).map { _ in ListeningApp.Report(&random) }
    let plain = try await engine.scratchLog { try await outcome(input, $0) }
    let shuffled = (input + input.filter { _ in Bool.random(using: &random) })
      .shuffled(using: &random)
    let other = try await engine.scratchLog { try await outcome(shuffled, $0) }
    #expect(plain == other, "seed \(seed)")
  }

  private func outcome(_ all: [ListeningApp.Report], _ scratch: ScratchLog) async throws -> [String]
  {
    let app = try await ListeningApp(scratch)
    scratch.clock.advance(by: .hours(24 * 60))
    for input in all { try await app.report(input) }
    try await scratch.isSound()
    let log = scratch.log
    var filter = ListeningSessionFilter()
    filter.limit = 1_000
    let sessions = try await log.listeningSessions(filter).sessions
    let sum = sessions.reduce(0) { $0 + ($1.isCompleted ? $1.seconds ?? 0 : 0) }
    let totals = try await log.listeningTotals()
    #expect(sum == totals.completedSeconds)
    let days = try await log.listeningDays(in: LocalDay.first...LocalDay.last)
    #expect(days.reduce(0) { $0 + $1.totals.seconds } == totals.seconds)
    let milestones = try await log.reachedMilestones().map { "\($0.milestone.name) \($0.at.text)" }
    return sessions.map { "\($0.id) \($0.start.text) \($0.seconds ?? -1) \($0.isCompleted)" }
      + ["\(totals)"] + days.map { "\($0)" } + milestones.sorted()
  }
}

@Suite struct `Listening milestones` {
  @Test(arguments: TestEngine.all)
  func `are reached by the completing write, and dated by its session`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let app = try await ListeningApp(scratch)
      scratch.clock.advance(by: .hours(24))
      try await app.report(0, seconds: 1_800, completed: true)
      try await app.report(7_200, seconds: 1_800, completed: true)
      let reached = try await scratch.log.reachedMilestones()
      #expect(Set(reached.map(\.milestone.name)) == ["FIRST_STORY", "LISTENING_1H"])
      let hour = reached.first { $0.milestone.name == "LISTENING_1H" }
      #expect(hour?.at == .scratchStart + .seconds(9_000))
    }
  }

  @Test(arguments: TestEngine.all)
  func `stay when their session is deleted, and move when an earlier one arrives late`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let app = try await ListeningApp(scratch)
      scratch.clock.advance(by: .hours(24))
      let late = try await app.report(7_200, seconds: 60, completed: true).id
      let early = try await app.report(0, seconds: 60, completed: true).id
      #expect(try await scratch.log.reachedMilestones().map(\.session) == [early])
      for id in [early, late] {
        try await scratch.log.write("Delete") { try $0.delete(SessionRecord.kind, id.record) }
      }
      #expect(try await scratch.log.reachedMilestones().count == 1)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `are reported once`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      try await ListeningApp(scratch).report(0, seconds: 60, completed: true)
      let first = try await scratch.log.claimUnreportedMilestones()
      let second = try await scratch.log.claimUnreportedMilestones()
      #expect(first.map(\.name) == ["FIRST_STORY"] && second.isEmpty)
    }
  }

  @Test(arguments: TestEngine.all)
  func `stay reported when their session is undone and redone`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      try await ListeningApp(scratch).report(0, seconds: 60, completed: true)
      _ = try await scratch.log.claimUnreportedMilestones()
      #expect(try await scratch.log.history(limit: 1).first?.title == "Session tracked: “Lud”")
      #expect(try await scratch.log.undo().title == "Session tracked: “Lud”")
      #expect(try await scratch.log.reachedMilestones().isEmpty)
      _ = try await scratch.log.redo()
      #expect(try await scratch.log.reachedMilestones().count == 1)
      #expect(try await scratch.log.claimUnreportedMilestones().isEmpty)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `of consecutive days are reached whichever day arrives last`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let app = try await ListeningApp(scratch)
      scratch.clock.advance(by: .hours(24 * 10))
      for day in [6, 0, 1, 3, 5, 4, 2] {
        try await app.report(Int64(day) * 86_400, seconds: 60, completed: true)
      }
      let reached = try await scratch.log.reachedMilestones().first {
        $0.milestone.measure == .streaks
      }
      let end: Instant = .scratchStart + .hours(6 * 24) + .minutes(1)
      #expect(reached?.at == end)
    }
  }
}

/// A person with two stories and an app that reports sessions.
struct ListeningApp: Sendable {
  /// A session reported by the app.
  struct Report: Sendable {
    var after: Int64
    var story = 0
    var name: String?
    var seconds: Int64?
    var end: Int64?
    var completed = false
    var isStartReported = true

    init(after: Int64) { self.after = after }

    init(_ random: inout SeededGenerator) {
      after = Int64.random(in: 0..<40, using: &random) * 79_000
      story = Int.random(in: 0..<2, using: &random)
      seconds = Bool.random(using: &random) ? Int64.random(in: 0..<4_000, using: &random) : nil
      end = Bool.random(using: &random) ? Int64.random(in: 1..<4_000, using: &random) : nil
      completed = Bool.random(using: &random)
    }
  }

  let scratch: ScratchLog
  let stories: [Identifier<Story>]

  init(_ scratch: ScratchLog) async throws {
    self.scratch = scratch
    stories = try await scratch.log.write("Add stories") { writer in
      try ["Lud", "Gormenghast"].map { title in
        var new = NewStory(title: title)
        new.duration = .seconds(2_000)
        return try writer.addStory(new, client: title).id
      }
    }
  }

  @discardableResult
  func report(
    _ after: Int64,
    story: Int = 0,
    name: String? = nil,
    seconds: Int64? = nil,
    end: Int64? = nil,
    completed: Bool = false,
    isStartReported: Bool = true
  ) async throws -> UpsertResult {
    var input = Report(after: after)
    input.isStartReported = isStartReported
    (input.story, input.name, input.seconds) = (story, name, seconds)
    (input.end, input.completed) = (end, completed)
    return try await report(input)
  }

  @discardableResult
  func report(_ input: Report) async throws -> UpsertResult {
    let start = Instant.scratchStart + .seconds(input.after)
    let report = ListeningReport(
      start: start,
      isStartReported: input.isStartReported,
      end: input.end.map { start + .seconds($0) },
      seconds: input.seconds
    )
    let session = ReportedSession(
      input.name,
      story: stories[input.story],
      report,
      isCompleted: input.completed,
      zone: "America/New_York"
    )
    return try await scratch.log.write("Listen") { try $0.upsert(session) }
  }
}
