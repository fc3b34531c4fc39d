import Cairn
import CairnExchange
import CairnStore
import CairnTestKit
import Testing
import CairnReports

private func parsed(
  _ text: String,
  columns: [(String, String)] = [],
  dates: DateOrder? = nil
) throws -> AnyListImport {
  try AnyListImport.parse(
    Array(text.utf8),
    columns: columns.map { (field: $0.0, column: $0.1) },
    dates: dates
  )
}

@Suite struct `A list of books with arbitrary columns` {
  @Test func `is recognised by its column names`() throws {
    let list = try parsed(
      """
      Book Name;Author(s);ISBN-13;Read Status;Stars;Start date;Date finished;Page Count;Tags;Average rating
      Emma;Austen, Jane;9780141439587;finished;4.25;2023-01-02;2023/1/5;474;"own, classics";4
      """
    )
    #expect(
      list.mapping.text
        == "title from “Book Name”, authors from “Author(s)”, isbn from “ISBN-13”, "
        + "status from “Read Status”, rating from “Stars”, started from “Start date”, "
        + "finished from “Date finished”, pages from “Page Count”, tags from “Tags”"
    )
    #expect(list.mapping.unused == ["Average rating"])
    let book = try #require(list.library.books.first)
    #expect(list.library.issues == [])
    #expect(book.title == "Emma" && book.authors == ["Jane Austen"])
    #expect(book.isbn?.text == "9780141439587")
    #expect(book.status == .read && book.quarterStars == 17 && book.pages == 474)
    #expect(book.tags == ["own", "classics"])
    #expect(book.readings.map(\.started?.text) == ["2023-01-02"])
    #expect(book.readings.map(\.ended?.text) == ["2023-01-05"])
  }

  @Test func `is mapped by options`() throws {
    let text = "Buch,Fertig,Title\nEmma,2023-01-05,Ms\n"
    let list = try parsed(text, columns: [("title", "Buch"), ("finished", "fertig")])
    #expect(list.library.books.map(\.title) == ["Emma"])
    #expect(list.library.books.map(\.status) == [.read])
    #expect(list.mapping.unused == ["Title"])
  }

  @Test(arguments: [
    ([("titel", "Title")], "usage.map"), ([("title", "Buch")], "usage.map"),
    ([("authors", "Title")], "import.columns"),
  ])
  func `is rejected if it cannot be mapped`(columns: [(String, String)], code: String) {
    let error = #expect(throws: CairnError.self) {
      try parsed("Title,By\nEmma,Me\n", columns: columns)
    }
    #expect(error?.code == code)
  }

  @Test(arguments: [",", ";", "\t"])
  func `uses the separator of its header`(separator: String) throws {
    let lines = [["Title", "Author", "Notes"], ["Emma", "Jane Austen", "a b"]]
    let text = lines.map { $0.joined(separator: separator) }.joined(separator: "\n")
    let book = try #require(try parsed(text).library.books.first)
    #expect(book.title == "Emma" && book.notes == "a b")
    #expect(try FileFormat(sniffing: Array(text.utf8)) == .csv)
  }

  @Test func `is rejected with nothing but a title`() throws {
    let films = "Title,Year,Rating\nSolaris,1972,4\n"
    let error = #expect(throws: CairnError.self) { try FileFormat(sniffing: Array(films.utf8)) }
    #expect(error?.code == "import.columns")
    #expect(
      error?.message.hasSuffix("specific to books; its columns are Title, Year, Rating.") == true
    )
    #expect(error?.hint.contains("--map title=COLUMN") == true)
    #expect(throws: CairnError.self) { try parsed(films) }
    #expect(try parsed(films, columns: [("title", "Title")]).library.books.count == 1)
    #expect(try parsed("Title,ISBN\nSolaris,9780156027601\n").library.books.count == 1)
  }

  @Test func `is rejected if a column is only called name`() throws {
    let bank = "Date,Name,Amount\n2026-01-05,Grocery,-12.50\n"
    let error = #expect(throws: CairnError.self) { try FileFormat(sniffing: Array(bank.utf8)) }
    #expect(error?.code == "import.columns")
    #expect(error?.message.hasSuffix("title column; its columns are Date, Name, Amount.") == true)
    #expect(error?.hint.contains("--map title=COLUMN") == true)
    #expect(throws: CairnError.self) { try parsed(bank) }
    #expect(try parsed(bank, columns: [("title", "Name")]).library.books.count == 1)
  }

  @Test(arguments: ["Name\nEmma\n", "a,b\n1,2\n", "Emma by Jane Austen"])
  func `is not detected without a column of titles`(text: String) {
    #expect(throws: CairnError.self) { try FileFormat(sniffing: Array(text.utf8)) }
  }

  @Test(arguments: [
    ("A", ["A"]), ("Jane Austen", ["Jane Austen"]), ("\"Austen, Jane\"", ["Jane Austen"]),
    ("\"Jane Doe, John Roe\"", ["Jane Doe", "John Roe"]),
    ("\"A; B, C\"", ["A", "B, C"]), ("\"Sammy Davis, Jr.\"", ["Sammy Davis, Jr."]),
  ])
  func `parses the names of authors`(cell: String, names: [String]) throws {
    #expect(try parsed("title,author\nT,\(cell)\n").library.books.map(\.authors) == [names])
  }
}

@Suite struct `Dates in a list of books` {
  private func finished(_ cell: String, _ dates: DateOrder? = nil) throws -> String? {
    let list = try parsed("title,finished\nT,\(cell)\n", dates: dates)
    return list.library.books.first?.readings.first?.ended?.text
  }

  @Test(
    arguments: [
      ("2023-01-05", nil, "2023-01-05"), ("2023/1/5", nil, "2023-01-05"),
      ("2023-01-05T22:10:00Z", nil, "2023-01-05"), ("2023-01-05 22:10", nil, "2023-01-05"),
      ("5.1.2023", nil, "2023-01-05"), ("05.01.2023", .monthFirst, "2023-01-05"),
      ("25/12/2023", nil, "2023-12-25"), ("12/25/2023", nil, "2023-12-25"),
      ("5/5/2023", nil, "2023-05-05"), ("5/1/2023", .dayFirst, "2023-01-05"),
      ("5/1/2023", .monthFirst, "2023-05-01"), ("5-1-2023", .monthFirst, "2023-05-01"),
      ("12/25/2023", .dayFirst, nil), ("2023", nil, "2023"), ("2023-05", nil, "2023-05"),
      ("5/1/23", nil, nil), ("31/2/2023", nil, nil), ("yesterday", nil, nil),
    ] as [(String, DateOrder?, String?)]
  )
  func `are one day or none`(cell: String, dates: DateOrder?, day: String?) throws {
    #expect(try finished(cell, dates) == day)
  }

  @Test func `that are ambiguous are rejected until an option decides`() throws {
    let error = #expect(throws: CairnError.self) {
      try parsed("title,finished\nA,25/12/2023\nB,5/1/2023\n")
    }
    #expect(error?.code == "import.ambiguous_date")
    #expect(error?.message == "Line 3: finished “5/1/2023” is ambiguous: 2023-01-05 or 2023-05-01.")
  }

  @Test(arguments: [
    ("31.02.2020", "a day that does not exist"), ("2020-02-31", "a day that does not exist"),
    ("2/31/2020", "a day that does not exist"), ("soon", "not a date such as 2023/01/05"),
    ("1-2-3", "not a date such as 2023/01/05"),
  ])
  func `that are impossible have a message of their own`(cell: String, rule: String) throws {
    let issues = try parsed("title,finished\nEmma,\(cell)\n").library.issues
    #expect(issues.map(\.message) == ["finished “\(cell)” is \(rule)."])
  }

  @Test func `that are invalid leave the book undated, with an issue`() throws {
    let list = try parsed("title,status,finished\nEmma,read,soon\n")
    #expect(list.library.books[0].readings == [ImportedReading()])
    #expect(list.library.issues.map(\.code) == ["import.date"])
  }
}

@Suite struct `Rating and status in a list of books` {
  @Test(
    arguments: [("4,5", 18), ("4,25", 17), ("4.25", 17), ("4", 16), ("4,5.0", nil), ("8", nil)]
      as [(String, Int64?)]
  )
  func `accept a decimal point or comma`(cell: String, quarters: Int64?) throws {
    let library = try parsed("title;rating;pages\nT;\(cell);9\n").library
    #expect(library.books.map(\.quarterStars) == [quarters])
    let ends = library.issues.map { $0.message.hasSuffix("in quarters, such as 4, 4.25 or 4,5.") }
    #expect(ends == (quarters == nil ? [true] : []))
  }

  @Test(
    arguments: [
      ("wishlist", .wishlist), ("To-Read", .toRead), ("to_read", .toRead),
      ("want to  read", .wishlist),
      ("To Read", .toRead), ("TBR", .toRead), ("not started", .toRead), ("reading", .reading),
      ("Currently Reading", .reading), ("READ", .read), ("done", .read), ("on-hold", .paused),
      ("DNF", .didNotFinish), ("stopped-reading", .didNotFinish),
      ("Currently_Reading", .reading), ("want-to-read", .wishlist),
      ("did-not-finish", .didNotFinish), ("", nil),
    ] as [(String, ReadingStatus?)]
  )
  func `accept many words`(word: String, status: ReadingStatus?) throws {
    let library = try parsed("title,status\nT,\(word)\n").library
    #expect(library.books.map(\.status) == [status])
    #expect(library.issues == [])
  }

  @Test(
    arguments: [
      ("finsihed", .read), ("abandonned", .didNotFinish), ("readingg", .reading),
      ("pauses", .paused), ("raed", nil), ("rea", nil), ("something else", nil),
    ] as [(String, ReadingStatus?)]
  )
  func `may contain a small typo, with an issue`(word: String, status: ReadingStatus?) throws {
    let library = try parsed("title,status\nT,\(word)\n").library
    #expect(library.books.map(\.status) == [status])
    #expect(library.issues.map(\.code) == ["import.status"])
  }

  @Test func `follow from the dates without a word`() throws {
    let library = try parsed(
      "title,started,finished\nA,2023-01-01,2023-01-05\nB,2023-01-01,\nC,,\n"
    ).library
    #expect(library.books.map(\.status) == [.read, .reading, nil])
    #expect(library.books.map(\.readings.count) == [1, 1, 0])
  }

  @Test func `change nothing when the list is imported twice`() async throws {
    try await withLog { scratch in
      let text = "title,author,finished\nEmma,Jane Austen,2023-01-05\nDune,,\n"
      let library = try parsed(text).library
      #expect(try await scratch.take(library).figures == [2, 0, 0, 0, 0])
      #expect(try await scratch.take(library).figures == [0, 0, 2, 0, 0])
      #expect(try await scratch.readings("Emma") == ["finished -..2023-01-05 - -"])
      #expect(try await scratch.book("Dune").status == .toRead)
    }
  }
}
