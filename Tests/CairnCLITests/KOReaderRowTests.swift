import CairnSQL
import CairnSQLite
import Foundation
import Testing

@testable import CairnCLI

@Suite struct `An invalid row of KOReader` {
  /// Changes that make a value invalid, with the expected issue.
  static let changes: [(change: SQL, message: String)] = [
    ("UPDATE page_stat_data SET duration = 'long' WHERE page = 1", "The page view was skipped"),
    ("UPDATE page_stat_data SET page = NULL WHERE page = 1", "The page view was skipped"),
    ("UPDATE page_stat_data SET start_time = 1.5 WHERE page = 1", "The page view was skipped"),
    ("UPDATE page_stat_data SET total_pages = x'00' WHERE page = 1", "The page view was skipped"),
    ("UPDATE book SET authors = x'FF'", "This value of the book was skipped"),
    ("UPDATE book SET pages = 'many'", "This value of the book was skipped"),
    ("INSERT INTO book (id, title) VALUES (NULL, 'Emma')", "The book was skipped"),
  ]

  @Test(arguments: 0..<changes.count)
  func `is reported, and the others are imported`(number: Int) async throws {
    let me = try Person()
    let file = me.scratch.path + "/statistics.sqlite3"
    try await Self.make(file, Self.changes[number].change)
    let ran = await me.types("import", "koreader", file, "--dry-run")
    #expect(ran.exit == .done)
    #expect(ran.err.contains("  ! line 1: Column "))
    #expect(ran.err.contains(Self.changes[number].message))
    #expect(ran.out.contains("2 added (1 book, 1 session)"))
  }

  @Test(arguments: ["-5", "9223372036854775807"])
  func `has no impossible page count`(count: String) async throws {
    let me = try Person()
    let file = me.scratch.path + "/statistics.sqlite3"
    try await Self.make(file, "UPDATE book SET pages = \(try #require(Int64(count)))")
    let ran = await me.types("import", "koreader", file)
    #expect(ran.exit == .done)
    #expect(ran.err.contains("The page count \(count) of “Dune” was skipped"))
    #expect(await me.types("book", "show", "Dune").exit == .done)
  }

  /// Creates a KOReader database with untyped columns.
  private static func make(_ file: String, _ change: SQL) async throws {
    let database = try await SQLiteDatabase.open(path: file)
    try await database.write { connection in
      try connection.run("CREATE TABLE book (id, title, authors, pages, series, language, md5)")
      try connection.run(
        "CREATE TABLE page_stat_data (id_book, page, start_time, duration, total_pages)"
      )
      try connection.run("INSERT INTO book VALUES (1, 'Dune', 'Herbert', 600, NULL, 'en', 'x')")
      for page in 1...3 as ClosedRange<Int64> {
        let start = 1_739_643_400 + page * 60
        try connection.run("INSERT INTO page_stat_data VALUES (1, \(page), \(start), 60, 600)")
      }
      try connection.run(change)
    }
  }
}
