import Cairn
import CairnActions
import CairnExchange
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `Importing from Audiobookshelf` {
  @Test func `changes nothing the second time`() async throws {
    try await withListeningLogs { scratch in
      let sample = try AudiobookshelfHistory.parse(
        fixture("audiobookshelf-listening-sessions.json")
      ).history
      let dry = try await scratch.take(sample, dryRun: true)
      #expect(dry.added.map(\.thing) == ["story", "session"])
      #expect(try await scratch.log.stories() == [])
      #expect(try await scratch.take(sample).figures == [2, 0, 0, 0, 0])
      let before = try await scratch.everything()
      #expect(try await scratch.take(sample).figures == [0, 0, 2, 0, 0])
      #expect(try await scratch.everything() == before)
      try await scratch.isSound()
    }
  }

  @Test func `keeps the listened time, the positions and the story`() async throws {
    try await withListeningLogs { scratch in
      let sample = try AudiobookshelfHistory.parse(
        fixture("audiobookshelf-listening-sessions.json")
      )
      try await scratch.take(sample.history)
      let session = try #require(try await scratch.log.sessions(SessionFilter()).first)
      #expect(session.startedAt.milliseconds == 1_767_600_000_000)
      #expect(session.active == .seconds(1_500))
      #expect(session.title == "Example Audiobook")
      #expect(session.source == "audiobookshelf")
      #expect(session.listening?.startPosition == Milliseconds(120_500))
      #expect(session.listening?.endPosition == Milliseconds(1_995_500))
      #expect(session.listening?.isCompleted == false)
      let story = try #require(try await scratch.log.stories().first)
      #expect(story.author == "Jane Writer")
      #expect(story.duration == Milliseconds(36_000_250))
      #expect(
        sample.history.issues.map(\.message) == ["1 session shorter than 5 seconds skipped."]
      )
    }
  }

  @Test func `extends a session, and counts it once`() async throws {
    try await withListeningLogs { scratch in
      try await scratch.take(decoded([entry("a", seconds: 600)]))
      let report = try await scratch.take(decoded([entry("a", seconds: 900)]))
      #expect(report.updated.flatMap(\.fields).contains("segments"))
      #expect(try await scratch.listenedSeconds() == [900])
      // An older backup does not revert newer data.
      let again = try await scratch.take(decoded([entry("a", seconds: 600)]))
      #expect(again.figures == [0, 0, 2, 0, 0])
      #expect(try await scratch.listenedSeconds() == [900])
      try await scratch.isSound()
    }
  }

  @Test func `excludes impossible sessions with a reason`() throws {
    let wrong = [
      entry("a", seconds: 60).with("updatedAt", .integer(start - 1_000)),
      entry("b", seconds: 60).with("timeListening", .number("1e12")),
      entry("c", seconds: 60).with("timeListening", .integer(-5)),
    ]
    let history = decoded(wrong)
    #expect(history.stories.isEmpty)
    #expect(
      history.issues.map(\.message) == [
        "The session a ends before it starts, and was skipped.",
        "The session b has an invalid duration of “1e12” seconds, and was skipped.",
        "The session c has an invalid duration of “-5” seconds, and was skipped.",
      ]
    )
  }

  @Test func `imports a session once, in any order of its versions`() throws {
    let all = [entry("a", seconds: 900), entry("a", seconds: 600), entry("b", at: 50, seconds: 60)]
    let lengths = [all, all.reversed()].map { order in
      decoded(order).stories.flatMap(\.sessions).map(\.length.count).sorted()
    }
    #expect(lengths == [[60_000, 900_000], [60_000, 900_000]])
  }

  @Test func `counts at most the elapsed time`() throws {
    var session = entry("a", seconds: 600)
    session = session.with("updatedAt", .integer(start + 300_000))
    #expect(decoded([session]).stories[0].sessions[0].length == .seconds(300))
  }

  @Test func `parses a duration as a fraction and as text`() throws {
    let sessions = [
      entry("a", seconds: 60).with("timeListening", .string("61.5")),
      entry("b", seconds: 60).with("timeListening", .number("6.2e1")),
    ]
    let lengths = decoded(sessions).stories.flatMap(\.sessions).map(\.length.count).sorted()
    #expect(lengths == [60_000, 60_000])
  }

  @Test func `imports a podcast and its episode`() throws {
    let episode = entry("a", seconds: 60)
      .with("mediaType", .string("podcast")).with("episodeId", .string("e1"))
      .with("displayTitle", .string("Episode 7"))
      .with("mediaMetadata", .members(("title", .string("The Pod")), ("author", .string("Ann"))))
    let story = decoded([episode]).stories[0].story
    #expect(story.title == "Episode 7")
    #expect(story.series == "The Pod")
    #expect(story.author == "Ann")
    #expect(story.number == "e1")
  }

  @Test func `imports author, narrator and series of a book`() throws {
    let people = { (name: String) in JSON.array([.members(("name", .string(name)))]) }
    let metadata = JSON.members(
      ("title", .string("Dune")),
      ("authors", people("Frank Herbert")),
      ("narrators", .array([.string("Simon Vance"), .string("Scott Brick")])),
      ("series", people("Dune Chronicles"))
    )
    let story = decoded([entry("a", seconds: 60).with("mediaMetadata", metadata)]).stories[0].story
    #expect(story.title == "Dune")
    #expect(story.author == "Frank Herbert")
    #expect(story.narrator == "Simon Vance, Scott Brick")
    #expect(story.series == "Dune Chronicles")
  }

  @Test func `marks a session that reached the end as completed`() throws {
    let end = entry("a", seconds: 60).with("currentTime", .integer(3_595))
    let before = entry("b", at: 100, seconds: 60).with("currentTime", .integer(3_580))
    let complete = decoded([end, before]).stories.flatMap(\.sessions)
      .filter(\.isCompleted).map(\.key)
    #expect(complete == [["a"]])
  }

  @Test func `marks the last session before a finish as completed`() throws {
    var history = AudiobookshelfHistory()
    for session in [
      entry("a", seconds: 60), entry("b", at: 100, seconds: 60), entry("c", at: 900, seconds: 60),
    ] {
      history.add(session: session)
    }
    history.add(
      progress: .members(
        ("isFinished", .bool(true)),
        ("mediaItemId", .string("book")),
        ("finishedAt", .integer(start + 200_000))
      )
    )
    let complete = history.history.stories.flatMap(\.sessions).filter(\.isCompleted).map(\.key)
    #expect(complete == [["b"]])
  }

  @Test(arguments: [
    ("id", JSON.null), ("startedAt", JSON.string("yesterday")), ("startedAt", JSON.integer(-1)),
    ("displayTitle", JSON.string(" ")),
  ])
  func `reports an invalid session, and imports the others`(name: String, value: JSON) throws {
    let history = decoded([entry("a", seconds: 60).with(name, value), entry("b", seconds: 60)])
    #expect(history.stories.flatMap(\.sessions).map(\.key) == [["b"]])
    #expect(history.issues.count == 1)
  }

  @Test func `drops IP addresses and long values`() throws {
    let session = entry("a", seconds: 60)
      .with(
        "deviceInfo",
        .members(("deviceName", .string("Phone")), ("ipAddress", .string("10.1.2.3")))
      )
      .with("chapters", .array([.string("One")]))
    let raw = decoded([session]).stories[0].sessions[0].raw
    #expect(raw.contains("Phone"))
    #expect(!raw.contains("10.1.2.3") && !raw.contains("chapters"))
  }

  @Test func `may overlap other listening and the timer`() async throws {
    try await withListeningLogs { scratch in
      let two = decoded([entry("a", seconds: 600), entry("b", at: 60, seconds: 600)])
      let (report, seconds) = (try await scratch.take(two), try await scratch.listenedSeconds())
      #expect(report.skipped == [] && seconds == [600, 600])
    }
  }

  @Test func `keeps edits and deletions of the person`() async throws {
    try await withListeningLogs { scratch in
      let all = decoded([entry("a", seconds: 600), entry("b", at: 2_000, seconds: 60)])
      try await scratch.take(all)
      let rows = try await scratch.log.sessions(SessionFilter())
      try await scratch.log.write("Edit") { writer in
        try writer.delete(SessionRecord.kind, rows[0].id.record)
        try writer.change(rows[1].id, as: Listening.self) { $0.detail.isCompleted = true }
      }
      let report = try await scratch.take(all)
      #expect(report.figures == [0, 0, 2, 0, 1])
      #expect(report.skipped[0].message.contains("because you deleted it"))
      #expect(
        try await scratch.log.sessions(SessionFilter()).map(\.listening?.isCompleted) == [true]
      )
    }
  }

  @Test func `imports no new session of a deleted story`() async throws {
    try await withListeningLogs { scratch in
      try await scratch.take(decoded([entry("a", seconds: 600)]))
      let story = try #require(try await scratch.log.stories().first)
      try await scratch.log.write("Delete") { try DeleteStory(story.id).run(in: $0) }
      let more = decoded([entry("a", seconds: 600), entry("b", at: 2_000, seconds: 60)])
      let report = try await scratch.take(more)
      #expect(report.figures == [0, 0, 0, 0, 1])
      #expect(try await scratch.listenedSeconds() == [600])
    }
  }

  @Test func `is undone as one entry, and can be redone`() async throws {
    try await withListeningLogs { scratch in
      let all = decoded([entry("a", seconds: 600), entry("b", at: 2_000, seconds: 60)])
      try await scratch.take(all)
      let shown = try await scratch.shown()
      _ = try await scratch.log.undo()
      #expect(try await scratch.log.stories() == [])
      #expect(try await scratch.log.sessions(SessionFilter()) == [])
      #expect(try await scratch.take(all).added.count == 3)
      #expect(try await scratch.shown() == shown)
    }
  }

  @Test func `matches an existing story by title and author`() async throws {
    try await withListeningLogs { scratch in
      let own = try await scratch.log.write("Add") { writer in
        var new = NewStory(title: "dune")
        new.author = "frank herbert"
        return try AddStory(new).run(in: writer).id
      }
      let session = entry("a", seconds: 600).with("displayTitle", .string("Dune"))
        .with("displayAuthor", .string("Frank Herbert"))
      try await scratch.take(decoded([session]))
      let stories = try await scratch.log.stories()
      #expect(stories.map(\.id) == [own])
      #expect(stories[0].title == "dune")
      #expect(stories[0].sessions == 1)
    }
  }
}
