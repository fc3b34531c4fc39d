import Cairn
import CairnStore
import CairnTestKit
import Testing

@Suite struct `Sessions that apps tell of` {
  @Test(arguments: TestEngine.all)
  func `are kept once, partial and whole`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let listener = try await Listener(scratch)
      let first = try await listener.tell(0, seconds: 40, end: 41)
      let whole = try await listener.tell(0, seconds: 300, end: 310, completed: true)
      let late = try await listener.tell(0, seconds: 40, end: 41)
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
  func `may overlap, and stand beside the person's own timer`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let listener = try await Listener(scratch)
      let story = listener.stories[0]
      scratch.clock.advance(by: .hours(1))
      let own = try await scratch.log.write("Listen") {
        try $0.startListening(story, at: $0.now, zone: "UTC", adjust: false).id
      }
      try await listener.tell(3_600, story: 1, seconds: 100)
      try await listener.tell(3_610, seconds: 100)
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
  func `stay deleted when they are told of again`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let listener = try await Listener(scratch)
      let id = try await listener.tell(0, seconds: 300, completed: true).id
      try await scratch.log.write("Delete") { try $0.delete(SessionRecord.kind, id.record) }
      let again = try await listener.tell(0, seconds: 400, completed: true)
      #expect(again.isDeleted && again.id == id)
      #expect(try await scratch.log.listeningTotals() == ListeningTotals())
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `under one name are one, and refuse to be two`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let listener = try await Listener(scratch)
      let first = try await listener.tell(0, name: "k", seconds: 60)
      #expect(try await listener.tell(0, name: "k", seconds: 90).id == first.id)
      #expect(try await listener.tell(0, seconds: 60).id != first.id)
      try await scratch.refuses("listening.other_session") {
        try await listener.tell(9, name: "k", seconds: 60)
      }
      try await scratch.refuses("listening.other_session") {
        try await listener.tell(0, story: 1, name: "k", seconds: 60)
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `take the start they are told late, and refuse another one after it`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let listener = try await Listener(scratch)
      let first = try await listener.tell(100, name: "k", seconds: 60, startTold: false)
      try await scratch.refuses("listening.other_session") {
        try await listener.tell(7_200, name: "k", seconds: 60)
      }
      #expect(try await listener.tell(40, name: "k", seconds: 90).id == first.id)
      let session = try await scratch.log.listeningSessions(ListeningSessionFilter()).sessions.first
      #expect(session?.start == .scratchStart + .seconds(40) && session?.seconds == 90)
      try await scratch.refuses("listening.other_session") {
        try await listener.tell(41, name: "k", seconds: 90)
      }
      #expect(try await listener.tell(400, name: "k", seconds: 90, startTold: false).id == first.id)
      try await scratch.isSound()
    }
  }

  /// The same requests, reordered, repeated and delayed.
  @Test(arguments: TestEngine.all, SeededGenerator.seeds)
  func `give the same in any order, repeated and late`(
    engine: TestEngine,
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let told = (0..<40).map { _ in Listener.Told(&random) }
    let plain = try await engine.scratchLog { try await outcome(told, $0) }
    let shuffled = (told + told.filter { _ in Bool.random(using: &random) })
      .shuffled(using: &random)
    let other = try await engine.scratchLog { try await outcome(shuffled, $0) }
    #expect(plain == other, "seed \(seed)")
  }

  private func outcome(_ all: [Listener.Told], _ scratch: ScratchLog) async throws -> [String] {
    let listener = try await Listener(scratch)
    scratch.clock.advance(by: .hours(24 * 60))
    for told in all { try await listener.tell(told) }
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

@Suite struct `Milestones of listening` {
  @Test(arguments: TestEngine.all)
  func `are reached by the write that reaches them, and dated by its session`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let listener = try await Listener(scratch)
      scratch.clock.advance(by: .hours(24))
      try await listener.tell(0, seconds: 1_800, completed: true)
      try await listener.tell(7_200, seconds: 1_800, completed: true)
      let reached = try await scratch.log.reachedMilestones()
      #expect(Set(reached.map(\.milestone.name)) == ["FIRST_STORY", "LISTENING_1H"])
      let hour = reached.first { $0.milestone.name == "LISTENING_1H" }
      #expect(hour?.at == .scratchStart + .seconds(9_000))
    }
  }

  @Test(arguments: TestEngine.all)
  func `stay when what they rest on is deleted, and move when it comes late`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let listener = try await Listener(scratch)
      scratch.clock.advance(by: .hours(24))
      let late = try await listener.tell(7_200, seconds: 60, completed: true).id
      let early = try await listener.tell(0, seconds: 60, completed: true).id
      #expect(try await scratch.log.reachedMilestones().map(\.session) == [early])
      for id in [early, late] {
        try await scratch.log.write("Delete") { try $0.delete(SessionRecord.kind, id.record) }
      }
      #expect(try await scratch.log.reachedMilestones().count == 1)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `are told of once`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      try await Listener(scratch).tell(0, seconds: 60, completed: true)
      let first = try await scratch.log.claimUnreportedMilestones()
      let second = try await scratch.log.claimUnreportedMilestones()
      #expect(first.map(\.name) == ["FIRST_STORY"] && second.isEmpty)
    }
  }

  @Test(arguments: TestEngine.all)
  func `stay told of when what reached them is undone and done again`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      try await Listener(scratch).tell(0, seconds: 60, completed: true)
      _ = try await scratch.log.claimUnreportedMilestones()
      #expect(try await scratch.log.history(limit: 1).first?.title == "Listen to “Lud”")
      #expect(try await scratch.log.undo().title == "Listen to “Lud”")
      #expect(try await scratch.log.reachedMilestones().isEmpty)
      _ = try await scratch.log.redo()
      #expect(try await scratch.log.reachedMilestones().count == 1)
      #expect(try await scratch.log.claimUnreportedMilestones().isEmpty)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `of days in a row are reached whatever day comes last`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let listener = try await Listener(scratch)
      scratch.clock.advance(by: .hours(24 * 10))
      for day in [6, 0, 1, 3, 5, 4, 2] {
        try await listener.tell(Int64(day) * 86_400, seconds: 60, completed: true)
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
struct Listener: Sendable {
  /// A session reported by the app.
  struct Told: Sendable {
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
  func tell(
    _ after: Int64,
    story: Int = 0,
    name: String? = nil,
    seconds: Int64? = nil,
    end: Int64? = nil,
    completed: Bool = false,
    startTold: Bool = true
  ) async throws -> UpsertResult {
    var told = Told(after: after)
    told.isStartReported = startTold
    (told.story, told.name, told.seconds) = (story, name, seconds)
    (told.end, told.completed) = (end, completed)
    return try await tell(told)
  }

  @discardableResult
  func tell(_ told: Told) async throws -> UpsertResult {
    let start = Instant.scratchStart + .seconds(told.after)
    let report = ListeningReport(
      start: start,
      isStartReported: told.isStartReported,
      end: told.end.map { start + .seconds($0) },
      seconds: told.seconds
    )
    let session = ReportedSession(
      told.name,
      story: stories[told.story],
      report,
      isCompleted: told.completed,
      zone: "America/New_York"
    )
    return try await scratch.log.write("Listen") { try $0.keep(session) }
  }
}
