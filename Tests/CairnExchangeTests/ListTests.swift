import Cairn
import CairnExchange
import CairnSQL
import CairnStore
import CairnTestKit
import Testing
import CairnReports

/// The sample book lists, with the number of books in each.
private let lists: [(String, FileFormat, Int)] = [
  ("goodreads-2026-23col.csv", .goodreads, 3), ("storygraph.csv", .storygraph, 3),
  ("librarything-latin1.tsv", .librarything, 1), ("librarything.json", .librarything, 2),
  ("openreads.csv", .openreads, 2), ("openreads.backup", .openreads, 2),
]

@Suite struct `An export of another app` {
  private func library(_ file: String, _ format: FileFormat) throws -> ImportedLibrary {
    try #require(try format.library(try fixture(file)))
  }

  @Test(arguments: lists)
  func `is detected by its first bytes`(file: String, format: FileFormat, _: Int) throws {
    #expect(try FileFormat(sniffing: try fixture(file)) == format)
    #expect(FileFormat(named: format.name) == format)
  }

  @Test(arguments: lists)
  func `adds every book`(file: String, format: FileFormat, count: Int) async throws {
    try await withLog { scratch in
      let report = try await scratch.take(try library(file, format))
      #expect(report.figures == [count, 0, 0, 0, 0])
      try await scratch.isSound()
    }
  }

  @Test(arguments: lists)
  func `changes nothing the second time`(file: String, format: FileFormat, n: Int) async throws {
    try await withLog { scratch in
      // The samples contain the date 2026-01-06, the day after the scratch clock.
      scratch.clock.advance(by: .hours(30))
      try await scratch.take(try library(file, format))
      let before = try await scratch.everything()
      scratch.clock.advance(by: .hours(30))
      #expect(try await scratch.take(try library(file, format)).figures == [0, 0, n, 0, 0])
      #expect(try await scratch.everything() == before)
    }
  }

  @Test(arguments: lists)
  func `does what a dry run reports`(file: String, format: FileFormat, _: Int) async throws {
    try await withLog { scratch in
      try await scratch.take(export([row(1, "Emma", "Jane Austen")]))
      let promised = try await scratch.take(try library(file, format), dryRun: true)
      #expect(try await scratch.take(try library(file, format)) == promised)
      let before = try await scratch.shown()
      #expect(try await scratch.take(try library(file, format)).added == [])
      #expect(try await scratch.shown() == before)
    }
  }

  @Test(arguments: lists)
  func `is undone as one entry`(file: String, format: FileFormat, _: Int) async throws {
    try await withLog { scratch in
      let empty = try await scratch.shown()
      try await scratch.take(try library(file, format))
      _ = try await scratch.log.undo()
      #expect(try await scratch.shown() == empty)
    }
  }

  @Test(arguments: [
    ("openreads.csv", "openreads.backup", FileFormat.openreads),
    ("librarything-latin1.tsv", "librarything.json", .librarything),
  ])
  func `yields the same from either file format`(
    table: String,
    objects: String,
    format: FileFormat
  ) async throws {
    try await withLog { scratch in
      try await scratch.take(try library(objects, format))
      let before = try await scratch.shown()
      let report = try await scratch.take(try library(table, format))
      #expect(report.added == [] && report.updated == [] && report.kept == 0)
      #expect(try await scratch.shown() == before)
    }
  }

  @Test func `merges with the exports of others`() async throws {
    try await withLog { scratch in
      for (file, format, _) in lists { try await scratch.take(try library(file, format)) }
      let titles = try await scratch.log.books().map(\.title).sorted()
      #expect(titles.count == 7)
      #expect(Set(titles).isSuperset(of: ["Emma", "Les Misérables", "Persuasion"]))
      let before = try await scratch.shown()
      for (file, format, _) in lists { try await scratch.take(try library(file, format)) }
      #expect(try await scratch.shown() == before)
      try await scratch.isSound()
    }
  }

  @Test(arguments: lists)
  func `dates nothing today`(file: String, format: FileFormat, _: Int) async throws {
    try await withLog { scratch in
      try await scratch.take(try library(file, format))
      let today = "2026-01-05"
      let days = try await scratch.log.read { connection in
        try connection.texts("SELECT started, finished, stopped FROM read_through")
          + connection.texts("SELECT added FROM entry WHERE source <> 'storygraph'")
      }
      #expect(days.filter { $0.contains(today) } == [])
    }
  }

  @Test func `is rejected with the name of a missing column`() {
    let file = Array("Title,Authors,ISBN/UID\nEmma,Jane Austen,1\n".utf8)
    let error = #expect(throws: CairnError.self) { try StoryGraphExport.parse(file) }
    #expect(error?.code == "import.columns")
    #expect(error?.message.contains("Read Status") == true)
  }
}
