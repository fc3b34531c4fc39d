import Cairn
import CairnExchange
import CairnStore
import CairnTestKit
import Testing
import CairnReports

private let columns = [
  "Title", "Authors", "Contributors", "ISBN/UID", "Format", "Read Status", "Date Added",
  "Last Date Read", "Dates Read", "Read Count", "Moods", "Pace", "Star Rating", "Review", "Tags",
  "Owned?",
]

private func file(_ rows: [String: String]...) -> [UInt8] {
  var writer = CSVWriter()
  writer.row(columns)
  let usual = ["Title": "Emma", "Authors": "Jane Austen", "Read Status": "read"]
  for row in rows { writer.row(columns.map { row[$0] ?? usual[$0] ?? "" }) }
  return writer.bytes
}

private func parsed(_ cells: [String: String]) throws -> (ImportedBook, [RowIssue]) {
  let library = try StoryGraphExport.parse(file(cells))
  return (try #require(library.books.first), library.issues)
}

/// Returns a reading as `2022-03-06..2022-03-22 finished`, `-` if unknown.
private func text(_ reading: ImportedReading) -> String {
  let days = [reading.started, reading.ended].map { $0?.text ?? "-" }
  return "\(days[0])..\(days[1]) \(reading.outcome?.name ?? "open")"
}

@Suite struct `Parsing a StoryGraph export` {
  @Test func `uses every cell of a full row`() throws {
    let library = try StoryGraphExport.parse(try fixture("storygraph.csv"))
    let book = try #require(library.books.first)
    #expect(book.title == "Moby-Dick")
    #expect(book.authors == ["Herman Melville", "Some Editor"])
    #expect(book.contributors == ["Jane Doe"])
    #expect(book.isbn?.text == "9780142437247")
    #expect(book.format == "audio")
    #expect(book.status == .read)
    #expect(book.added?.text == "2022-03-01")
    #expect(book.quarterStars == 17)
    #expect(book.tags == ["sea", "classics"])
    #expect(book.review == "Line one\nline two")
    #expect(
      book.readings.map(text) == [
        "2022-03-06..2022-03-22 finished", "2024-03-01..2024-03-22 finished",
      ]
    )
    #expect(book.readings.map(\.quarterStars) == [nil, 17])
  }

  @Test func `does not use a UUID as an ISBN`() throws {
    let library = try StoryGraphExport.parse(try fixture("storygraph.csv"))
    let iliad = library.books[1]
    #expect(iliad.isbn == nil && iliad.invalidISBN == nil)
    #expect(iliad.sourceID == "b7d3c0de-0000-4000-8000-000000000001")
    #expect(iliad.status == .didNotFinish)
    #expect(iliad.readings.map(text) == ["-..- gave_up"])
    #expect(library.issues.map { "\($0.line) \($0.code)" } == ["5 import.isbn"])
  }

  @Test(
    arguments: [
      ("read", "", ["-..- finished"]),
      ("read", "2022/03/22", ["-..2022-03-22 finished"]),
      ("read", "2022/3/6-2022/3/22", ["2022-03-06..2022-03-22 finished"]),
      ("read", "2022-03-06-2022-03-22", ["2022-03-06..2022-03-22 finished"]),
      ("read", "2022-03-06 - 2022-03-22", ["2022-03-06..2022-03-22 finished"]),
      ("read", "2022/03/06-", ["2022-03-06..- finished"]),
      ("read", "2022/03-2022/04", ["2022-03..2022-04 finished"]),
      ("read", "2022-03-2022-04", ["2022-03..2022-04 finished"]),
      ("read", "2021-2022", ["2021..2022 finished"]),
      ("read", "2022", ["-..2022 finished"]), ("read", "2022-03", ["-..2022-03 finished"]),
      ("read", "2022/03-2022", ["2022-03..2022 finished"]),
      (
        "read", "2024/03/01-2024/03/22, 2022/03/06-2022/03/22",
        ["2022-03-06..2022-03-22 finished", "2024-03-01..2024-03-22 finished"]
      ),
      ("currently-reading", "2026/01/06", ["2026-01-06..- open"]),
      ("currently-reading", "", ["-..- open"]),
      (
        "currently-reading", "2022/03/06-2022/03/22, 2026/01/06",
        ["2022-03-06..2022-03-22 finished", "2026-01-06..- open"]
      ),
      ("paused", "2026/01/06", ["2026-01-06..- open"]),
      ("did-not-finish", "2022/03/06-2022/03/22", ["2022-03-06..2022-03-22 gave_up"]),
      ("to-read", "", []),
    ] as [(String, String, [String])]
  )
  func `returns several ranges as several read-throughs`(
    status: String,
    dates: String,
    expected: [String]
  ) throws {
    let (book, issues) = try parsed(["Read Status": status, "Dates Read": dates])
    #expect(book.readings.map(text) == expected)
    #expect(issues == [])
  }

  @Test(arguments: [
    ("soon", "import.date"), ("2022/13", "import.date"), ("2022/02/30", "import.date"),
    ("2022/03/22-2022/03/06", "import.reversed_dates"),
  ])
  func `leaves unreadable dates out, and reports them`(dates: String, code: String) throws {
    let (book, issues) = try parsed(["Dates Read": dates])
    #expect(book.readings.map(text) == ["-..- finished"])
    #expect(Set(issues.map(\.code)) == [code])
  }

  @Test func `counts undated read-throughs by the read count`() throws {
    let cells = ["Read Count": "3", "Dates Read": "2024/03/01-2024/03/22"]
    let (book, _) = try parsed(cells)
    #expect(
      book.readings.map(text) == [
        "-..- finished", "-..- finished", "2024-03-01..2024-03-22 finished",
      ]
    )
  }

  @Test(arguments: [
    ("did-not-finish", "", "1", ["-..- gave_up"]),
    ("did-not-finish", "2022/03/06-2022/03/22", "1", ["2022-03-06..2022-03-22 gave_up"]),
    (
      "did-not-finish", "2022/03/06-2022/03/22", "2",
      ["-..- finished", "2022-03-06..2022-03-22 gave_up"]
    ),
    ("currently-reading", "2026/01/06", "1", ["2026-01-06..- open"]),
    ("paused", "", "1", ["-..- open"]),
    ("currently-reading", "", "2", ["-..- finished", "-..- open"]),
  ])
  func `includes an open or given up read-through in the count`(
    status: String,
    dates: String,
    count: String,
    expected: [String]
  ) throws {
    let cells = ["Read Status": status, "Dates Read": dates, "Read Count": count]
    #expect(try parsed(cells).0.readings.map(text) == expected)
  }

  @Test func `uses the last date if it is the only one`() throws {
    let (book, _) = try parsed(["Last Date Read": "2024/03/22"])
    #expect(book.readings.map(text) == ["-..2024-03-22 finished"])
  }

  @Test(arguments: [("Yes", false), ("No", true), ("", true)])
  func `may put unowned books on the wishlist`(owned: String, isWishlisted: Bool) throws {
    let book = try parsed(["Read Status": "to-read", "Owned?": owned]).0
    #expect(book.status == .toRead && book.isWishlisted == isWishlisted)
  }

  @Test func `reports an unknown status`() throws {
    let (book, issues) = try parsed(["Read Status": "borrowed"])
    #expect(book.status == nil)
    #expect(issues.map(\.code) == ["import.status"])
  }
}

@Suite struct `Importing a StoryGraph library again` {
  private func readings(_ files: [UInt8]...) async throws -> [String] {
    var result: [String] = []
    try await withLog { scratch in
      for file in files { try await scratch.take(try StoryGraphExport.parse(file)) }
      try await scratch.isSound()
      result = try await scratch.readings("Emma")
    }
    return result
  }

  @Test(arguments: ["2026/01/01", ""])
  func `finishes the open read-through`(started: String) async throws {
    let before = file(["Read Status": "currently-reading", "Dates Read": started])
    let dates = started.isEmpty ? "2026/01/04" : "\(started)-2026/01/04"
    let first = started.isEmpty ? "-" : "2026-01-01"
    #expect(
      try await readings(before, file(["Dates Read": dates])) == [
        "finished \(first)..2026-01-04 - -"
      ]
    )
  }

  @Test func `keeps read-throughs apart when an earlier one is added`() async throws {
    let later = "2024/03/01-2024/03/22"
    let found = try await readings(
      file(["Dates Read": later]),
      file(["Dates Read": "2022/03/06-2022/03/22, \(later)"])
    )
    #expect(
      found == ["finished 2022-03-06..2022-03-22 - -", "finished 2024-03-01..2024-03-22 - -"]
    )
  }

  @Test func `applies a corrected date`() async throws {
    let found = try await readings(
      file(["Dates Read": "2022/03/06-2022/03/22"]),
      file(["Dates Read": "2022/03/06-2022/04/22"])
    )
    #expect(found == ["finished 2022-03-06..2022-04-22 - -"])
  }

  @Test func `keeps the status of a book without one in the file`() async throws {
    try await withLog { scratch in
      let person = Scenario(scratch)
      let emma = try await person.add("Emma", status: .reading)
      try await person.changeStatus(.paused, emma)
      try await scratch.take(try StoryGraphExport.parse(file(["Read Status": ""])))
      #expect(try await scratch.book("Emma").status == .paused)
    }
  }
}
