import Cairn
import CairnExchange
import CairnStore
import CairnTestKit
import Testing

private func list(_ text: String) throws -> ImportedLibrary {
  try AnyListImport.parse(Array(text.utf8)).library
}

private func only(_ text: String) throws -> ImportedBook {
  let library = try list(text)
  #expect(library.books.count == 1)
  return try #require(library.books.first)
}

@Suite struct `A book list of another app` {
  @Test func `of BookWyrm has authors, ISBNs, reviews and books given up`() throws {
    let library = try list(
      """
      title,author_text,remote_id,openlibrary_key,isbn_10,isbn_13,start_date,finish_date,stopped_date,rating,review_name,review_cw,review_content,review_published,shelf,shelf_name,shelf_date
      The Long River,Ana Prado,https://e.example/book/1,OL1M,0306406152,,2024-01-05,2024-01-20,,4.5,Fine,,Good words,2024-01-21,read,Read,2024-01-20
      Cold Tea,Jo Park,https://e.example/book/2,OL2M,,,2024-02-05,,2024-02-09,,,,,,stopped-reading,Stopped Reading,2024-02-09
      Dawn,Jo Park,,,,9780306406157,,,,,,,,,to-read,To Read,2024-02-09
      """
    )
    let books = library.books
    #expect(library.issues == [])
    #expect(books.map(\.authors) == [["Ana Prado"], ["Jo Park"], ["Jo Park"]])
    #expect(books.map(\.isbn?.text) == ["9780306406157", nil, "9780306406157"])
    #expect(books.map(\.status) == [.read, .didNotFinish, .toRead])
    #expect(books.map(\.shelves) == [[], [], []])
    #expect(books[0].quarterStars == 18 && books[0].review == "Good words")
    let days = books.map {
      $0.readings.map { "\($0.started?.text ?? "-")..\($0.ended?.text ?? "-")" }
    }
    #expect(days == [["2024-01-05..2024-01-20"], ["2024-02-05..2024-02-09"], []])
  }

  @Test func `of calibre has several authors, a number in a series and the date added`() throws {
    let book = try only(
      """
      title,authors,series,series_index,rating,isbn,timestamp,pubdate,comments,tags,uuid
      "Quiet Omens","Ana Prado & Bo Lind","Omens","2.0","4","9780306406157","2021-01-19T22:41:16+01:00","1990-05-01T00:00:00+00:00","<div><p>What the <b>publisher</b> says.</p></div>","fantasy, funny","3051ed45-8943-4900-a22a-d2704e3583df"
      """
    )
    #expect(book.authors == ["Ana Prado", "Bo Lind"])
    #expect(book.series == "Omens" && book.seriesNumber == "2")
    #expect(book.added?.text == "2021-01-19" && book.firstYear == 1_990)
    #expect(book.notes == "What the publisher says." && book.tags == ["fantasy", "funny"])
  }

  @Test func `of Hardcover has its dates, lists and private notes`() throws {
    let book = try only(
      """
      Title,Author,Series,Status,Date Added,Date Started,Date Finished,Rating,Review,Private Notes,Lists,ISBN 10,ISBN 13,Hardcover Book ID
      The Long River,Ana Prado,River (#2.0),Read,2024-01-01,2024-01-05,2024-01-20,4.5,<p>Good</p>,mine,"Owned, Best",0306406152,,12
      """
    )
    #expect(book.series == "River" && book.seriesNumber == "2" && book.status == .read)
    #expect(book.isbn?.text == "9780306406157" && book.shelves == ["Owned", "Best"])
    #expect(book.review == "Good" && book.notes == "mine")
  }

  @Test(arguments: [
    ("Ana Prado & Bo Lind", ["Ana Prado", "Bo Lind"], []),
    ("Prado, Ana & Lind, Bo", ["Ana Prado", "Bo Lind"], []),
    ("Ana Prado, Bo Lind (Translator)", ["Ana Prado"], ["Bo Lind"]),
    (
      "Ana Prado; Bo Lind (Illustrator); Jo Park (Narrator)", ["Ana Prado"], ["Bo Lind", "Jo Park"]
    ),
    ("Ana Prado (Author) & Bo Lind (Übersetzer)", ["Ana Prado"], ["Bo Lind"]),
    ("King (Jr.)", ["King (Jr.)"], []), ("Ana Prado & Ana Prado", ["Ana Prado"], []),
  ])
  func `separates authors from contributors`(
    cell: String,
    authors: [String],
    others: [String]
  ) throws {
    let book = try only("title;author\nEmma;\"\(cell)\"\n")
    #expect(book.authors == authors && book.contributors == others)
  }

  @Test(
    arguments: [
      ("River", "2", "River", "2"), ("River #2", "", "River", "2"),
      ("River (#2.0)", "", "River", "2"),
      ("River, #0.5", "", "River", "0.5"), ("River", "2.50", "River", "2.5"),
      ("River (#1.0)", "3.0", "River", "3"), ("River #1-3; Other #2", "", "River", "1-3"),
      ("River [#4]", "", "River", "4"), ("C# and I", "", "C# and I", nil), ("#1", "", "#1", nil),
    ] as [(String, String, String, String?)]
  )
  func `has a series and the number in it`(
    cell: String,
    number: String,
    series: String,
    place: String?
  ) throws {
    let book = try only("title|series|series_index\nEmma|\(cell)|\(number)\n")
    #expect(book.series == series && book.seriesNumber == place)
  }

  @Test(
    arguments: [
      ("", "0306406152", "9780306406157"), ("9780306406157", "", "9780306406157"),
      ("9780306406150", "0306406152", "9780306406157"), ("", "", nil),
      ("=\"\"", "0-306-40615-2", "9780306406157"),
    ] as [(String, String, String?)]
  )
  func `uses whichever ISBN is valid`(long: String, short: String, isbn: String?) throws {
    #expect(try only("title,isbn13,isbn_10\nEmma,\(long),\(short)\n").isbn?.text == isbn)
  }

  @Test(arguments: [
    ("a < b & c", "a < b & c"), ("<p>One</p><p>Two &amp; three</p>", "One\n\nTwo & three"),
    ("one<br/>two", "one\ntwo"), ("x <b> y &amp; z", "x <b> y &amp; z"),
  ])
  func `has notes and reviews as plain text`(cell: String, text: String) throws {
    let book = try only("title,author,review,comments\nEmma,A,\(cell),\(cell)\n")
    #expect(book.review == text && book.notes == text)
  }

  @Test(
    arguments: [
      (["9", "5", "7,5", "8"], [18, 10, 15, 16], ["import.scale"]),
      (["10", "6", "7.25", "0"], [20, 12, nil, nil], ["import.scale", "import.rating"]),
      (["5", "8", "3"], [20, nil, 12], ["import.rating"]),
      (["80", "95", "3"], [nil, nil, nil], ["import.scale"]),
      (["5", "4.5", "1"], [20, 18, 4], []),
    ] as [([String], [Int64?], [String])]
  )
  func `has ratings in stars or points`(
    cells: [String],
    quarters: [Int64?],
    codes: [String]
  ) throws {
    let rows = cells.enumerated().map { "Book \($0.offset);A;\($0.element)\n" }.joined()
    let library = try list("title;author;rating\n" + rows)
    #expect(library.books.map(\.quarterStars) == quarters)
    #expect(library.issues.map(\.code) == codes)
  }

  @Test func `has a series in its titles if no column has it`() throws {
    let book = try only("title,author\n\"Dune (Dune Chronicles, #1)\",Frank Herbert\n")
    #expect(book.title == "Dune" && book.series == "Dune Chronicles" && book.seriesNumber == "1")
  }

  @Test(
    arguments: [
      ("pubdate", "0101-01-01T00:00:00+00:00", nil), ("publication_date", "5.1.1990", 1_990),
      ("year", "1990", 1_990), ("publish date", "1990-05", 1_990), ("year", "-750", -750),
    ] as [(String, String, Int64?)]
  )
  func `has a year from a year or a date`(column: String, cell: String, year: Int64?) throws {
    let library = try list("title,author,\(column)\nEmma,A,\(cell)\n")
    #expect(library.books.map(\.firstYear) == [year] && library.issues == [])
  }

  @Test(arguments: [
    "Titel;Autor\nEmma;Austen, Jane\n", "Titre;Auteur\nEmma;Jane Austen\n",
    "Título|Autor\nEmma|Jane Austen\n", "Titolo\tAutore\nEmma\tJane Austen\n",
  ])
  func `may have column names in another language`(text: String) throws {
    #expect(try FileFormat(sniffing: Array(text.utf8)) == .csv)
    #expect(try only(text).authors == ["Jane Austen"])
  }
}

@Suite struct `A dry run of a list of books` {
  @Test(arguments: [
    ("Dune: A Novel", 1), ("Dune (Unabridged)", 1), ("Dune - The Graphic Novel", 1), ("Dune", 0),
    ("Dune Messiah", 0), (": Dune", 0),
  ])
  func `names similar books on the shelf`(title: String, similar: Int) async throws {
    try await withLog { scratch in
      try await scratch.take(try list("title,author\nDune,Frank Herbert\n"))
      let file = try list("title,author\n\(title),Frank Herbert\nEmma: A Novel,Jane Austen\n")
      let plan = file.plan(for: try await scratch.log.libraryIndex(), today: scratchDay)
      #expect(plan.similar == similar && plan.issues.count == similar)
      try await scratch.take(file)
      // The first import already reported the books that are on the shelf now.
      let again = file.plan(for: try await scratch.log.libraryIndex(), today: scratchDay)
      #expect(again.similar == 0)
    }
  }

  @Test func `does not match the book of another author`() throws {
    let file = try list("title,author\nDune,Frank Herbert\nDune: A Novel,Jo Park\nDune: x,\n")
    #expect(file.plan(for: LibraryIndex(), today: scratchDay).similar == 0)
  }
}

@Suite struct `A table of an ordinary program` {
  private let rows = "Book Id,Title,Author,Exclusive Shelf,My Rating\n44,Cold Tea,Jo Park,read,4\n"

  @Test(
    arguments: [
      { "sep=,\n" + $0 }, { "sep=;\r\n" + $0.map { $0 == "," ? ";" : String($0) }.joined() },
      { $0.map { $0 == "\n" ? "\r" : String($0) }.joined() },
      { $0.map { $0 == "," ? ";" : String($0) }.joined() },
      { $0.map { $0 == "," ? "\t" : String($0) }.joined() },
      { "\u{FEFF}sep=,\r" + $0.map { $0 == "\n" ? "\r" : String($0) }.joined() },
    ] as [@Sendable (String) -> String]
  )
  func `may use other separators and line breaks`(
    changed: @Sendable (String) -> String
  ) throws {
    let file = Array(changed(rows).utf8)
    #expect(try FileFormat(sniffing: file) == .goodreads)
    let library = try GoodreadsExport.parse(file).library
    #expect(library.books.map(\.title) == ["Cold Tea"] && library.issues == [])
    #expect(library.books.map(\.quarterStars) == [16])
  }

  @Test func `may omit empty cells at the end of a row, with one report`() throws {
    let text =
      "id,title,author,ISBN13,rating,shelf,review,added,finished\n"
      + "38,Quiet Gideon,Ana Prado,,3,read,,2021-11-10,2021-11-11\n"
      + "48,Quiet Harrow,Ana Prado,,3,read,,2021-11-10\n49,Quiet Iris,Ana Prado,,3,read,,2021-11-10\n"
    let library = try list(text)
    #expect(library.books.map(\.title) == ["Quiet Gideon", "Quiet Harrow", "Quiet Iris"])
    #expect(library.books.map { $0.readings.count } == [1, 1, 1])
    let plan = library.plan(for: LibraryIndex(), today: scratchDay)
    let message =
      "2 rows (3, 4): The row has 8 of 9 columns; the missing ones are read as empty."
    #expect(plan.issues.map(\.message) == [message])
  }

  @Test func `may contain an invalid byte, which affects only its cell`() throws {
    var file = Array("title,author\nDer Fluß – Café,Ana Núñez\nZweites Buch,Žan Kovač\nThird".utf8)
    file += [0x92] + Array("s Book,Jo Park\n".utf8)
    let library = try AnyListImport.parse(file).library
    #expect(library.books.map(\.title) == ["Der Fluß – Café", "Zweites Buch", "Third’s Book"])
    #expect(library.books.map(\.authors) == [["Ana Núñez"], ["Žan Kovač"], ["Jo Park"]])
    #expect(library.issues.map(\.line) == [4])
    #expect(library.issues.map(\.code) == ["import.encoding"])
  }

  @Test func `may be truncated within a character`() throws {
    let file = Array("title,author\nFlußlauf,Ana Núñez\nDas Ende,Žan Kova".utf8) + [0xC4]
    let library = try AnyListImport.parse(file).library
    #expect(library.books.map(\.title) == ["Flußlauf", "Das Ende"])
    #expect(library.issues.map(\.line) == [3])
  }
}
