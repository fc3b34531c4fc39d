import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `A deleted book` {
  @Test(arguments: TestEngine.all)
  func `keeps its hours under its title, and is restored unchanged`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      let session = try await me.track(dune, "16:00-17:00", page: 30)
      let (before, day) = (try await scratch.projections(), try await scratch.day("2026-01-05"))
      try await me.log.write("Delete") { try DeleteBook(dune).run(in: $0) }
      #expect(try await me.log.session(session.id)?.title == "Dune")
      #expect(try await scratch.day("2026-01-05") == day)
      let deleted = try await me.log.deletedBooks()
      #expect(deleted.map(\.title) == ["Dune"])
      let totals = deleted.first?.totals
      #expect((totals?.sessions, totals?.time, totals?.pages) == (1, .hours(1), 30))
      try await scratch.isSound()
      try await me.log.write("Restore") { try RestoreBook(dune).run(in: $0) }
      #expect(try await scratch.projections() == before)
      #expect(try await scratch.titles().first == "“Dune” restored")
      try await scratch.refuses("reading.not_deleted") {
        try await me.log.write("Restore") { try RestoreBook(dune).run(in: $0) }
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `is not listed when its creation was undone`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      _ = try await me.add("Dune")
      _ = try await me.log.undo()
      #expect(try await me.log.deletedBooks().isEmpty)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `is found by search only after its restore`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune")
      var filter = ShelfFilter()
      filter.words = "dune"
      try await me.log.write("Delete") { try DeleteBook(dune).run(in: $0) }
      #expect(try await me.log.books(filter).isEmpty)
      try await me.log.write("Restore") { try RestoreBook(dune).run(in: $0) }
      #expect(try await me.log.books(filter).map(\.id) == [dune])
    }
  }
}

@Suite struct `A possible duplicate of a book` {
  @Test(arguments: TestEngine.all)
  func `is found by title and author, or by ISBN`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let ids = try await scratch.log.write("Add") { writer in
        try [
          NewBook(title: "Dune", authors: ["Frank Herbert"], isbn: "9780441013593"),
          NewBook(title: "Dune", authors: ["Someone Else"]), NewBook(title: "Dune"),
          NewBook(title: "Emma", authors: ["Jane Austen"]),
        ].map { try AddBook($0, zone: "UTC").run(in: writer).entry.id }
      }
      let cases: [(NewBook, [Int])] = [
        (NewBook(title: "DUNE!", authors: ["frank herbert"]), [0, 2]),
        (NewBook(title: "dune"), [0, 1, 2]), (NewBook(title: "Dune Messiah"), []),
        (NewBook(title: "Dune", authors: ["Nobody"]), [2]),
        (NewBook(title: "Der Wüstenplanet", isbn: "9780441013593"), [0]),
        (NewBook(title: "Emma", authors: ["Jane Austen", "An Editor"]), [3]),
      ]
      for (new, expected) in cases {
        let found = Seen<[Identifier<Entry>]>()
        try await scratch.log.write("Look") { found.value = try $0.duplicates(of: new).map(\.id) }
        #expect(Set(found.value ?? []) == Set(expected.map { ids[$0] }), "\(new.title)")
      }
    }
  }
}
