import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `Searching` {
  private func search(_ log: Log, _ words: String) async throws -> [String] {
    var filter = ShelfFilter()
    filter.words = words
    return try await log.books(filter).map(\.title)
  }

  private func withShelf(
    _ engine: TestEngine,
    _ body: (Scenario) async throws -> Void
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      try await scratch.log.write("Add") { writer in
        var dune = NewBook(title: "Dune", authors: ["Frank Herbert"])
        (dune.more.series, dune.tags) = ("Dune Chronicles", ["classic"])
        var messiah = NewBook(title: "Dune Messiah", authors: ["Frank Herbert"])
        messiah.more.review = "More sand, délicious."
        var emma = NewBook(title: "Emma", authors: ["Jane Austen"])
        (emma.more.notes, emma.shelves) = ("as good as Dune, says Ann", ["Book club"])
        for new in [emma, messiah, dune] { try AddBook(new, zone: "UTC").run(in: writer) }
      }
      try await body(me)
    }
  }

  @Test(arguments: TestEngine.all)
  func `finds all words anywhere, best match first`(engine: TestEngine) async throws {
    try await withShelf(engine) { me in
      let cases: [(String, [String])] = [
        ("dune", ["Dune", "Dune Messiah", "Emma"]), ("DÜNE herb", ["Dune", "Dune Messiah"]),
        ("messiah", ["Dune Messiah"]), ("delic", ["Dune Messiah"]), ("chronicles", ["Dune"]),
        ("classic", ["Dune"]), ("club", ["Emma"]), ("ann dune", ["Emma"]), ("une", []),
        ("dune austen messiah", []), ("dune-messiah", ["Dune Messiah"]), ("", []), ("  ?! ", []),
        ("jane", ["Emma"]), ("d", ["Dune", "Dune Messiah", "Emma"]), ("100%", []), ("_", []),
      ]
      for (words, titles) in cases {
        let found = try await search(me.log, words)
        #expect(found == titles, "\(words)")
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `finds sessions by their notes, and with words of their books`(
    engine: TestEngine
  ) async throws {
    try await withShelf(engine) { me in
      let books = try await me.log.books()
      let emma = try #require(books.first { $0.title == "Emma" }?.id)
      let first = try await me.track(emma, "10:00-11:00")
      let second = try await me.track(emma, "12:00-13:00")
      try await me.log.write("Note") { writer in
        for (id, note) in [(first.id, "the ball at the Crown"), (second.id, "Crown again: naïve")] {
          try writer.change(id, as: NoDetail.self) { $0.note = note }
        }
      }
      let cases: [(String, [SessionID])] = [
        ("crown", [second.id, first.id]), ("emma", []), ("emma ball", [first.id]),
        ("naive", [second.id]), ("ball naive", []), ("club crown", [second.id, first.id]),
        ("dune ann", []),
      ]
      for (words, ids) in cases {
        let found = try await me.log.sessions(noting: words).map(\.id)
        #expect(found == ids, "\(words)")
      }
      #expect(try await me.log.sessions(noting: "crown", limit: 1).map(\.id) == [second.id])
      try await me.log.write("Delete") { try $0.delete(SessionRecord.kind, first.id.record) }
      #expect(try await me.log.sessions(noting: "crown").map(\.id) == [second.id])
      try await me.scratch.isSound()
    }
  }

  /// A PostgreSQL index row holds at most 2,704 bytes.
  @Test(arguments: TestEngine.all)
  func `accepts words and names longer than an index row`(engine: TestEngine) async throws {
    var random = SeededGenerator(seed: 20)
    let letters = (0..<9_000).map { _ in UInt8.random(in: 97...122, using: &random) }
    let word = String(decoding: letters, as: UTF8.self)
    let name = String(
      String.UnicodeScalarView(
        (0..<1_000).map { _ in
          Unicode.Scalar(UInt32.random(in: 0x4E00...0x9FA0, using: &random)) ?? "一"
        }
      )
    )
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      try await scratch.log.write("Add") { writer in
        var book = NewBook(title: name, authors: [name])
        book.more.notes = word
        try AddBook(book, zone: "UTC").run(in: writer)
      }
      let book = try #require(try await me.log.books().first)
      let session = try await me.track(book.id, "10:00-11:00")
      try await me.log.write("Note") { writer in
        try writer.change(session.id, as: NoDetail.self) { $0.note = "\(word) so long" }
      }
      #expect(try await search(me.log, word) == [name])
      #expect(try await search(me.log, name) == [name])
      #expect(try await me.log.sessions(noting: "long").map(\.id) == [session.id])
      #expect(try await me.log.sessions(noting: word).map(\.id) == [session.id])
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `finds the reason for abandoning a book, and drops changed text`(
    engine: TestEngine
  ) async throws {
    try await withShelf(engine) { me in
      let emma = try #require(try await me.log.books().first { $0.title == "Emma" }?.id)
      try await me.log.write("DNF") {
        try ChangeStatus(.didNotFinish, emma, reason: "too matchmaking", zone: "UTC").run(in: $0)
      }
      #expect(try await search(me.log, "matchmak") == ["Emma"])
      try await me.log.write("Edit") { writer in
        var edit = BookEdit()
        (edit.title, edit.notes, edit.authors) = ("Persuasion", "", ["J. A."])
        try EditBook(emma, edit).run(in: writer)
      }
      #expect(try await search(me.log, "emma") == [])
      #expect(try await search(me.log, "ann") == [])
      #expect(try await search(me.log, "austen") == [])
      #expect(try await search(me.log, "persuasion j") == ["Persuasion"])
      try await me.scratch.isSound()
    }
  }
}
