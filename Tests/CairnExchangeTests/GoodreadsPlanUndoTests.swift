import Cairn
import CairnExchange
import CairnStore
import CairnTestKit
import Testing
import CairnReports

private let file = export([
  row(1, "Emma", "Jane Austen", on: "currently-reading", ["Number of Pages": "474"]),
  row(2, "Persuasion", "Jane Austen", on: "read"), row(3, "Dune", "Frank Herbert", on: "read"),
])

@Suite struct `Undoing an import after later edits` {
  @Test func `is refused unless the edits are kept by option`() async throws {
    try await withLog { scratch in
      try await scratch.take(file)
      let emma = try await scratch.book("Emma").id
      try await scratch.edit(Entry.self, emma.record) { $0.rating = 20 }
      let before = try await scratch.everything()
      let error = await #expect(throws: CairnError.self) {
        try await scratch.log.undo(line(scratch))
      }
      #expect(error?.code == "history.changed_since")
      #expect(error?.message.contains("Edit by hand") == true)
      #expect(try await scratch.everything() == before)
    }
  }

  @Test func `is refused for a book with later sessions, whatever they recorded`() async throws {
    try await withLog { scratch in
      try await scratch.take(file)
      let (person, emma) = (Scenario(scratch), try await scratch.book("Emma").id)
      let session = try await person.track(emma, "08:00-08:30")
      let before = try await scratch.everything()
      let line = try #require(try await scratch.log.history(limit: 2).last?.id)
      let error = await #expect(throws: CairnError.self) { try await scratch.log.undo(line) }
      #expect(error?.code == "history.changed_since")
      #expect(try await scratch.everything() == before)
      #expect(try await scratch.log.session(session.id)?.title == "Emma")
      _ = try await scratch.log.undo(line, keepChanged: true)
      #expect(try await scratch.log.session(session.id)?.title == "Emma")
      #expect(try await scratch.log.books().map(\.title) == ["Emma"])
      try await scratch.isSound()
    }
  }

  @Test func `keeps a book that the person rated`() async throws {
    try await withLog { scratch in
      try await scratch.take(file)
      let emma = try await scratch.book("Emma").id
      try await scratch.edit(Entry.self, emma.record) { $0.rating = 20 }
      let report = try await scratch.log.undo(line(scratch), keepChanged: true)
      #expect(report.kept > 0)
      #expect(try await scratch.log.books().map(\.title) == ["Emma"])
      #expect(try await scratch.book("Emma").authors == "Jane Austen")
      #expect(try await scratch.book("Emma").pages == 474)
      try await scratch.isSound()
    }
  }

  @Test func `keeps a book that the person read, and its session`() async throws {
    try await withLog { scratch in
      try await scratch.take(file)
      let (person, emma) = (Scenario(scratch), try await scratch.book("Emma").id)
      let session = try await person.start(emma)
      scratch.clock.advance(by: .minutes(30))
      try await person.stop(session.id)
      _ = try await scratch.log.undo(line(scratch), keepChanged: true)
      #expect(try await scratch.log.books().map(\.title) == ["Emma"])
      #expect(try await scratch.log.session(session.id)?.title == "Emma")
      #expect(try await scratch.readings("Emma").count == 1)
      try await scratch.isSound()
    }
  }

  @Test func `keeps a book to which only a session belongs`() async throws {
    try await withLog { scratch in
      try await scratch.take(file)
      let (person, dune) = (Scenario(scratch), try await scratch.book("Dune").id)
      let session = try await person.track(dune, "16:00-16:30")
      _ = try await scratch.log.undo(line(scratch), keepChanged: true)
      #expect(try await scratch.log.session(session.id)?.title == "Dune")
      #expect(try await scratch.log.books().map(\.title) == ["Dune"])
    }
  }

  /// Returns the history entry of the import.
  private func line(_ scratch: ScratchLog) async throws -> RecordID {
    let lines = try await scratch.log.history(limit: 9)
    return try #require(lines.first { $0.title.hasPrefix("Import") }).id
  }
}
