import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `Several editions` {
  private func facts(_ pages: Int64, _ isbn: String? = nil) -> EditionEdit {
    var facts = EditionEdit()
    (facts.pages, facts.isbn) = (pages, isbn)
    return facts
  }

  @Test(arguments: TestEngine.all)
  func `keep the position and the pages read`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 300)
      try await me.track(dune, "16:00-17:00", page: 100)
      let (added, facts) = (Seen<Edition>(), facts(512))
      try await me.log.write("Add") {
        added.value = try AddEdition(facts, to: dune, uses: true).run(in: $0)
      }
      let row = try await me.log.book(dune)
      #expect(row?.pages == 512)
      #expect(row?.position?.progress(of: row?.pages) == "170/512 pages · 33 %")
      #expect(try await me.log.totals(of: dune).pages == 100)
      let all = try await me.log.editions(of: dune)
      #expect(Set(all.map(\.edition.pages)) == [300, 512])
      #expect(all.first(where: \.isUsed)?.edition.id == added.value?.id)
      let old = try #require(all.first { !$0.isUsed }?.edition.id)
      try await me.log.write("Use") { try UseEdition(old, of: dune).run(in: $0) }
      #expect(try await me.log.book(dune)?.position == (try Position.page(100, of: 300)))
      let session = try await me.start(dune)
      me.at("19:00")
      try await me.stop(session.id, page: 130)
      #expect(try await me.log.session(session.id)?.amount == 30)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `keep every session in its own edition`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 300)
      let first = try await me.track(dune, "10:00-11:00", page: 30)
      try await me.track(dune, "16:00-17:00", page: 90)
      let formats = {
        (try await me.log.formatTotals(in: nil)).map { "\($0.format ?? "-") \($0.sums.amount)" }
      }
      try await me.log.write("Edit") { writer in
        var edit = BookEdit()
        edit.edition.format = "paperback"
        try EditBook(dune, edit).run(in: writer)
      }
      #expect(try await formats() == ["paperback 90"])
      let before = try await me.log.finishedReadings()
      try await me.log.write("Add") { writer in
        var facts = EditionEdit()
        (facts.pages, facts.format) = (600, "e-book")
        try AddEdition(facts, to: dune, uses: true).run(in: writer)
      }
      #expect(try await formats() == ["paperback 90"])
      #expect(before == [])
      let row = try #require(try await me.log.progress(of: dune).first)
      #expect(row.pages == 600 && row.parts.map(\.pageCount) == [300])
      #expect(row.parts.map(\.sums.paceAmount) == [90])
      try await me.log.write("Edit") { writer in
        try writer.setPlaces(first.id, from: nil) { (session) throws(CairnError) in
          try session.page(40)
        }
      }
      #expect(try await me.log.session(first.id)?.amount == 40)
      me.at("19:00")
      try await me.track(dune, "18:00-18:30", page: 600)
      #expect(try await formats() == ["e-book 420", "paperback 90"])
      #expect(try await me.log.finishedReadings().map(\.pages) == [600])
      let old = try #require(try await me.log.editions(of: dune).first { !$0.isUsed }?.edition.id)
      try await me.log.write("Use") { try UseEdition(old, of: dune).run(in: $0) }
      #expect(try await me.log.finishedReadings().map(\.pages) == [600])
      #expect(try await formats() == ["e-book 420", "paperback 90"])
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `and read-throughs have their own progress`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 300)
      try await me.track(dune, "10:00-11:00", page: 300)
      try await me.changeStatus(.reading, dune)
      me.at("19:00")
      try await me.track(dune, "18:00-18:30", page: 10)
      let row = try #require(try await me.log.progress(of: dune).first)
      #expect(row.parts.map(\.sums.amount) == [10])
      #expect(try await me.log.lastDays(14).map(\.part.sums.amount) == [10])
      #expect(try await me.log.bookTotals(in: nil).map(\.sums.amount) == [310])
    }
  }

  @Test(arguments: TestEngine.all)
  func `can change during a running session`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let (dune, facts) = (try await me.add("Dune", pages: 300), facts(600))
      try await me.track(dune, "16:00-17:00", page: 100)
      let session = try await me.start(dune)
      try await me.log.write("Add") { try AddEdition(facts, to: dune, uses: true).run(in: $0) }
      me.at("19:00")
      try await me.stop(session.id, page: 260)
      #expect(try await me.log.session(session.id)?.amount == 60)
      #expect(try await me.log.book(dune)?.position == (try Position.page(260, of: 600)))
    }
  }

  @Test(arguments: TestEngine.all)
  func `can be deleted, and the book stays`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 300)
      try await me.track(dune, "16:00-17:00", page: 100)
      let edition = try #require(try await me.log.editions(of: dune).first?.edition.id)
      try await me.log.write("Delete") { try DeleteEdition(edition, of: dune).run(in: $0) }
      #expect(try await me.log.book(dune)?.pages == nil)
      #expect(try await me.log.book(dune)?.position == (try Position.page(100, of: 300)))
      _ = try await me.log.undo()
      #expect(try await me.log.book(dune)?.pages == 300)
    }
  }

  @Test(arguments: TestEngine.all)
  func `of another book, or twice with one ISBN, are rejected`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let (dune, emma) = (try await me.add("Dune"), try await me.add("Emma", pages: 474))
      let other = try #require(try await me.log.editions(of: emma).first?.edition.id)
      let facts = facts(604, "9780441013593")
      try await me.log.write("Add") { try AddEdition(facts, to: dune, uses: false).run(in: $0) }
      #expect(try await me.log.book(dune)?.isbn == "9780441013593", "the first is used")
      try await scratch.refuses("reading.duplicate_edition") {
        try await me.log.write { try AddEdition(facts, to: dune, uses: true).run(in: $0).pages }
      }
      try await scratch.refuses("reading.edition_not_found") {
        try await me.log.write("Use") { try UseEdition(other, of: dune).run(in: $0) }
      }
      try await scratch.refuses("reading.edition_not_found") {
        try await me.log.write("Delete") { try DeleteEdition(other, of: dune).run(in: $0) }
      }
    }
  }
}
