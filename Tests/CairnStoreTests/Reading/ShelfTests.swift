import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `The shelf` {
  @Test(arguments: TestEngine.all)
  func `keeps the hours of a deleted book, but not its running session`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      let past = try await me.track(dune, "16:00-17:00", page: 30)
      let open = try await me.start(dune)
      let before = try await scratch.projections()
      try await scratch.refuses("reading.session_open") {
        try await me.log.write("Delete") { try DeleteBook(dune).run(in: $0) }
      }
      #expect(try await scratch.projections() == before)
      let lost = try await me.log.write { try DeleteBook(dune, withOpenSession: true).run(in: $0) }
      #expect(lost?.id == open.id)
      #expect(try await me.log.book(dune) == nil)
      #expect(try await me.log.session(open.id) == nil)
      let row = try #require(try await me.log.session(past.id))
      #expect((row.title, row.active, row.amount) == ("Dune", .hours(1), 30))
      #expect(try await scratch.day("2026-01-05")?.time == .hours(1))
      try await me.start(me.add("Emma"))
      _ = try await me.log.undo()
      _ = try await me.log.undo()
      _ = try await me.log.undo()
      #expect(try await scratch.projections() == before)
    }
  }

  @Test(arguments: TestEngine.all)
  func `keeps the running session of another book`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let (dune, emma) = (try await me.add("Dune"), try await me.add("Emma"))
      let open = try await me.start(emma)
      try await me.log.write("Delete") { try DeleteBook(dune).run(in: $0) }
      #expect(try await me.log.openSessions().map(\.id) == [open.id])
    }
  }

  @Test(arguments: TestEngine.all)
  func `lets a session end when its book was deleted elsewhere`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      let open = try await me.start(dune)
      try await me.log.write("Delete the entry alone") {
        try $0.delete(Entry.recordKind, dune.record)
      }
      me.at("19:00")
      try await me.stop(open.id, page: 30)
      #expect(try await me.log.session(open.id)?.active == .hours(1))
    }
  }

  @Test(arguments: TestEngine.all)
  func `finds books regardless of case and accents, and by short ID`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let ids = try await me.log.write("Add") { writer in
        try [
          NewBook(title: "Les Misérables", authors: ["Victor Hugo"]),
          NewBook(title: "100% Wolf", authors: ["Jayne Lyons", "victor hugo"]),
          NewBook(title: "Emma", authors: ["Jane Austen", "A", "B"]),
        ]
        .map { try AddBook($0, zone: "UTC").run(in: writer).entry.id }
      }
      #expect(try await me.log.books(matching: "MISERABLES").map(\.id) == [ids[0]])
      #expect(try await me.log.books(matching: "víctor").map(\.id) == [ids[1], ids[0]])
      #expect(try await me.log.books(matching: "0%").map(\.id) == [ids[1]])
      #expect(try await me.log.books(matching: "_").isEmpty)
      #expect(try await me.log.books(titled: "emma").map(\.id) == [ids[2]])
      #expect(try await me.log.books(short: ShortID(ids[2].record)).map(\.id) == [ids[2]])
      let names = try await me.log.books().map(\.authors)
      #expect(names == ["Jayne Lyons and Victor Hugo", "Jane Austen and 2 others", "Victor Hugo"])
      let authors = try await scratch.projections()["author"]
      #expect(authors?.count == 5, "one Victor Hugo, however he is written")
    }
  }

  @Test(arguments: TestEngine.all)
  func `shows the open read-through before one that ended on an unknown day`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.imported("Dune", pages: 600, .read) { entry in
        [ReadThrough(id: ReadThrough.derivedID(1), entry: entry, finished: nil)]
      }
      try await me.track(dune, "16:00-17:00", page: 30)
      #expect(try await me.log.book(dune)?.started == "2026-01-05")
      #expect(try await me.log.book(dune)?.position == (try Position.page(30, of: 600)))
    }
  }

  @Test(arguments: TestEngine.all)
  func `resumes the last abandoned read-through, whatever its ID`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.imported("Dune", pages: 600, .read) { entry in
        [ReadThrough(id: ReadThrough.derivedID(1), entry: entry, finished: nil)]
      }
      try await me.track(dune, "16:00-17:00", page: 30)
      try await me.changeStatus(.didNotFinish, dune)
      let session = try await me.start(dune)
      #expect(session.detail.startPosition == (try Position.page(30, of: 600)))
      #expect(try await me.book(dune).readThroughs.count == 2)
    }
  }

  @Test(arguments: TestEngine.all, [0, -1, 100_001] as [Int64])
  func `rejects invalid page counts`(engine: TestEngine, pages: Int64) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      try await scratch.refuses("reading.invalid_pages") { try await me.add("Emma", pages: pages) }
      try await scratch.refuses("reading.invalid_pages") {
        try await me.log.write("Pages") { try SetPageCount(pages, of: dune).run(in: $0) }
      }
      try await scratch.refuses("reading.title_missing") { try await me.add(" \n") }
    }
  }
}
