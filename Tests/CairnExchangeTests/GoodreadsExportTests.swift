import Cairn
import CairnExchange
import Testing

/// Parses a Goodreads file of one book with the 23 columns of 2026; cells not given are empty.
func goodreadsBook(_ cells: [String: String]) throws -> (GoodreadsBook?, [RowIssue]) {
  let columns = [
    "Book Id", "Title", "Author", "Author l-f", "Additional Authors", "ISBN", "ISBN13", "My Rating",
    "Publisher", "Binding", "Number of Pages", "Year Published", "Original Publication Year",
    "Date Read", "Date Added", "Bookshelves", "Bookshelves with positions", "Exclusive Shelf",
    "My Review", "Spoiler", "Private Notes", "Read Count", "Owned Copies",
  ]
  var writer = CSVWriter()
  writer.row(columns)
  writer.row(columns.map { cells[$0] ?? ($0 == "Title" ? "Some Title" : "") })
  let export = try GoodreadsExport.parse(writer.bytes)
  return (export.books.first, export.issues)
}

@Suite struct `Parsing a Goodreads export` {
  @Test(arguments: [
    ("jelu-goodreads1.csv", 31, 10), ("jelu-goodreads_library_export-2022.csv", 24, 10),
    ("goodreads-2026-23col.csv", 23, 3),
  ])
  func `accepts all three generations of columns`(file: String, columns: Int, books: Int) throws {
    let export = try GoodreadsExport.parse(try fixture(file))
    #expect(export.columns.count == columns)
    #expect(export.books.count == books)
    #expect(export.issues == [])
    #expect(export.encoding == .utf8)
    #expect(export.books.allSatisfy { $0.bookID != nil && $0.dateAdded != nil && $0.shelf != nil })
  }

  @Test func `uses every cell of a full row`() throws {
    let file = try fixture("goodreads-2026-23col.csv")
    let book = try #require(try GoodreadsExport.parse(file).books.first)
    #expect(book.line == 2)
    #expect(book.bookID == "101")
    #expect(book.title.text == "Moby-Dick, or, The Whale")
    #expect(book.title.series == nil)
    #expect(book.author == "Herman Melville")
    #expect(book.contributors == [])
    #expect(book.isbn?.text == "9780142437247")
    #expect(book.invalidISBN == nil)
    #expect(book.quarterStars == 20)
    #expect(book.publisher == "Penguin")
    #expect(book.format?.kind == .paperback)
    #expect(book.pages == 720)
    #expect(book.year == 2003)
    #expect(book.originalYear == 1851)
    #expect(book.dateRead?.text == "2026-02-14")
    #expect(book.dateAdded?.text == "2026-01-02")
    #expect(book.shelves == ["sea", "classics"])
    #expect(book.shelf == .read)
    #expect(book.review == "Long.\n\nA \"whale\" of a book,\nwith a line break.")
    #expect(book.isSpoiler == false)
    #expect(book.privateNotes == "lent to Sam")
    #expect(book.readCount == 2)
    #expect(book.ownedCopies == 1)
  }

  @Test func `leaves missing values unknown`() throws {
    let books = try GoodreadsExport.parse(try fixture("goodreads-2026-23col.csv")).books
    let draft = books[1]
    #expect(draft.line == 4)
    #expect(draft.author == nil && draft.isbn == nil && draft.invalidISBN == nil)
    #expect(draft.quarterStars == nil && draft.format == nil && draft.pages == nil)
    #expect(draft.year == nil && draft.originalYear == nil && draft.dateRead == nil)
    #expect(draft.shelf == .toRead && draft.shelves == [])
    let iliad = books[2]
    #expect(iliad.originalYear == -750)
    #expect(iliad.contributors == ["Some Translator"])
    #expect(iliad.shelf == .didNotFinish)
    #expect(iliad.dateRead == nil)
  }

  @Test func `repairs names and shelves of real rows`() throws {
    let file = try fixture("jelu-goodreads_library_export-2022.csv")
    let books = try GoodreadsExport.parse(file).books
    #expect(books[0].originalYear == -50)
    #expect(books[0].format?.kind == .ebook)
    #expect(books[1].author == "Thomas Day")
    #expect(books[3].shelves == ["test-aad", "avec-espace"])
    #expect(books[3].isbn?.text == "9782843048302")
    #expect(books[6].title.text == "Le Crystal des Elfes bleus")
    #expect(books[6].title.series == "Elfes")
    #expect(books[6].title.number == "1")
    #expect(books[6].contributors == ["Kyko Duarte", "Diogo Saito"])
    #expect(books[7].contributors == ["谷口 ジロー"])
    #expect(books[7].shelf == .other("waiting"))
    #expect(books[7].shelves == [])
  }

  @Test func `keeps the whole row as canonical JSON`() throws {
    for file in ["jelu-goodreads1.csv", "goodreads-2026-23col.csv"] {
      let export = try GoodreadsExport.parse(try fixture(file))
      for book in export.books {
        let raw = try JSON(parsing: Array(book.raw.utf8))
        #expect(raw.canonicalText == book.raw)
        #expect(raw["Book Id"] == .string(book.bookID ?? ""))
        guard case .object(let members) = raw else { continue }
        #expect(Set(members.map(\.key)) == Set(export.columns))
      }
    }
  }

  @Test func `accepts any order of columns`() throws {
    let text =
      "title,EXCLUSIVE SHELF,Average Rating,author l-f,Book Id,author\nT,read,4.5,\"B, A\",7,A B\n"
    let book = try #require(try GoodreadsExport.parse(Array(text.utf8)).books.first)
    #expect(book.title.text == "T" && book.author == "A B" && book.bookID == "7")
    #expect(book.quarterStars == nil && book.shelf == .read)
  }

  @Test(arguments: [
    ("Title,Author\nT,A\n", "import.columns"),
    ("Book Id,Title,Author,Exclusive Shelf\n\n", "import.empty"), ("", "csv.header"),
  ])
  func `rejects other files`(text: String, code: String) {
    let error = #expect(throws: CairnError.self) { try GoodreadsExport.parse(Array(text.utf8)) }
    #expect(error?.code == code)
  }

  @Test func `returns the rows around broken ones`() throws {
    let text =
      "Book Id,Title,Author,Exclusive Shelf,My Rating\n"
      + "1,One,A,read,9\n2,Two\n3, ,A,read,1\n4,\"Four,A,read,1\n5,Five,A,read,1\n"
    let export = try GoodreadsExport.parse(Array(text.utf8))
    #expect(export.books.map(\.bookID) == ["1", "5"])
    #expect(
      export.issues.map { "\($0.line) \($0.code)" } == [
        "2 import.rating", "3 csv.columns", "4 import.title", "5 csv.unclosed_quote",
      ]
    )
  }
}

@Suite struct `Cells of a Goodreads row` {
  @Test(
    arguments: [
      ("", nil), ("0", nil), ("0.0", nil), ("5", 20), ("5.0", 20), ("4.25", 17), ("3.5", 14),
      ("0.75", 3), ("4.750", 19),
    ] as [(String, Int64?)]
  )
  func `are rounded to quarter stars`(text: String, expected: Int64?) throws {
    let (book, issues) = try goodreadsBook(["My Rating": text])
    #expect(book?.quarterStars == expected)
    #expect(issues == [])
  }

  @Test(arguments: [
    ("My Rating", "6", "import.rating"), ("My Rating", "5.25", "import.rating"),
    ("My Rating", "4.1", "import.rating"), ("My Rating", "-1", "import.rating"),
    ("My Rating", "five", "import.rating"), ("Number of Pages", "many", "import.number"),
    ("Number of Pages", "-3", "import.number"),
    ("Number of Pages", "99999999999999999999", "import.number"),
    ("Year Published", "9999", "import.number"), ("Read Count", "1.5", "import.number"),
    ("Owned Copies", "-1", "import.number"), ("Date Read", "2023/02/29", "import.date"),
    ("Date Read", "2023", "import.date"), ("Date Read", "23/1/5", "import.date"),
    ("Date Added", "2023/13/01", "import.date"), ("Date Added", "soon", "import.date"),
    ("ISBN13", "9780142437240", "import.isbn"), ("ISBN", "123", "import.isbn"),
  ])
  func `are reported if invalid, and the rest is imported`(
    column: String,
    text: String,
    code: String
  ) throws {
    let (book, issues) = try goodreadsBook([column: text, "Author": "A"])
    #expect(book?.author == "A")
    #expect(issues.map(\.code) == [code])
    #expect(issues.first?.message.contains("“\(text)”") == true)
  }

  @Test(
    arguments: [
      ("9780142437247", "0142437247", "9780142437247", nil),
      ("", "0142437247", "9780142437247", nil),
      ("9780142437240", "0142437247", "9780142437247", nil), ("", "", nil, nil),
      ("9780142437240", "", nil, "9780142437240"), ("9780142437240", "12", nil, "9780142437240"),
    ] as [(String, String, String?, String?)]
  )
  func `contain an ISBN or what is left of it`(
    long: String,
    short: String,
    valid: String?,
    invalid: String?
  ) throws {
    let (book, _) = try goodreadsBook(["ISBN13": long, "ISBN": short])
    #expect(book?.isbn?.text == valid)
    #expect(book?.invalidISBN == invalid)
  }

  @Test(
    arguments: [
      ("2023/01/05", "2023-01-05"), ("2023/1/5", "2023-01-05"), ("2023-01-05", "2023-01-05"),
      ("2024/2/29", "2024-02-29"), (" 1999/12/31 ", "1999-12-31"), ("", nil),
    ] as [(String, String?)]
  )
  func `contain days, never times`(text: String, expected: String?) throws {
    let (book, issues) = try goodreadsBook(["Date Read": text])
    #expect(book?.dateRead?.text == expected)
    #expect(issues == [])
  }

  @Test(
    arguments: [
      ("read", .read), ("currently-reading", .currentlyReading), ("to-read", .toRead),
      ("did-not-finish", .didNotFinish), ("DNF", .didNotFinish), ("waiting", .other("waiting")),
      ("", nil),
    ] as [(String, GoodreadsShelf?)]
  )
  func `contain one exclusive shelf`(text: String, expected: GoodreadsShelf?) throws {
    let (book, _) = try goodreadsBook([
      "Exclusive Shelf": text, "Bookshelves": "own, \(text), sea, own",
    ])
    #expect(book?.shelf == expected)
    #expect(book?.shelves == ["own", "sea"])
  }

  @Test(
    arguments: [
      ("Paperback", .paperback), ("Mass Market Paperback", .paperback), ("Hardcover", .hardcover),
      ("Kindle Edition", .ebook), ("kindle_edition", .ebook), ("ebook", .ebook), ("E-Book", .ebook),
      ("Audible Audio", .audiobook), ("Audio CD", .audiobook), ("Audiobook", .audiobook),
      ("Unknown Binding", .other), ("Broché", .other),
    ] as [(String, GoodreadsFormat.Kind)]
  )
  func `contain the format of the edition`(text: String, kind: GoodreadsFormat.Kind) throws {
    let format = try goodreadsBook(["Binding": text]).0?.format
    #expect(format?.kind == kind)
    #expect(format?.text == text)
  }

  @Test func `list contributors once, without the author`() throws {
    let (book, _) = try goodreadsBook([
      "Author": "Liz    Moore",
      "Additional Authors": "Martin Luther King, Jr., Liz Moore, A  B, A B, Sammy Davis, Jr.",
    ])
    #expect(book?.author == "Liz Moore")
    #expect(book?.contributors == ["Martin Luther King, Jr.", "A B", "Sammy Davis, Jr."])
  }

  @Test(arguments: [("true", true), ("True", true), ("false", false), ("", false)])
  func `mark spoilers`(text: String, expected: Bool) throws {
    #expect(try goodreadsBook(["Spoiler": text]).0?.isSpoiler == expected)
  }
}
