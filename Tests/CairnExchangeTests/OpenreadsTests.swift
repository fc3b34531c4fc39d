import Cairn
import CairnExchange
import Testing

private let columns = [
  "title", "subtitle", "author", "status", "favourite", "deleted", "rating", "pages",
  "publication_year", "isbn", "olid", "tags", "my_review", "notes", "book_format", "readings",
  "date_added",
]

private func parsed(_ cells: [String: String]) throws -> (ImportedBook?, [RowIssue]) {
  var writer = CSVWriter()
  writer.row(columns)
  writer.row(columns.map { cells[$0] ?? ($0 == "title" ? "Emma" : "") })
  let library = try OpenreadsExport.parse(writer.bytes)
  return (library.books.first, library.issues)
}

@Suite struct `Parsing an Openreads export` {
  @Test func `uses every cell of a full row`() throws {
    let library = try OpenreadsExport.parse(try fixture("openreads.csv"))
    let book = try #require(library.books.first)
    #expect(library.issues == [])
    #expect(book.title == "Emma")
    #expect(book.authors == ["Jane Austen"])
    #expect(book.isbn?.text == "9780141439587")
    #expect(book.status == .read)
    #expect(book.quarterStars == 18)
    #expect(book.pages == 474 && book.firstYear == 1815)
    #expect(book.format == "paperback")
    #expect(book.tags == ["owned", "classics"] && book.shelves == ["favourite"])
    #expect(book.added?.text == "2024-03-01")
    #expect(book.readings.map(\.started?.text) == ["2023-10-27", nil])
    #expect(book.readings.map(\.ended?.text) == ["2023-11-28", "2025-12-10"])
    #expect(library.books[1].status == .wishlist)
  }

  @Test(
    arguments: [
      ("finished", .read), ("in_progress", .reading), ("planned", .wishlist),
      ("abandoned", .didNotFinish), ("unknown", nil), ("", nil),
    ] as [(String, ReadingStatus?)]
  )
  func `recognises every status`(word: String, status: ReadingStatus?) throws {
    let (book, issues) = try parsed(["status": word])
    #expect(book?.status == status)
    #expect(issues == [])
  }

  @Test func `accepts older readings without a time`() throws {
    let (book, issues) = try parsed(["status": "finished", "readings": "2020-01-02T00:00:00.000|"])
    #expect(book?.readings.map(\.started?.text) == ["2020-01-02"])
    #expect(book?.readings.map(\.outcome) == [.finished])
    #expect(issues == [])
  }

  @Test func `excludes the trash, and reports it`() throws {
    let (book, issues) = try parsed(["deleted": "true"])
    #expect(book == nil)
    #expect(issues.map(\.code) == ["openreads.deleted"])
  }

  @Test func `joins title and subtitle`() throws {
    #expect(try parsed(["subtitle": "A Novel"]).0?.title == "Emma: A Novel")
  }
}
