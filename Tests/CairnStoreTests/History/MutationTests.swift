import Cairn
import CairnActions
import CairnSQL
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `A write` {
  @Test(arguments: TestEngine.all)
  func `is one readable history entry`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      let session = try await me.start(dune)
      me.at("19:00")
      try await me.stop(session.id, page: 30)
      try await me.log.write("Set the pages") { try SetPageCount(610, of: dune).run(in: $0) }
      try await me.changeStatus(.paused, dune)
      try await me.log.set("dayStartHour", to: "4")
      try await me.log.write("Delete") { try DeleteBook(dune).run(in: $0) }
      #expect(
        try await scratch.titles() == [
          "“Dune” deleted", "Days start at: 4:00", "“Dune” marked as paused",
          "Page count of “Dune” set to 610", "Session saved: “Dune”", "Started reading “Dune”",
          "“Dune” added",
        ]
      )
      #expect(try await me.log.history(limit: 9).allSatisfy { $0.parts == 1 && $0.isInEffect })
    }
  }

  @Test(arguments: TestEngine.all)
  func `that changes nothing adds no history entry`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      try await me.changeStatus(.reading, dune)
      let before = try await scratch.tables()
      try await me.changeStatus(.reading, dune)
      try await me.log.write("Pages") { try SetPageCount(600, of: dune).run(in: $0) }
      try await me.log.write("Nothing") { _ in }
      try await me.delete(SessionID(RecordID(high: 1, low: 2)))
      try await me.log.set("dayStartHour", to: nil)
      #expect(try await scratch.tables() == before)
    }
  }

  @Test(arguments: TestEngine.all)
  func `that throws is rolled back`(engine: TestEngine) async throws {
    struct Stop: Error {}
    try await engine.scratchLog { scratch in
      let before = try await scratch.tables()
      await #expect(throws: Stop.self) {
        try await scratch.log.write("Add") { writer in
          try AddBook(NewBook(title: "Dune"), zone: "UTC").run(in: writer)
          throw Stop()
        }
      }
      #expect(try await scratch.tables() == before)
    }
  }

  @Test(arguments: TestEngine.all)
  func `notifies observers`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      var changes = scratch.log.changes().makeAsyncIterator()
      _ = try await Scenario(scratch).add("Dune")
      let touched = try #require(await changes.next())
      #expect(touched.isSuperset(of: ["record", "mutation", "work", "entry"]))
      #expect(!touched.contains("session"))
    }
  }

  @Test(arguments: TestEngine.all)
  func `deletes softly, and saving again restores the record`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let author = Author(id: Identifier(RecordID(high: 1, low: 2)), name: "Jane")
      try await scratch.log.write("Add") { try $0.save(author) }
      let rows = try await scratch.projections()
      try await scratch.log.write("Delete") { try $0.delete(Author.recordKind, author.recordID) }
      #expect(try await scratch.projections()["author"] == [])
      let stored = try #require(try await scratch.record(Author.recordKind, author.recordID))
      #expect(stored.deletion == Deletion.byPerson)
      #expect(stored.fields["name"] == .text("Jane"))
      try await scratch.log.write("Add again") { try $0.save(author) }
      #expect(try await scratch.projections() == rows)
    }
  }

  @Test(arguments: TestEngine.all)
  func `waits for another program's write, and both are kept`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let other = try await scratch.reopen()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<40 {
          let log = number % 2 == 0 ? scratch.log : other.log
          group.addTask {
            _ = try await log.write("Add") {
              try AddBook(NewBook(title: "\(number)"), zone: "UTC").run(in: $0)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await scratch.log.books().count == 40)
      let history = try await other.log.history(limit: 100)
      #expect(history.count == 40)
      let stamps = try await scratch.stamps()
      #expect(stamps == stamps.sorted() && Set(stamps).count == 40)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `that starts a session succeeds for one of two concurrent programs`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let dune = try await Scenario(scratch).add("Dune")
      let others = [Scenario(scratch), Scenario(try await scratch.reopen())]
      let started = await withTaskGroup(of: String?.self) { group in
        for me in others {
          group.addTask {
            do {
              _ = try await me.start(dune)
              return nil
            } catch { return (error as? CairnError)?.code ?? "\(error)" }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(started) == [nil, "session.already_running"])
      #expect(try await scratch.log.openSessions().count == 1)
    }
  }
}

extension ScratchLog {
  /// Returns the stored record, deleted or not.
  func record(_ kind: RecordKind, _ id: RecordID) async throws -> Record? {
    let found = Found()
    try await log.export(
      records: { if $0.kind == kind, $0.id == id { found.record = $0 } },
      mutations: { _ in }
    )
    return found.record
  }

  /// Returns the stamps of all mutations in the order of writing.
  func stamps() async throws -> [String] {
    try await log.read { connection in
      try connection.all("SELECT stamp FROM mutation ORDER BY number") { try $0.text(0) }
    }
  }
}

/// The result of a search, written in one read and accessed after it.
private final class Found: @unchecked Sendable {  // written on the queue of one connection
  var record: Record?
}
