import Cairn
import CairnExchange
import CairnStore
import CairnTestKit
import Testing

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

  @Test func `keeps the time that was listened, the places and the story`() async throws {
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
        sample.history.issues.map(\.message) == ["1 session of less than 5 seconds left out."]
      )
    }
  }

  @Test func `lets a session grow, and counts it once`() async throws {
    try await withListeningLogs { scratch in
      try await scratch.take(heard([told("a", seconds: 600)]))
      let report = try await scratch.take(heard([told("a", seconds: 900)]))
      #expect(report.updated.flatMap(\.fields).contains("segments"))
      #expect(try await scratch.heardSeconds() == [900])
      // An older backup does not revert newer data.
      #expect(try await scratch.take(heard([told("a", seconds: 600)])).figures == [0, 0, 2, 0, 0])
      #expect(try await scratch.heardSeconds() == [900])
      try await scratch.isSound()
    }
  }

  @Test func `leaves out what cannot have been, and says why`() throws {
    let wrong = [
      told("a", seconds: 60).with("updatedAt", .integer(start - 1_000)),
      told("b", seconds: 60).with("timeListening", .number("1e12")),
      told("c", seconds: 60).with("timeListening", .integer(-5)),
    ]
    let history = heard(wrong)
    #expect(history.stories.isEmpty)
    #expect(
      history.issues.map(\.message) == [
        "The session a ended before it began, and is left out.",
        "The session b says that it lasted “1e12” seconds, and is left out.",
        "The session c says that it lasted “-5” seconds, and is left out.",
      ]
    )
  }

  @Test func `takes one session once, in whatever order it is told`() throws {
    let all = [told("a", seconds: 900), told("a", seconds: 600), told("b", at: 50, seconds: 60)]
    let lengths = [all, all.reversed()].map { order in
      heard(order).stories.flatMap(\.sessions).map(\.length.count).sorted()
    }
    #expect(lengths == [[60_000, 900_000], [60_000, 900_000]])
  }

  @Test func `counts no more than passed`() throws {
    var session = told("a", seconds: 600)
    session = session.with("updatedAt", .integer(start + 300_000))
    #expect(heard([session]).stories[0].sessions[0].length == .seconds(300))
  }

  @Test func `reads time as a number with a fraction and as a text`() throws {
    let sessions = [
      told("a", seconds: 60).with("timeListening", .string("61.5")),
      told("b", seconds: 60).with("timeListening", .number("6.2e1")),
    ]
    let lengths = heard(sessions).stories.flatMap(\.sessions).map(\.length.count).sorted()
    #expect(lengths == [60_000, 60_000])
  }

  @Test func `tells of a podcast and its episode`() throws {
    let episode = told("a", seconds: 60)
      .with("mediaType", .string("podcast")).with("episodeId", .string("e1"))
      .with("displayTitle", .string("Episode 7"))
      .with("mediaMetadata", .members(("title", .string("The Pod")), ("author", .string("Ann"))))
    let story = heard([episode]).stories[0].story
    #expect(story.title == "Episode 7")
    #expect(story.series == "The Pod")
    #expect(story.author == "Ann")
    #expect(story.number == "e1")
  }

  @Test func `takes author, narrator and series of a book`() throws {
    let people = { (name: String) in JSON.array([.members(("name", .string(name)))]) }
    let metadata = JSON.members(
      ("title", .string("Dune")),
      ("authors", people("Frank Herbert")),
      ("narrators", .array([.string("Simon Vance"), .string("Scott Brick")])),
      ("series", people("Dune Chronicles"))
    )
    let story = heard([told("a", seconds: 60).with("mediaMetadata", metadata)]).stories[0].story
    #expect(story.title == "Dune")
    #expect(story.author == "Frank Herbert")
    #expect(story.narrator == "Simon Vance, Scott Brick")
    #expect(story.series == "Dune Chronicles")
  }

  @Test func `takes a session for complete that came to the end`() throws {
    let end = told("a", seconds: 60).with("currentTime", .integer(3_595))
    let before = told("b", at: 100, seconds: 60).with("currentTime", .integer(3_580))
    let complete = heard([end, before]).stories.flatMap(\.sessions)
      .filter(\.isCompleted).map(\.key)
    #expect(complete == [["a"]])
  }

  @Test func `takes the last session before a book was finished for complete`() throws {
    var history = AudiobookshelfHistory()
    for session in [
      told("a", seconds: 60), told("b", at: 100, seconds: 60), told("c", at: 900, seconds: 60),
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
  func `notes a session that cannot be one, and takes the others`(name: String, value: JSON) throws
  {
    let history = heard([told("a", seconds: 60).with(name, value), told("b", seconds: 60)])
    #expect(history.stories.flatMap(\.sessions).map(\.key) == [["b"]])
    #expect(history.issues.count == 1)
  }

  @Test func `keeps neither where it came from nor what is long`() throws {
    let session = told("a", seconds: 60)
      .with(
        "deviceInfo",
        .members(("deviceName", .string("Phone")), ("ipAddress", .string("10.1.2.3")))
      )
      .with("chapters", .array([.string("One")]))
    let raw = heard([session]).stories[0].sessions[0].raw
    #expect(raw.contains("Phone"))
    #expect(!raw.contains("10.1.2.3") && !raw.contains("chapters"))
  }

  @Test func `lies beside other listening, and beside the timer of the person`() async throws {
    try await withListeningLogs { scratch in
      let two = heard([told("a", seconds: 600), told("b", at: 60, seconds: 600)])
      let (report, seconds) = (try await scratch.take(two), try await scratch.heardSeconds())
      #expect(report.skipped == [] && seconds == [600, 600])
    }
  }

  @Test func `keeps what the person changed, and leaves deleted what was deleted`() async throws {
    try await withListeningLogs { scratch in
      let all = heard([told("a", seconds: 600), told("b", at: 2_000, seconds: 60)])
      try await scratch.take(all)
      let rows = try await scratch.log.sessions(SessionFilter())
      try await scratch.log.write("Edit") { writer in
        try writer.delete(SessionRecord.kind, rows[0].id.record)
        try writer.change(rows[1].id, as: Listening.self) { $0.detail.isCompleted = true }
      }
      let report = try await scratch.take(all)
      #expect(report.figures == [0, 0, 2, 0, 1])
      #expect(report.skipped[0].message.contains("was deleted by you"))
      #expect(
        try await scratch.log.sessions(SessionFilter()).map(\.listening?.isCompleted) == [true]
      )
    }
  }

  @Test func `takes no new session of a story that was deleted`() async throws {
    try await withListeningLogs { scratch in
      try await scratch.take(heard([told("a", seconds: 600)]))
      let story = try #require(try await scratch.log.stories().first)
      try await scratch.log.write("Delete") { try $0.deleteStory(story.id) }
      let more = heard([told("a", seconds: 600), told("b", at: 2_000, seconds: 60)])
      let report = try await scratch.take(more)
      #expect(report.figures == [0, 0, 0, 0, 1])
      #expect(try await scratch.heardSeconds() == [600])
    }
  }

  @Test func `is taken back as one line, and can be done again`() async throws {
    try await withListeningLogs { scratch in
      let all = heard([told("a", seconds: 600), told("b", at: 2_000, seconds: 60)])
      try await scratch.take(all)
      let shown = try await scratch.shown()
      _ = try await scratch.log.undo()
      #expect(try await scratch.log.stories() == [])
      #expect(try await scratch.log.sessions(SessionFilter()) == [])
      #expect(try await scratch.take(all).added.count == 3)
      #expect(try await scratch.shown() == shown)
    }
  }

  @Test func `finds a story of the person again by title and author`() async throws {
    try await withListeningLogs { scratch in
      let own = try await scratch.log.write("Add") { writer in
        var new = NewStory(title: "dune")
        new.author = "frank herbert"
        return try writer.addStory(new).id
      }
      let session = told("a", seconds: 600).with("displayTitle", .string("Dune"))
        .with("displayAuthor", .string("Frank Herbert"))
      try await scratch.take(heard([session]))
      let stories = try await scratch.log.stories()
      #expect(stories.map(\.id) == [own])
      #expect(stories[0].title == "dune")
      #expect(stories[0].sessions == 1)
    }
  }
}
