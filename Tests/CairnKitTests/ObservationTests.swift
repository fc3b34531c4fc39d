import CairnKit
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct `An observed log` {
  @Test func `sends the current value, and each new one`() async throws {
    try await Scene.run { scene in
      let book = try await scene.cairn.reading.addBook("Emma")
      var sessions = scene.cairn.observe(.open(.reading), every: .seconds(3_600))
        .makeAsyncIterator()
      #expect(try await sessions.next() == .some(nil))
      let started = try await scene.cairn.reading.start(book)
      #expect(try await sessions.next() == started)
      scene.wait(minutes: 5)
      try await scene.cairn.reading.stop()
      #expect(try await sessions.next() == .some(nil))
    }
  }

  @Test func `notices what another process writes`() async throws {
    try await Scene.run { scene in
      var days = scene.cairn.observe(.today, every: .milliseconds(10)).makeAsyncIterator()
      #expect(try await days.next()?.open == [])
      let widget = try await scene.reopened()
      let session = try await widget.climbing.start(.bouldering)
      #expect(try await days.next()?.open == [session])
    }
  }

  @Test func `notices the next day`() async throws {
    try await Scene.run { scene in
      let book = try await scene.cairn.reading.addBook("Emma")
      let hour = DateInterval(start: scene.now.addingTimeInterval(-7_200), duration: 3_600)
      try await scene.cairn.reading.track(book, during: hour)
      var days = scene.cairn.observe(.today, every: .milliseconds(10)).makeAsyncIterator()
      #expect(try await days.next()?.totals.sessions == 1)
      scene.wait(minutes: 24 * 60)
      #expect(try await days.next()?.totals.sessions == 0)
    }
  }
}
