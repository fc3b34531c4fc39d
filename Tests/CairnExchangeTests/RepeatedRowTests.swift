import Cairn
import CairnActions
import CairnExchange
import CairnStore
import CairnTestKit
import Testing
import CairnReports

private func list(_ rows: String...) throws -> ImportedLibrary {
  let header = "title,author,isbn,status,started,finished,rating,pages,shelves"
  let whole = rows.map { row in
    row + String(repeating: ",", count: 8 - row.count { $0 == "," })
  }
  let text = ([header] + whole).joined(separator: "\n")
  return try AnyListImport.parse(Array(text.utf8)).library
}

extension ScratchLog {
  /// Returns the issues of importing a list.
  fileprivate func issues(_ library: ImportedLibrary) async throws -> [String] {
    library.plan(for: try await log.libraryIndex(), today: scratchDay).issues.map { issue in
      "\(issue.line ?? 0): \(issue.message)"
    }
  }
}

@Suite struct `Rows of one book in a list` {
  @Test(arguments: [
    ("Emma,Jane Austen,,,,2020-01-02", "Emma,Jane Austen,,,,2024-05-06"),
    ("Emma,Jane Austen,9780141439587,,,2020-01-02", "Emma,Jane Austen,,,,2024-05-06"),
    ("Emma,Jane Austen,,,,2020-01-02", "Emma,Jane Austen,9780141439587,,,2024-05-06"),
    ("Emma,,,,,2020-01-02", "Emma,Jane Austen,,,,2024-05-06"),
    ("Emma,Jane Austen,,,,2020-01-02", "emma,,,,,2024-05-06"),
  ])
  func `with different days are one book with two read-throughs`(
    first: String,
    second: String
  ) async throws {
    try await withLog { scratch in
      let library = try list(first, second)
      #expect(try await scratch.take(library).figures == [1, 0, 0, 0, 0])
      #expect(
        try await scratch.readings("Emma") == [
          "finished -..2020-01-02 - -", "finished -..2024-05-06 - -",
        ]
      )
      #expect(try await scratch.take(library).figures == [0, 0, 1, 0, 0])
      #expect(try await scratch.count("edition") <= 1)
      try await scratch.isSound()
    }
  }

  @Test func `with the same days are one read-through, with a report`() async throws {
    try await withLog { scratch in
      let row = "Emma,Jane Austen,,,2023-12-01,2024-01-02,4"
      let library = try list(row, "Dune,,,to read", row, "Dune,,,,,,,600")
      #expect(
        try await scratch.issues(library)
          == ["4: “Emma” repeats line 2 without new data."]
      )
      #expect(try await scratch.take(library).figures == [2, 0, 0, 0, 0])
      #expect(try await scratch.readings("Emma") == ["finished 2023-12-01..2024-01-02 - 16"])
    }
  }

  @Test func `combine their values`() async throws {
    try await withLog { scratch in
      let library = try list(
        "Emma,Jane Austen,,read,,,4,,gifts",
        "Emma,Jane Austen,9780141439587,read,2023-12-01,2024-01-02,5,474,novels",
        "Emma,Jane Austen,,reading,2025-12-24,,,,"
      )
      #expect(try await scratch.issues(library) == [])
      try await scratch.take(library)
      let emma = try await scratch.book("Emma")
      #expect(emma.status == .reading && emma.rating == 16 && emma.pages == 474)
      #expect(emma.shelves == "gifts\nnovels")
      #expect(
        try await scratch.readings("Emma")
          == ["- 2025-12-24..- - -", "finished 2023-12-01..2024-01-02 - 20"]
      )
      #expect(try await scratch.take(library).figures == [0, 0, 1, 0, 0])
    }
  }

  @Test func `with two valid ISBNs are two editions`() async throws {
    try await withLog { scratch in
      try await scratch.take(
        try list("Emma,Jane Austen,9780141439587", "Emma,Jane Austen,9780525559474")
      )
      #expect(try await scratch.log.books().count == 1)
      #expect(try await scratch.count("edition") == 2)
    }
  }
}

@Suite struct `A row without an author` {
  private func shelve(_ authors: String..., in scratch: ScratchLog) async throws {
    for author in authors {
      let book = NewBook(title: "Emma", authors: [author])
      try await scratch.log.write("Add a book") { try AddBook(book, zone: "UTC").run(in: $0) }
    }
  }

  @Test func `matches the only book of its title, with a report`() async throws {
    try await withLog { scratch in
      try await shelve("Jane Austen", in: scratch)
      let library = try list("EMMA,,,read,,2024-01-02")
      #expect(
        try await scratch.issues(library) == [
          "2: “EMMA” has no author, so it was matched to the book by Jane Austen, the only one with "
            + "that title."
        ]
      )
      #expect(try await scratch.take(library).figures == [0, 1, 0, 0, 0])
      #expect(try await scratch.log.books().count == 1)
      #expect(try await scratch.take(library).figures == [0, 0, 1, 0, 0])
    }
  }

  @Test func `is a separate book if two have that title`() async throws {
    try await withLog { scratch in
      try await shelve("Jane Austen", "Alexander McCall Smith", in: scratch)
      let library = try list("Emma,,,read,,2024-01-02")
      #expect(try await scratch.take(library).figures == [1, 0, 0, 0, 0])
      #expect(try await scratch.log.books().count == 3)
      #expect(try await scratch.take(library).figures == [0, 0, 1, 0, 0])
    }
  }
}
