import Cairn
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `Undoing an import except for later edits` {
  @Test(arguments: TestEngine.all)
  func `keeps an edited book with its title and its author`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let (plan, dune) = try imported()
      _ = try await me.log.apply(plan, dryRun: false) { _ in }
      try await me.changeStatus(.reading, dune)
      let line = try #require(try await me.log.history(limit: 2).last?.id)
      let report = try await me.log.undo(line, keepChanged: true)
      #expect(report.kept > 0 && report.undone > 0)
      let books = try await me.log.books()
      #expect(books.map(\.title) == ["Dune"])
      #expect(books.map(\.authors) == ["Frank Herbert"])
      try await scratch.isSound()
    }
  }

  /// Returns the import plan of a file with two books.
  private func imported() throws -> (ImportPlan, Identifier<Entry>) {
    let books = try [("Dune", "Frank Herbert"), ("Emma", "Jane Austen")].map { title, name in
      let author = Author(id: id("author", name), name: name)
      let credits = [Credit(author: author.id)]
      let work = try Work(id: id("work", title), title: title, credits: credits)
      let entry = Entry(id: id("entry", title), work: work.id, status: .wishlist, added: nil)
      let records = [PlannedRecord(entry), PlannedRecord(work), PlannedRecord(author)]
      return ImportItem(line: nil, title: title, records: records)
    }
    let plan = ImportPlan(source: "test", title: "Import two books", items: books, issues: [])
    return (plan, id("entry", "Dune"))
  }

  private func id<Entity>(_ parts: String...) -> Identifier<Entity> {
    Identifier(RecordID(derivedFrom: parts))
  }
}
