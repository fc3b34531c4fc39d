import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `Shelves and tags` {
  private func withBooks(
    _ engine: TestEngine,
    _ body: (Scenario, [Identifier<Entry>]) async throws -> Void
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      var books: [Identifier<Entry>] = []
      for title in ["Dune", "Emma", "Persuasion"] { books.append(try await me.add(title)) }
      try await body(me, books)
    }
  }

  @Test(arguments: TestEngine.all, LabelKind.all)
  func `are listed with their number of books`(
    engine: TestEngine,
    kind: LabelKind
  ) async throws {
    try await withBooks(engine) { me, books in
      try await me.changeStatus(.read, books[1])
      try await me.changeStatus(.reading, books[0])
      try await me.log.write("Label") { writer in
        for book in books { try ChangeLabels(kind, of: book, add: ["Book Club"]).run(in: writer) }
        try ChangeLabels(kind, of: books[1], add: ["Austen"]).run(in: writer)
        try ChangeLabels(kind, of: books[2], add: ["AUSTEN", "book club"]).run(in: writer)
      }
      let rows = try await me.log.labels(kind)
      #expect(rows.map(\.name) == ["AUSTEN", "Book Club"])
      #expect(rows.map { [$0.books, $0.read, $0.reading] } == [[2, 1, 0], [3, 1, 1]])
      #expect(try await me.log.labels(kind == .tag ? .shelf : .tag).isEmpty)
      var filter = ShelfFilter()
      if kind == .shelf { filter.shelf = "austén" } else { filter.tag = "austén" }
      #expect(try await me.log.books(filter).map(\.title) == ["Emma", "Persuasion"])
      try await me.scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all, LabelKind.all)
  func `are renamed, merged and deleted on all books in one undoable history entry`(
    engine: TestEngine,
    kind: LabelKind
  ) async throws {
    try await withBooks(engine) { me, books in
      try await me.log.write("Label") { writer in
        for book in books { try ChangeLabels(kind, of: book, add: ["a", "b"]).run(in: writer) }
      }
      let before = try await me.scratch.projections()
      let lines = try await me.scratch.titles().count
      let renamed = try await me.log.write { try RenameLabel(kind, "A", to: "B").run(in: $0) }
      #expect(renamed == 3)
      #expect(try await me.log.labels(kind).map(\.name) == ["B"])
      #expect(try await me.scratch.titles().count == lines + 1)
      #expect(
        try await me.scratch.titles().first
          == "\(kind == .shelf ? "Shelf" : "Tag") “A” renamed to “B”"
      )
      #expect(try await me.log.write("Delete") { try DeleteLabel(kind, "b").run(in: $0) } == 3)
      #expect(try await me.log.labels(kind).isEmpty)
      _ = try await me.log.undo()
      _ = try await me.log.undo()
      #expect(try await me.scratch.projections() == before)
    }
  }

  @Test(arguments: TestEngine.all)
  func `that do not exist are rejected by name`(engine: TestEngine) async throws {
    try await withBooks(engine) { me, books in
      try await me.scratch.refuses("reading.shelf_not_found") {
        try await me.log.write("Rename") { try RenameLabel(.shelf, "x", to: "y").run(in: $0) }
      }
      try await me.scratch.refuses("reading.tag_not_found") {
        try await me.log.write { try ChangeLabels(.tag, of: books[0], remove: ["x"]).run(in: $0) }
      }
      try await me.scratch.refuses("reading.invalid_name") {
        try await me.log.write("Shelve") {
          try ChangeLabels(.shelf, of: books[0], add: ["good", " "]).run(in: $0)
        }
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `are imported unchanged, and similar ones become one`(engine: TestEngine) async throws {
    try await withBooks(engine) { me, books in
      try await me.log.write("Import") { writer in
        var book = try writer.book(books[0])
        book.entry.shelves = ["To Read", "to-read"]
        try writer.save(book)
      }
      #expect(try await me.log.labels(.shelf).map(\.name) == ["To Read"])
      try await me.scratch.isSound()
    }
  }
}
