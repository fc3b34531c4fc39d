import Cairn
import CairnActions
import CairnExchange
import CairnStore
import CairnTestKit
import Testing
import CairnReports

/// An import's data about a duplicate applies to the merged book.
@Suite struct `An import after merging two of its books` {
  private let rows = [
    row(
      1,
      "Dune",
      "Frank Herbert",
      on: "read",
      ["Date Read": "2022/03/01", "My Rating": "4", "Number of Pages": "604"]
    ),
    row(2, "Dune Deluxe", "Frank Herbert", on: "read", ["ISBN13": "9780441013593"]),
  ]

  private func merge(_ scratch: ScratchLog, _ one: String, _ other: String) async throws {
    let (id, duplicate) = (try await scratch.book(one).id, try await scratch.book(other).id)
    try await scratch.log.write("Merge") { try MergeBooks(id, duplicate).run(in: $0) }
  }

  @Test func `adds no book, omits none, and reads none twice`() async throws {
    try await withLog { scratch in
      try await scratch.take(export(rows))
      try await merge(scratch, "Dune", "Dune Deluxe")
      let readings = try await scratch.readings("Dune")
      let report = try await scratch.take(export(rows))
      #expect(report.added.isEmpty && report.skipped.isEmpty)
      #expect(try await scratch.log.books().map(\.title) == ["Dune"])
      #expect(try await scratch.readings("Dune") == readings)
      #expect(try await scratch.count("edition") == 2)
      #expect(try await scratch.take(export(rows)).updated.isEmpty)
      try await scratch.isSound()
    }
  }

  @Test func `adds changes of the duplicate to the book`() async throws {
    try await withLog { scratch in
      try await scratch.take(export(rows))
      try await merge(scratch, "Dune", "Dune Deluxe")
      let longer = [
        rows[0],
        row(
          2,
          "Dune Deluxe",
          "Frank Herbert",
          on: "read",
          ["ISBN13": "9780441013593", "Publisher": "Ace"]
        ),
      ]
      try await scratch.take(export(longer))
      #expect(try await scratch.log.books().map(\.title) == ["Dune"])
      let dune = try await scratch.book("Dune").id
      let editions = try await scratch.log.editions(of: dune).map(\.edition)
      #expect(editions.contains { $0.isbn == "9780441013593" && $0.publisher == "Ace" })
      try await scratch.isSound()
    }
  }

  @Test func `adds new sessions of the duplicate to the book`() async throws {
    try await withLog { scratch in
      try await scratch.take(statistics(views("2026-01-04T20:00:00Z", 1...30)))
      let title = try #require(try await scratch.log.books().first?.title)
      _ = try await Scenario(scratch).add("My own", pages: 300)
      try await merge(scratch, "My own", title)
      let later = views("2026-01-04T20:00:00Z", 1...30) + views("2026-01-05T10:00:00Z", 31...50)
      let report = try await scratch.take(statistics(later))
      #expect(report.skipped.isEmpty)
      #expect(try await scratch.log.books().map(\.title) == ["My own"])
      let own = try await scratch.book("My own").id
      #expect(try await scratch.log.totals(of: own).sessions == 2)
      try await scratch.isSound()
    }
  }
}
