import Cairn
import CairnActions
import CairnExchange
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `Importing from Audible` {
  @Test func `counts an event of a multi-part book once, and no preview`() throws {
    let history = try AudibleListening.parse(fixture("audible-listening.csv"))
    #expect(history.stories.map(\.story.title) == ["Example Audiobook (Unabridged)"])
    #expect(history.stories.map(\.story.number) == ["B00TESTCCC"])
    let listen = try #require(history.stories.first?.sessions.first)
    #expect(history.stories[0].sessions.count == 1)
    #expect(listen.time == .day(try #require(LocalDay(text: "2026-01-05"))))
    #expect(listen.length == .seconds(1_800))
    #expect(listen.speed == 125)
    #expect(listen.zone == "Europe/Berlin")
  }

  @Test func `changes nothing the second time`() async throws {
    try await withListeningLogs { scratch in
      let history = try AudibleListening.parse(fixture("audible-listening.csv"))
      #expect(try await scratch.take(history).figures == [2, 0, 0, 0, 0])
      let before = try await scratch.everything()
      #expect(try await scratch.take(history).figures == [0, 0, 2, 0, 0])
      #expect(try await scratch.everything() == before)
    }
  }

  @Test func `places durations without a time of day in sequence on their day`() async throws {
    try await withListeningLogs { scratch in
      try await scratch.take(AudibleListening.parse(events([7_200, 3_600, 30_000, 600])))
      let rows = try await scratch.log.sessions(SessionFilter())
      #expect(rows.allSatisfy { $0.day.text == "2026-01-05" && $0.zone == "Europe/Berlin" })
      let days = try await scratch.log.dayTotals(
        Listening.kind,
        in: LocalDay(number: 0)...LocalDay(number: 30_000)
      )
      #expect(days.map(\.day.text) == ["2026-01-05"])
      #expect(days.map(\.time) == [.seconds(41_400)])
      try await scratch.isSound()
    }
  }

  @Test func `excludes rows without a day or a duration`() throws {
    let file = try events([0, 4, 60]) + Array("soon,60000,Book,B1,\n".utf8)
    let history = try AudibleListening.parse(file)
    #expect(history.stories.flatMap(\.sessions).count == 1)
    #expect(history.issues.count == 1)
  }

  private func events(_ seconds: [Int]) throws -> [UInt8] {
    let header = "Start Date,Event Duration Milliseconds,Product Name,ASIN,Local Timezone\n"
    let rows = seconds.map { "2026-01-05,\($0 * 1_000),Book,B1,Europe/Berlin\n" }
    return Array((header + rows.joined()).utf8)
  }
}

@Suite struct `Importing from Libby` {
  @Test func `adds loans as stories, without sessions`() async throws {
    try await withListeningLogs { scratch in
      let history = try LibbyTimeline.parse(fixture("libby-timeline.csv"))
      #expect(try await scratch.take(history).figures == [1, 0, 0, 0, 0])
      #expect(try await scratch.log.sessions(SessionFilter()) == [])
      let row = try #require(try await scratch.log.stories().first)
      let story = try await scratch.log.write("Look") { try $0.story(row.id) }
      #expect(
        story.notes == """
          Borrowed 2023-08-27 11:46, 21 days, Example Public Library
          Returned 2023-09-12 08:03, Example Public Library
          """
      )
      #expect(try await scratch.take(history).figures == [0, 0, 1, 0, 0])
    }
  }

  @Test func `imports only audiobooks from the JSON file`() throws {
    let event = { (title: String, format: String, activity: String) in
      JSON.members(
        ("cover", .members(("format", .string(format)))),
        ("title", .members(("text", .string(title)))),
        ("author", .string("Jane")),
        ("timestamp", .integer(start)),
        ("activity", .string(activity))
      )
    }
    let timeline = JSON.members(
      (
        "timeline",
        .array([
          event("Heard", "audiobook", "Borrowed"), event("Read", "ebook", "Borrowed"),
          event("Waited for", "audiobook", "Placed on hold"),
        ])
      )
    )
    let history = try LibbyTimeline.parse(Array(timeline.text.utf8))
    #expect(history.stories.map(\.story.title) == ["Heard"])
    #expect(history.issues == [])
  }
}
