import Cairn
import CairnExchange
import CairnStore
import Testing
import CairnReports

/// Returns a tab-separated file with one row of these cells.
private func file(_ cells: [(String, String)]) -> [UInt8] {
  var all = [
    ("Book Id", "1"), ("Title", "Emma"), ("Primary Author", "Austen, Jane"), ("Collections", ""),
  ]
  for cell in cells {
    if let place = all.firstIndex(where: { $0.0 == cell.0 }) {
      all[place] = cell
    } else {
      all.append(cell)
    }
  }
  let lines = [all.map { $0.0 }, all.map { $0.1 }].map { $0.joined(separator: "\t") }
  return Array((lines.joined(separator: "\r\n") + "\r\n").utf8)
}

private func parsed(_ cells: (String, String)...) throws -> (ImportedBook, [RowIssue]) {
  let library = try LibraryThingExport.parse(file(cells))
  return (try #require(library.books.first), library.issues)
}

@Suite struct `Parsing a LibraryThing export` {
  @Test func `uses every cell of a full row`() throws {
    let library = try LibraryThingExport.parse(try fixture("librarything-latin1.tsv"))
    let book = try #require(library.books.first)
    #expect(library.issues == [])
    #expect(book.sourceID == "1001")
    #expect(book.title == "Les Misérables")
    #expect(book.authors == ["Victor Hugo"])
    #expect(book.isbn?.text == "9782253096344")
    #expect(book.quarterStars == 18)
    #expect(book.pages == 590)
    #expect(book.format == "Broché")
    #expect(book.year == 1985)
    #expect(book.added?.text == "2006-08-09")
    #expect(book.status == .read)
    #expect(book.tags == ["roman", "français"] && book.shelves == [])
    #expect(book.readings.map(\.started?.text) == ["2007-04-16"])
    #expect(book.readings.map(\.ended?.text) == ["2007-05-08"])
  }

  @Test func `uses its date only as the year of the edition`() async throws {
    try await withLog { scratch in
      try await scratch.take(try LibraryThingExport.parse(try fixture("librarything-latin1.tsv")))
      let book = try await scratch.book("Les Misérables")
      #expect(book.year == 1985 && book.firstYear == nil)
    }
  }

  @Test func `returns the same from UTF-8`() throws {
    let latin = try fixture("librarything-latin1.tsv")
    let text = String(String.UnicodeScalarView(latin.map { Unicode.Scalar($0) }))
    let expected = try LibraryThingExport.parse(latin)
    #expect(try LibraryThingExport.parse(Array(text.utf8)) == expected)
    #expect(try LibraryThingExport.parse([0xEF, 0xBB, 0xBF] + Array(text.utf8)) == expected)
  }

  @Test(
    arguments: [
      ("Your library", nil), ("Wishlist", .wishlist), ("To read", .wishlist),
      ("Your library, To read", .toRead), ("Your library, Currently reading", .reading),
      ("Read but unowned", .read), ("Poetry", nil),
    ] as [(String, ReadingStatus?)]
  )
  func `derives the status from the collections`(
    text: String,
    status: ReadingStatus?
  ) throws {
    let (book, issues) = try parsed(("Collections", text))
    #expect(book.status == status)
    #expect(book.shelves == (text == "Poetry" ? ["Poetry"] : []))
    #expect(issues == [])
  }

  @Test func `treats a started book as in progress`() throws {
    let (book, _) = try parsed(("Date Started", "[2026-01-02]"), ("Collections", "Wishlist"))
    #expect(book.status == .reading)
    #expect(book.readings.map(\.started?.text) == ["2026-01-02"])
    #expect(book.readings.map(\.outcome) == [nil])
  }

  @Test func `reorders names and separates authors from contributors`() throws {
    let (book, _) = try parsed(
      ("Secondary Author", "Sandock, Mollie|Homer|King, Stephen"),
      ("Secondary Author Roles", "Editor||Author")
    )
    #expect(book.authors == ["Jane Austen", "Stephen King"])
    #expect(book.contributors == ["Mollie Sandock", "Homer"])
  }

  @Test(arguments: [
    (#"The "Genius""#, #"The "Genius""#), (#""Genius" and so on"#, #""Genius" and so on"#),
    (#""all of it""#, "all of it"), (#"6" of snow"#, #"6" of snow"#), (#"""#, #"""#),
  ])
  func `keeps quotes literally`(cell: String, title: String) throws {
    let (book, issues) = try parsed(("Title", cell))
    #expect(book.title == title)
    #expect(issues == [])
  }

  @Test(arguments: [("[]", nil), ("[0]", "import.isbn"), ("[2253096342]", nil)])
  func `finds the ISBN in brackets`(cell: String, code: String?) throws {
    let (book, issues) = try parsed(("ISBN", cell))
    #expect(issues.first?.code == code)
    #expect(book.isbn?.text == (cell.count > 9 ? "9782253096344" : nil))
  }

  @Test func `joins the two kinds of comments`() throws {
    let (book, _) = try parsed(("Comment", "blue"), ("Private Comment", "lent"))
    #expect(book.notes == "blue\n\nlent")
  }
}
