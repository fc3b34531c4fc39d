import CairnKit
import Foundation
import Testing

@Suite struct `A session in an app` {
  @Test func `of reading starts at the bookmark, pauses, resumes and stops`() async throws {
    try await Scene.run { scene in
      let reading = scene.cairn.reading
      let dune = try await reading.addBook("Dune", by: ["Frank Herbert"], pageCount: 604)
      #expect(try await reading.current() == nil)
      try await reading.start(dune)
      scene.wait(minutes: 30)
      try await reading.pause()
      scene.wait(minutes: 15)
      let running = try await reading.resume()
      #expect(running.state == .running(since: scene.now))
      scene.wait(minutes: 10)
      #expect(running.elapsed(at: scene.now) == .seconds(40 * 60))
      let session = try await reading.stop(page: 41, note: "by the window")
      #expect(session.activeTime == .seconds(40 * 60) && session.pages == 41)
      #expect(session.note == "by the window" && session.endedAt == scene.now)
      let book = try #require(try await reading.book(dune.id))
      #expect(book.page == 41 && book.status == .reading && book.authors == "Frank Herbert")
    }
  }

  @Test func `is still running when the app was killed`() async throws {
    try await Scene.run { scene in
      let emma = try await scene.cairn.reading.addBook("Emma")
      let started = try await scene.cairn.reading.start(emma)
      scene.wait(minutes: 5)
      let launched = try await scene.reopened()
      #expect(try await launched.reading.current() == started)
    }
  }

  @Test func `stays open when its page is refused`() async throws {
    try await Scene.run { scene in
      let book = try await scene.cairn.reading.addBook("Dune", pageCount: 604)
      try await scene.cairn.reading.start(book)
      scene.wait(minutes: 30)
      let refused = await failure { try await scene.cairn.reading.stop(page: 700) }
      #expect(refused?.code == "reading.page_beyond_end")
      #expect(try await scene.cairn.reading.current() != nil)
    }
  }

  @Test func `of listening continues where the last one stopped`() async throws {
    try await Scene.run { scene in
      let listening = scene.cairn.listening
      let story = try await listening.addStory(
        "Persuasion",
        by: "Jane Austen",
        length: .seconds(31_380)
      )
      try await listening.start(story)
      scene.wait(minutes: 20)
      let session = try await listening.stop(position: .seconds(1_200))
      #expect(session.position == .seconds(1_200) && !session.isCompleted)
      #expect(try await listening.stories().first?.position == .seconds(1_200))
      let hour = DateInterval(start: scene.now.addingTimeInterval(-86_400), duration: 3_600)
      #expect(try await listening.track(story, during: hour, completed: true).isCompleted)
    }
  }

  @Test func `of climbing counts climbs, attempts and sends`() async throws {
    try await Scene.run { scene in
      let climbing = scene.cairn.climbing
      try await climbing.start(.bouldering, mentalReadiness: 4)
      scene.wait(minutes: 20)
      let roof = try await climbing.add("The Roof", grade: "V5", attempts: 1)
      try await climbing.add(grade: "V3", sent: true)
      let sent = try await climbing.attempt(roof, sent: true)
      #expect(sent.isSent && sent.attempts == 2 && sent.tick == .redpoint)
      scene.wait(minutes: 60)
      let session = try await climbing.stop(exertion: 7, pump: 3)
      #expect((session.climbs, session.attempts, session.sends) == (2, 3, 2))
      #expect(try await climbing.climbs(of: session).map(\.grade) == ["V5", "V3"])
    }
  }

  @Test func `of climbing takes the style of a send, which must be possible`() async throws {
    try await Scene.run { scene in
      let climbing = scene.cairn.climbing
      try await climbing.start(.sport)
      #expect(try await climbing.add(grade: "5.9", tick: .onsight).tick == .onsight)
      let third = try await climbing.add(grade: "5.10a", attempts: 3, tick: .pinkpoint)
      #expect(third.tick == .pinkpoint && third.isSent)
      let refused = await failure { try await climbing.add(attempts: 2, tick: .flash) }
      #expect(refused?.code == "attempt.not_first")
    }
  }

  @Test func `gets other times, a place and tags`() async throws {
    try await Scene.run { scene in
      let book = try await scene.cairn.reading.addBook("Emma")
      let hour = DateInterval(start: scene.now.addingTimeInterval(-7_200), duration: 3_600)
      let session = try await scene.cairn.reading.track(book, during: hour)
      let sessions = scene.cairn.sessions
      let later = hour.start.addingTimeInterval(600)
      let edited = try await sessions.edit(session, start: later, place: "train", tags: ["b", "a"])
      #expect(edited.startedAt == later && edited.endedAt == hour.end)
      #expect(edited.activeTime == .seconds(3_000))
      #expect(edited.place == "train" && edited.tags == ["a", "b"])
      #expect(try await sessions.edit(edited, place: "", tags: []).tags == [])
      let refused = await failure {
        try await sessions.edit(session, end: scene.now.addingTimeInterval(600))
      }
      #expect(refused?.code == "session.in_future")
    }
  }

  @Test func `is deleted and comes back with undo`() async throws {
    try await Scene.run { scene in
      let book = try await scene.cairn.reading.addBook("Emma")
      let hour = DateInterval(start: scene.now.addingTimeInterval(-3_600), duration: 1_800)
      let session = try await scene.cairn.reading.track(book, during: hour, toPage: 20)
      try await scene.cairn.sessions.delete(session)
      #expect(try await scene.cairn.sessions.session(session.id) == nil)
      #expect(try await scene.cairn.undo() == "Session deleted: “Emma”")
      #expect(try await scene.cairn.sessions.session(session.id) == session)
    }
  }

  @Test func `is listed page by page, newest first`() async throws {
    try await Scene.run { scene in
      let book = try await scene.cairn.reading.addBook("Emma")
      for hour in 1...5 {
        let start = scene.now.addingTimeInterval(Double(-7_200 * hour))
        let past = DateInterval(start: start, duration: 3_600)
        try await scene.cairn.reading.track(book, during: past)
      }
      let sessions = scene.cairn.sessions
      let first = try await sessions.list(of: book, limit: 3)
      let second = try await sessions.list(of: book, after: first.last, limit: 3)
      let starts = (first + second).map(\.startedAt)
      #expect(starts.count == 5 && starts == starts.sorted(by: >))
    }
  }

  @Test func `keeps its values in JSON`() async throws {
    try await Scene.run { scene in
      let book = try await scene.cairn.reading.addBook("Emma", pageCount: 400)
      let session = try await scene.cairn.reading.start(book, page: 12)
      let json = try JSONEncoder().encode(session)
      #expect(try JSONDecoder().decode(Cairn.Session.self, from: json) == session)
    }
  }
}
