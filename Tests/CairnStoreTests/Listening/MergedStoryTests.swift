import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `Two merged stories` {
  @Test(arguments: TestEngine.all)
  func `have the sessions of both, and undo separates them`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let app = try await ListeningApp(scratch)
      let (kept, gone) = (app.stories[0], app.stories[1])
      scratch.clock.advance(by: .hours(24))
      try await app.report(0, seconds: 60, completed: true)
      try await app.report(7_200, story: 1, seconds: 90, completed: true)
      try await scratch.log.write("Play") { try $0.addPlay(of: gone, at: $0.now) }
      try await scratch.log.write("Merge") { try MergeStories(kept, gone).run(in: $0) }
      #expect(try await scratch.log.story(gone) == nil)
      #expect(try await scratch.log.story(kept)?.sessions == 2)
      #expect(try await scratch.log.listeningTotals().stories == 1)
      try await scratch.isSound()
      _ = try await scratch.log.write("Undo") { try $0.undo(nil, keepChanged: false) }
      #expect(try await scratch.log.story(gone)?.sessions == 1)
      #expect(try await scratch.log.listeningTotals().stories == 2)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `accept later reports for the second story once`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let app = try await ListeningApp(scratch)
      let (kept, gone) = (app.stories[0], app.stories[1])
      scratch.clock.advance(by: .hours(24))
      let id = try await app.report(0, story: 1, seconds: 60).id
      try await scratch.log.write("Merge") { try MergeStories(kept, gone).run(in: $0) }
      #expect(try await app.report(0, story: 1, seconds: 90).id == id)
      let new = try await app.report(7_200, story: 1, seconds: 30)
      #expect(try await app.report(7_200, story: 1, seconds: 30).id == new.id)
      let row = try await scratch.log.story(kept)
      #expect(row?.sessions == 2 && row?.seconds == 120)
      let again = try await scratch.log.write("Add") {
        try $0.addStory(NewStory(title: "Gormenghast"), client: "Gormenghast").id
      }
      #expect(again == kept)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `cannot be the same story`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let story = try await ListeningApp(scratch).stories[0]
      try await scratch.refuses("story.same") {
        try await scratch.log.write("Merge") { try MergeStories(story, story).run(in: $0) }
      }
    }
  }
}

@Suite struct `Two merged sessions` {
  @Test(arguments: TestEngine.all)
  func `include later reports of the deleted session`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let app = try await ListeningApp(scratch)
      scratch.clock.advance(by: .hours(24))
      let first = try await app.report(0, seconds: 60).id
      let second = try await app.report(600, seconds: 60).id
      try await scratch.log.write("Merge") { try MergeSessions(first, second).run(in: $0) }
      let before = try await scratch.log.listeningTotals().seconds
      #expect(try await app.report(600, seconds: 90, completed: true).isDeleted)
      #expect(try await app.report(600, seconds: 90, completed: true).isDeleted)
      let totals = try await scratch.log.listeningTotals()
      #expect(totals.seconds == before + 30 && totals.sessions == 1 && totals.stories == 1)
      try await scratch.isSound()
    }
  }
}
