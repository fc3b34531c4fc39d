import Cairn
import CairnActions
import CairnExchange
import CairnStore
import CairnTestKit
import Testing
import CairnReports

private let files = [
  "jelu-goodreads1.csv", "jelu-goodreads_library_export-2022.csv", "goodreads-2026-23col.csv",
]

@Suite struct `Importing a Goodreads library` {
  @Test(arguments: zip(files, [10, 10, 3]))
  func `adds every book of a real export`(file: String, books: Int) async throws {
    try await withLog { scratch in
      let report = try await scratch.take(try fixture(file))
      #expect(report.figures == [books, 0, 0, 0, 0])
      #expect(try await scratch.log.books().count == books)
      try await scratch.isSound()
    }
  }

  @Test(arguments: files)
  func `changes nothing the second time and adds no history entry`(file: String) async throws {
    try await withLog { scratch in
      let file = try fixture(file)
      let first = try await scratch.take(file)
      let before = try await scratch.everything()
      scratch.clock.advance(by: .hours(1))
      #expect(try await scratch.take(file).figures == [0, 0, first.added.count, 0, 0])
      #expect(try await scratch.everything() == before)
      #expect(try await scratch.log.history(limit: 9).count == 1)
    }
  }

  @Test(arguments: files)
  func `does exactly what a dry run reports`(file: String) async throws {
    try await withLog { scratch in
      try await scratch.take(export([row(17_181_203, "Tout Corum", "Michael Moorcock")]))
      let before = try await scratch.everything()
      let promised = try await scratch.take(try fixture(file), dryRun: true)
      #expect(try await scratch.everything() == before)
      #expect(try await scratch.take(try fixture(file)) == promised)
    }
  }

  @Test func `merges one export with the next`() async throws {
    try await withLog { scratch in
      for file in files { try await scratch.take(try fixture(file)) }
      #expect(try await scratch.log.books().count == 16)
      let before = try await scratch.shown()
      let again = try await scratch.take(try fixture(files[1]))
      #expect(again.added == [])
      #expect(try await scratch.shown() == before)
    }
  }

  @Test func `is undone as one entry, and restored by another import`() async throws {
    try await withLog { scratch in
      let empty = try await scratch.shown()
      try await scratch.take(try fixture(files[0]))
      let full = try await scratch.shown()
      _ = try await scratch.log.undo()
      #expect(try await scratch.shown() == empty)
      #expect(try await scratch.take(try fixture(files[0])).figures == [10, 0, 0, 0, 0])
      #expect(try await scratch.shown() == full)
      _ = try await scratch.log.undo()
      #expect(try await scratch.shown() == empty)
      try await scratch.isSound()
    }
  }

  @Test func `restores the same state by a redo`() async throws {
    try await withLog { scratch in
      try await scratch.take(try fixture(files[2]))
      let full = try await scratch.shown()
      _ = try await scratch.log.undo()
      _ = try await scratch.log.redo()
      #expect(try await scratch.shown() == full)
      #expect(try await scratch.take(try fixture(files[2])).figures == [0, 0, 3, 0, 0])
    }
  }

  @Test func `keeps a deleted book deleted, and reports it`() async throws {
    try await withLog { scratch in
      let file = export([row(1, "Emma"), row(2, "Dune")])
      try await scratch.take(file)
      let emma = try await scratch.book("Emma").id
      try await scratch.log.write("Delete") { try DeleteBook(emma).run(in: $0) }
      let report = try await scratch.take(file)
      #expect(report.figures == [0, 0, 1, 0, 1])
      #expect(report.skipped.map(\.line) == [2])
      #expect(
        report.skipped.first?.message.contains("“Emma” was skipped, because you deleted it") == true
      )
      #expect(try await scratch.log.books().map(\.title) == ["Dune"])
    }
  }

  @Test func `keeps a deleted book deleted that was added by hand`() async throws {
    try await withLog { scratch in
      let emma = try await Scenario(scratch).add("Emma")
      try await scratch.log.write("Delete") { try DeleteBook(emma).run(in: $0) }
      #expect(try await scratch.take(export([row(1, "Emma")])).figures == [0, 0, 0, 0, 1])
      #expect(try await scratch.log.books() == [])
    }
  }

  @Test func `reports invalid cells and imports the rest of the row`() async throws {
    try await withLog { scratch in
      let bad = ["ISBN13": "9780000000001", "Date Read": "2023/13/05", "My Rating": "7"]
      let file = export([row(1, "Emma", on: "read", bad), row(2, "", "Nobody")])
      let plan = try GoodreadsExport.parse(file).plan(for: LibraryIndex(), today: scratchDay)
      #expect(plan.issues.map(\.line) == [2, 2, 2, 3])
      #expect(try await scratch.take(file).figures == [1, 0, 0, 0, 0])
      #expect(try await scratch.readings("Emma") == ["finished -..- - -"])
    }
  }
}

@Suite struct `An imported row of Goodreads` {
  @Test func `without dates stays undated, and never gets today's date`() async throws {
    try await withLog { scratch in
      try await scratch.take(export([row(1, "Emma"), row(2, "Dune", on: "currently-reading")]))
      #expect(try await scratch.readings("Emma") == ["finished -..- - -"])
      #expect(try await scratch.readings("Dune") == ["- -..- - -"])
      #expect(try await scratch.book("Emma").added == nil)
      let days = try await scratch.shown().values.joined().filter { $0.contains("2026-01-05") }
      #expect(days == [])
      #expect(try await scratch.count("day_total") == 0)
    }
  }

  @Test func `read three times with one date dates only the last read-through`() async throws {
    try await withLog { scratch in
      let more = ["Read Count": "3", "Date Read": "2021/05/02", "My Rating": "4"]
      try await scratch.take(export([row(1, "Emma", on: "read", more)]))
      #expect(
        try await scratch.readings("Emma")
          == ["finished -..- - -", "finished -..- - -", "finished -..2021-05-02 - 16"]
      )
    }
  }

  @Test func `read once more keeps the date of the previous read-through`() async throws {
    try await withLog { scratch in
      let once = ["Read Count": "1", "Date Read": "2021/05/02", "My Rating": "4"]
      let twice = ["Read Count": "2", "Date Read": "2024/07/01", "My Rating": "5"]
      try await scratch.take(export([row(1, "Emma", on: "read", once)]))
      try await scratch.take(export([row(1, "Emma", on: "read", twice)]))
      #expect(
        try await scratch.readings("Emma")
          == ["finished -..2021-05-02 - 16", "finished -..2024-07-01 - 20"]
      )
    }
  }

  @Test func `with a corrected date moves that read-through`() async throws {
    try await withLog { scratch in
      try await scratch.take(export([row(1, "Emma", on: "read", ["Date Read": "2021/05/02"])]))
      try await scratch.take(export([row(1, "Emma", on: "read", ["Date Read": "2021/05/03"])]))
      #expect(try await scratch.readings("Emma") == ["finished -..2021-05-03 - -"])
    }
  }

  @Test(arguments: ["0", "1", "2"])
  func `in progress counts the open read-through once`(count: String) async throws {
    try await withLog { scratch in
      let more = ["Read Count": count]
      try await scratch.take(export([row(1, "Emma", on: "currently-reading", more)]))
      let before = count == "2" ? ["finished -..- - -"] : []
      #expect(try await scratch.readings("Emma") == ["- -..- - -"] + before)
      #expect(try await scratch.book("Emma").status == .reading)
    }
  }

  @Test(arguments: ["0", "1"])
  func `in progress before and finished now ends that read-through`(count: String) async throws {
    try await withLog { scratch in
      let more = ["Read Count": count]
      try await scratch.take(export([row(1, "Emma", on: "currently-reading", more)]))
      let done = ["Read Count": "1", "Date Read": "2026/01/03"]
      try await scratch.take(export([row(1, "Emma", on: "read", done)]))
      #expect(try await scratch.readings("Emma") == ["finished -..2026-01-03 - -"])
      #expect(try await scratch.book("Emma").status == .read)
      #expect(try await scratch.book("Emma").finished == "2026-01-03")
    }
  }

  @Test func `in progress has no page, and its first session no start page`() async throws {
    try await withLog { scratch in
      let more = ["Number of Pages": "300"]
      try await scratch.take(export([row(1, "Emma", on: "currently-reading", more)]))
      let emma = try await scratch.book("Emma")
      #expect(emma.position == nil)
      let person = Scenario(scratch)
      let session = try await person.start(emma.id)
      scratch.clock.advance(by: .minutes(30))
      try await person.stop(session.id, page: 120)
      let row = try #require(try await scratch.log.session(session.id))
      #expect(row.startPosition == nil)
      #expect(row.endPosition?.value == 120)
      #expect(row.amount == nil)
      #expect(try await scratch.readings("Emma").count == 1)
    }
  }

  @Test(arguments: ["did-not-finish", "dnf", "abandoned"])
  func `given up is not finished`(shelf: String) async throws {
    try await withLog { scratch in
      try await scratch.take(export([row(1, "Emma", on: shelf, ["Date Read": "2025/11/01"])]))
      #expect(try await scratch.readings("Emma") == ["gave_up -..2025-11-01 - -"])
      let emma = try await scratch.book("Emma")
      #expect(emma.status == .didNotFinish)
      #expect(emma.finished == nil)
    }
  }

  @Test(arguments: [
    ("waiting", "0", ReadingStatus.toRead), ("waiting", "1", .toRead),
    ("on-hold", "0", .paused), ("", "0", .toRead),
  ])
  func `on a custom shelf keeps that shelf`(
    shelf: String,
    copies: String,
    status: ReadingStatus
  ) async throws {
    try await withLog { scratch in
      let more = ["Bookshelves": "\(shelf), gifts", "Owned Copies": copies, "Read Count": "0"]
      try await scratch.take(export([row(1, "Emma", on: shelf, more)]))
      let emma = try await scratch.book("Emma")
      #expect(emma.status == status)
      #expect(emma.shelves == (shelf.isEmpty ? "gifts" : "gifts\n\(shelf)"))
    }
  }

  @Test func `with an invalid ISBN keeps it as text and never matches by it`() async throws {
    try await withLog { scratch in
      let wrong = ["ISBN13": "9780000000001"]
      let file = export([row(1, "Emma", on: "read", wrong), row(2, "Dune", on: "read", wrong)])
      try await scratch.take(file)
      #expect(try await scratch.log.books().count == 2)
      #expect(try await scratch.count("edition") == 2)
      let kept = try await scratch.everything()["record"]?.filter {
        // PostgreSQL writes a space after the colon.
        $0.replacing(" ", with: "").contains(#"\"unverifiedISBN\":\"9780000000001\""#)
      }
      #expect(kept?.count == 2)
      #expect(try await scratch.take(file).figures == [0, 0, 2, 0, 0])
    }
  }
}
