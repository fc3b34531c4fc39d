import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `Merging duplicate books` {
  /// Sets up two books with every kind of data, the second one in progress.
  private func withTwo(
    _ engine: TestEngine,
    _ body: (Scenario, Identifier<Entry>, Identifier<Entry>) async throws -> Void
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      try await me.track(dune, "10:00-11:00", page: 60)
      let other = try await me.log.write("Add") { writer in
        var new = NewBook(title: "DUNE", authors: ["Frank Herbert"], pages: 300)
        (new.isbn, new.shelves, new.tags) = ("9780441013593", ["Club"], ["sand"])
        new.more.notes = "lent by Ann"
        return try AddBook(new, zone: "UTC").run(in: writer).entry.id
      }
      try await me.track(other, "12:00-13:00", page: 100)
      try await me.track(other, "13:00-14:00", page: 150)
      try await body(me, dune, other)
    }
  }

  @Test(arguments: TestEngine.all)
  func `loses nothing and counts nothing twice`(engine: TestEngine) async throws {
    try await withTwo(engine) { me, dune, other in
      let (one, two) = (try await me.log.totals(of: dune), try await me.log.totals(of: other))
      let day = try await me.scratch.day("2026-01-05")
      try await me.log.write("Merge") { try MergeBooks(dune, other).run(in: $0) }
      let both = try await me.log.totals(of: dune)
      #expect(both.sessions == one.sessions + two.sessions)
      #expect(both.time == one.time + two.time)
      #expect(both.pages == one.pages + two.pages)
      #expect(try await me.scratch.day("2026-01-05") == day)
      let row = try #require(try await me.log.book(dune))
      #expect((row.title, row.authors, row.pages) == ("Dune", "Frank Herbert", 600))
      #expect((row.shelves, row.tags, row.notes) == ("Club", "sand", "lent by Ann"))
      #expect(row.position?.progress(of: 600) == "300/600 pages · 50 %")
      #expect(try await me.log.editions(of: dune).count == 2)
      #expect(try await me.book(dune).readThroughs.count == 1)
      #expect(try await me.log.books().map(\.id) == [dune])
      #expect(try await me.log.deletedBooks().isEmpty)
      #expect(try await me.log.sessions(SessionFilter()).allSatisfy { $0.title == "Dune" })
      try await me.scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `is one history entry for undo and redo`(engine: TestEngine) async throws {
    try await withTwo(engine) { me, dune, other in
      let before = try await me.scratch.projections()
      try await me.log.write("Merge") { try MergeBooks(dune, other).run(in: $0) }
      let after = try await me.scratch.projections()
      #expect(try await me.scratch.titles().first == "“DUNE” merged into “Dune”")
      _ = try await me.log.undo()
      #expect(try await me.scratch.projections() == before)
      _ = try await me.log.redo()
      #expect(try await me.scratch.projections() == after)
    }
  }

  @Test(arguments: TestEngine.all)
  func `keeps the running session`(engine: TestEngine) async throws {
    try await withTwo(engine) { me, dune, other in
      let open = try await me.start(other)
      try await me.log.write("Merge") { try MergeBooks(dune, other).run(in: $0) }
      me.at("19:00")
      try await me.stop(open.id, page: 330)
      #expect(try await me.log.session(open.id)?.amount == 30)
      #expect(try await me.log.book(dune)?.position == (try Position.page(330, of: 600)))
      #expect(try await me.log.totals(of: dune).sessions == 4)
    }
  }

  @Test(arguments: TestEngine.all)
  func `combines editions with the same ISBN`(
    engine: TestEngine
  ) async throws {
    try await withTwo(engine) { me, dune, other in
      try await me.log.write("Edit") { writer in
        var edit = BookEdit()
        (edit.edition.isbn, edit.edition.pages) = ("9780441013593", .some(nil))
        try EditBook(dune, edit).run(in: writer)
        try MergeBooks(dune, other).run(in: writer)
      }
      let editions = try await me.log.editions(of: dune)
      #expect(editions.map(\.edition.pages) == [300])
      #expect(editions.map(\.isUsed) == [true])
    }
  }

  @Test(arguments: TestEngine.all)
  func `of a book with itself or with a deleted one is rejected`(engine: TestEngine) async throws {
    try await withTwo(engine) { me, dune, other in
      try await me.scratch.refuses("reading.same_book") {
        try await me.log.write("Merge") { try MergeBooks(dune, dune).run(in: $0).pages }
      }
      try await me.log.write("Merge") { try MergeBooks(dune, other).run(in: $0) }
      try await me.scratch.refuses("reading.not_on_shelf") {
        try await me.log.write("Merge") { try MergeBooks(dune, other).run(in: $0).pages }
      }
      try await me.scratch.refuses("reading.merged") {
        try await me.log.write("Restore") { try RestoreBook(other).run(in: $0) }
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `moves hundreds of sessions in one history entry`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let (dune, other) = (try await me.add("Dune"), try await me.add("DUNE"))
      try await me.log.write("Fill") { writer in
        for number in 1...500 as ClosedRange<Int64> {
          let start = writer.now - .hours(number)
          _ = try writer.trackReading(
            other,
            [Segment(start: start, end: start + .minutes(30))],
            zone: "UTC",
            note: nil,
            pages: 1,
            adjust: false,
            allowShort: false
          )
        }
      }
      let before = try await scratch.projections()
      try await me.log.write("Merge") { try MergeBooks(dune, other).run(in: $0) }
      #expect(try await me.log.totals(of: dune).sessions == 500)
      #expect(try await me.log.history(limit: 1).first.map { $0.parts > 1 } == true)
      _ = try await me.log.undo()
      #expect(try await scratch.projections() == before)
    }
  }
}
