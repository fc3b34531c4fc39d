import Cairn
import CairnExchange
import CairnStore
import CairnTestKit
import Testing
import CairnReports

private let goodreads = "Book Id,Title,Author,Exclusive Shelf,Date Read,Date Added\n"
private let storygraph = "Title,Authors,ISBN/UID,Read Status,Dates Read,Date Added\n"
private let librarything = "Book Id\tTitle\tPrimary Author\tCollections\tDate Read\tEntry Date\n"
private let openreads = "title,author,status,readings,book_format,date_added\n"

/// The scratch clock's date is 2026-01-05.
@Suite struct `A future date` {
  @Test(
    arguments: [
      (.goodreads, goodreads + "1,Emma,Jane Austen,read,2031/01/01,2020/01/01"),
      (.storygraph, storygraph + "Emma,Jane Austen,,read,2031/01/01,2020/01/01"),
      (.librarything, librarything + "1\tEmma\tAusten, Jane\t\t[2031-01-01]\t[2020-01-01]"),
      (.openreads, openreads + "Emma,Jane Austen,finished,|2031-01-01T00:00|,x,2020-01-01T00:00"),
      (.csv, "title,author,finished,added\nEmma,Jane Austen,2031-01-01,2020-01-01"),
    ] as [(FileFormat, String)]
  )
  func `is dropped from every list, with the line`(
    format: FileFormat,
    text: String
  ) async throws {
    try await withLog { scratch in
      let file = Array(text.utf8)
      let library = try format.library(file) ?? AnyListImport.parse(file).library
      let plan = library.plan(for: LibraryIndex(), today: scratchDay)
      #expect(
        plan.issues == [
          ImportIssue(
            line: 2,
            message: "“Emma”: Wed 1 Jan 2031 is in the future and was skipped."
          )
        ]
      )
      #expect(try await scratch.take(library).figures == [1, 0, 0, 0, 0])
      #expect(try await scratch.readings("Emma") == ["finished -..- - -"])
      #expect(try await scratch.book("Emma").added == "2020-01-01")
    }
  }

  @Test(
    arguments: [
      ("2026-01-06", nil), ("2026-01-05", "2026-01-05"), ("2026-01", "2026-01"), ("2026", "2026"),
      ("2026-02", nil), ("2027", nil),
    ] as [(String, String?)]
  )
  func `is one with no day in the past`(cell: String, taken: String?) async throws {
    try await withLog { scratch in
      let text = "title,status,finished\nEmma,read,\(cell)\n"
      try await scratch.take(try AnyListImport.parse(Array(text.utf8)).library)
      #expect(try await scratch.readings("Emma") == ["finished -..\(taken ?? "-") - -"])
    }
  }

  @Test func `may be a start, or when the book was added`() async throws {
    try await withLog { scratch in
      let text = "title,status,started,added\nEmma,reading,2026-01-06,2031-01-01\n"
      let library = try AnyListImport.parse(Array(text.utf8)).library
      #expect(library.plan(for: LibraryIndex(), today: scratchDay).issues.count == 2)
      try await scratch.take(library)
      #expect(try await scratch.readings("Emma") == ["- -..- - -"])
      #expect(try await scratch.book("Emma").added == nil)
    }
  }

  @Test func `is imported once it is past`() async throws {
    try await withLog { scratch in
      let text = "title,finished\nEmma,2026-01-06\n"
      let library = try AnyListImport.parse(Array(text.utf8)).library
      try await scratch.take(library)
      let plan = library.plan(for: try await scratch.log.libraryIndex(), today: scratchDay + 1)
      _ = try await scratch.log.apply(plan, dryRun: false) { _ in }
      #expect(try await scratch.readings("Emma") == ["finished -..2026-01-06 - -"])
    }
  }
}

@Suite struct `A future session` {
  @Test func `sets neither the added date nor the start of its book`() async throws {
    try await withLog { scratch in
      let file = statistics(
        of: ["Dune", "Emma"],
        views("2026-01-04T20:00:00Z", 1...3),
        views("2026-01-05T20:00:00Z", 4...9),
        views("2031-01-05T20:00:00Z", 1...3, book: 2)
      )
      let report = try await scratch.take(file)
      #expect(report.figures == [2, 0, 0, 0, 2])
      #expect(report.skipped.count == 2)
      #expect(try await scratch.log.books().map(\.title) == ["Dune"])
      #expect(try await scratch.book("Dune").added == "2026-01-04")
      #expect(try await scratch.readings("Dune") == ["- 2026-01-04..- page:3/300 -"])
    }
  }

  @Test func `of a Kindle adds no book`() async throws {
    try await withLog { scratch in
      let text =
        "start_timestamp,end_timestamp,ASIN,total_reading_millis,product_name\n"
        + "2031-01-01T10:00:00Z,2031-01-01T11:00:00Z,B1,3600000,Emma\n"
      let plan = try KindleSessions.parse(Array(text.utf8))
        .plan(for: LibraryIndex(), titles: KindleTitles(), zone: .utc, now: scratchNow)
      let report = try await scratch.log.apply(plan, dryRun: false) { _ in }
      #expect(report.added == [] && report.skipped.count == 1)
      #expect(try await scratch.log.books() == [])
    }
  }
}
