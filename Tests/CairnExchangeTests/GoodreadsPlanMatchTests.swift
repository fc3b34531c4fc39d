import Cairn
import CairnActions
import CairnExchange
import CairnStore
import CairnTestKit
import Testing
import CairnReports

private let malibu = [
  row(
    1,
    "Malibu Rising",
    "Taylor Jenkins Reid",
    on: "read",
    [
      "ISBN13": "9781524798659", "My Rating": "4", "Date Read": "2022/03/01",
      "Original Publication Year": "2021", "Number of Pages": "369",
    ]
  ),
  row(
    2,
    "Malibu Rising",
    "Taylor Jenkins Reid",
    on: "read",
    ["My Rating": "3", "Year Published": "2022", "Additional Authors": "Julia Whelan"]
  ),
]

private let midnight = [
  row(3, "The Midnight Library", "Matt Haig", on: "read", ["ISBN13": "9780525559474"]),
  row(4, "The Midnight Library", "Matt Haig", on: "to-read", ["Binding": "Kindle Edition"]),
]

private let projects = [
  row(5, "The 1619 Project: A New Origin Story", "Nikole Hannah-Jones"),
  row(6, "The 1619 Project: Born on the Water", "Nikole Hannah-Jones"),
]

@Suite struct `Two rows of one work` {
  @Test(arguments: [malibu, malibu.reversed()])
  func `that were both read are one book with two editions and two read-throughs`(
    rows: [[String: String]]
  ) async throws {
    try await withLog { scratch in
      try await scratch.take(export(rows))
      #expect(try await scratch.log.books().count == 1)
      #expect(try await scratch.count("edition") == 2)
      #expect(
        try await scratch.readings("Malibu Rising")
          == ["finished -..- - 12", "finished -..2022-03-01 - 16"]
      )
      try await scratch.isSound()
    }
  }

  @Test(arguments: [midnight, midnight.reversed()])
  func `have the status of the one read furthest`(rows: [[String: String]]) async throws {
    try await withLog { scratch in
      try await scratch.take(export(rows))
      #expect(try await scratch.book("The Midnight Library").status == .read)
      #expect(try await scratch.count("edition") == 2)
      #expect(try await scratch.readings("The Midnight Library") == ["finished -..- - -"])
    }
  }

  @Test(arguments: [
    malibu, malibu.reversed(), midnight, midnight.reversed(),
    [row(1, "Emma", "Ann Author"), row(2, "Dune", "ANN AUTHOR"), row(3, "EMMA", "Ann Áuthor")],
    [row(1, "Emma"), row(1, "Emma", on: "read", ["My Rating": "5"])],
    [
      row(1, "Emma", on: "read", ["ISBN13": "9780525559474"]),
      row(2, "Emma: A Novel", on: "to-read", ["ISBN13": "9780525559474"]),
      row(3, "Emma: A Novel", on: "to-read"),
    ],
    [
      row(1, "Emma: A Novel", on: "to-read"),
      row(2, "Emma", on: "read", ["ISBN13": "9780525559474"]),
      row(3, "Emma: A Novel", on: "to-read", ["ISBN13": "9780525559474"]),
    ],
    [row(1, "Emma", ""), row(2, "Emma", "Jane Austen"), row(3, "Emma", "Alexander McCall Smith")],
  ])
  func `change nothing when imported again`(rows: [[String: String]]) async throws {
    try await withLog { scratch in
      try await scratch.take(export(rows))
      let before = try await scratch.everything()
      let count = Set(rows.map { $0["Book Id"] }).count
      #expect(try await scratch.take(export(rows)).figures == [0, 0, count, 0, 0])
      #expect(try await scratch.everything() == before)
      #expect(try await scratch.count("author") <= 3)
    }
  }

  @Test func `with different subtitles are two books`() async throws {
    try await withLog { scratch in
      let report = try await scratch.take(export(projects))
      #expect(report.figures == [2, 0, 0, 0, 0])
      #expect(try await scratch.log.books().count == 2)
      #expect(try await scratch.count("author") == 1)
    }
  }

  @Test func `by different authors are two books`() async throws {
    try await withLog { scratch in
      try await scratch.take(
        export([row(1, "Emma", "Jane Austen"), row(2, "Emma", "F. W. Kenyon")])
      )
      #expect(try await scratch.log.books().count == 2)
    }
  }
}

@Suite struct `A book added by hand` {
  private func add(_ book: NewBook, to scratch: ScratchLog) async throws {
    try await scratch.log.write("Add a book") { try AddBook(book, zone: "UTC").run(in: $0) }
  }

  @Test func `is matched by its ISBN, whatever its title`() async throws {
    try await withLog { scratch in
      try await add(NewBook(title: "My Emma", isbn: "9780525559474"), to: scratch)
      let file = export([row(1, "Emma", "Jane Austen", on: "read", ["ISBN13": "9780525559474"])])
      let report = try await scratch.take(file)
      #expect(report.added == [])
      #expect(try await scratch.log.books().map(\.title) == ["My Emma"])
      #expect(try await scratch.count("edition") == 1)
      #expect(try await scratch.take(file).figures == [0, 0, 1, 0, 0])
    }
  }

  @Test(arguments: [
    ("L'Étranger", "Albert Camus"), ("l'etranger", "ALBERT CAMUS"), ("L’ÉTRANGER", "Álbert Camus"),
    ("L'E\u{301}tranger", "Albert  Camus"),
  ])
  func `is matched by title and author, ignoring case and accents`(
    title: String,
    author: String
  ) async throws {
    try await withLog { scratch in
      try await add(NewBook(title: "L'Étranger", authors: ["Albert Camus"]), to: scratch)
      #expect(try await scratch.take(export([row(1, title, author)])).added == [])
      #expect(try await scratch.log.books().map(\.title) == ["L'Étranger"])
      #expect(try await scratch.count("author") == 1)
    }
  }

  @Test func `without an author is matched by its title, and gets one`() async throws {
    try await withLog { scratch in
      try await add(NewBook(title: "Dune"), to: scratch)
      let file = export([row(1, "Dune", "Frank Herbert"), row(2, "Dune", "Somebody Else")])
      #expect(try await scratch.take(file).figures == [1, 1, 0, 0, 0])
      #expect(
        try await scratch.log.books().compactMap(\.authors).sorted() == [
          "Frank Herbert", "Somebody Else",
        ]
      )
      #expect(try await scratch.take(file).figures == [0, 0, 2, 0, 0])
    }
  }

  @Test func `keeps its values and gains missing ones`() async throws {
    try await withLog { scratch in
      let mine = NewBook(title: "Emma", authors: ["Ann Author"], pages: 512, status: .reading)
      try await add(mine, to: scratch)
      let more = ["Number of Pages": "300", "My Rating": "4", "Bookshelves": "gifts"]
      try await scratch.take(export([row(1, "Emma", on: "read", more)]))
      let emma = try await scratch.book("Emma")
      #expect(emma.status == .reading)
      #expect(emma.pages == 512)
      #expect(emma.rating == 16)
      #expect(emma.shelves == "gifts")
      try await scratch.isSound()
    }
  }

  @Test func `in progress has one open read-through`() async throws {
    try await withLog { scratch in
      try await add(NewBook(title: "Emma", status: .reading), to: scratch)
      try await scratch.take(export([row(1, "Emma", on: "currently-reading")]))
      #expect(try await scratch.readings("Emma").count == 1)
    }
  }

  @Test func `has its old state once the import is undone`() async throws {
    try await withLog { scratch in
      try await add(NewBook(title: "Emma", authors: ["Ann Author"], pages: 512), to: scratch)
      let before = try await scratch.shown()
      try await scratch.take(export([row(1, "Emma", on: "read", ["My Rating": "4"])]))
      _ = try await scratch.log.undo()
      #expect(try await scratch.shown() == before)
    }
  }
}
