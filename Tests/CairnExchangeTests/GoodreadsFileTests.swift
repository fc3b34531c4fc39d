import Cairn
import CairnActions
import CairnExchange
import CairnStore
import CairnTestKit
import Testing
import CairnReports

private let files = [
  "jelu-goodreads1.csv", "jelu-goodreads_library_export-2022.csv", "goodreads-2026-23col.csv",
]

@Suite struct `A Goodreads export of a library` {
  @Test(arguments: files)
  func `changes nothing when imported into its own log`(file: String) async throws {
    try await withLog { scratch in
      let count = try await scratch.take(try fixture(file)).added.count
      let before = try await scratch.shown()
      let written = GoodreadsFile.write(try await scratch.log.shelvedBooks())
      #expect(try await scratch.take(written).figures == [0, 0, count, 0, 0])
      #expect(try await scratch.shown() == before)
    }
  }

  @Test(arguments: files)
  func `creates the same books in an empty log`(file: String) async throws {
    var written: [UInt8] = []
    try await withLog { scratch in
      try await scratch.take(try fixture(file))
      written = GoodreadsFile.write(try await scratch.log.shelvedBooks())
    }
    try await withLog { scratch in
      try await scratch.take(written)
      #expect(GoodreadsFile.write(try await scratch.log.shelvedBooks()) == written)
      try await scratch.isSound()
    }
  }

  @Test func `contains books of every status and source`() async throws {
    var written: [UInt8] = []
    try await withLog { scratch in
      for format in [FileFormat.storygraph, .openreads] {
        let library = try format.library(try fixture("\(format.name).csv"))
        try await scratch.take(try #require(library))
      }
      let person = Scenario(scratch)
      for status in ReadingStatus.all {
        _ = try await person.add("My \(status.name)", status: status)
      }
      written = GoodreadsFile.write(try await scratch.log.shelvedBooks())
    }
    let books = try GoodreadsExport.parse(written).books
    #expect(books.count == 10)
    #expect(books.first { $0.title.text == "Moby-Dick" }?.dateRead?.text == "2024-03-22")
    #expect(books.first { $0.title.text == "Moby-Dick" }?.quarterStars == 17)
    #expect(books.first { $0.title.text == "Moby-Dick" }?.readCount == 2)
    try await withLog { scratch in
      try await scratch.take(written)
      for status in ReadingStatus.all {
        #expect(try await scratch.book("My \(status.name)").status == status)
        #expect(try await scratch.book("My \(status.name)").shelves == nil)
      }
      #expect(GoodreadsFile.write(try await scratch.log.shelvedBooks()) == written)
    }
  }

  @Test(arguments: ["a < b & c", "<b>not bold</b>", "&amp; and &lt;", "line\none", "=1+1", "'=x"])
  func `keeps a review unchanged`(review: String) async throws {
    try await withLog { scratch in
      try await scratch.take(export([row(1, "Emma")]))
      let emma = try await scratch.book("Emma").id
      try await scratch.edit(Entry.self, emma.record) { $0.review = review }
      let written = GoodreadsFile.write(try await scratch.log.shelvedBooks())
      #expect(try GoodreadsExport.parse(written).books.map(\.review) == [review])
    }
  }

  @Test func `keeps the read count of other sources, and adds no read-through`() async throws {
    try await withLog { scratch in
      try await scratch.take(try StoryGraphExport.parse(try fixture("storygraph.csv")))
      try await scratch.take(
        export([row(1, "Moby-Dick", "Herman Melville", ["Date Read": "2025/05/05"])])
      )
      let before = try await scratch.readings("Moby-Dick").count
      #expect(before == 3)
      for _ in 1...2 {
        try await scratch.take(GoodreadsFile.write(try await scratch.log.shelvedBooks()))
        #expect(try await scratch.readings("Moby-Dick").count == before)
      }
    }
  }

  @Test func `omits deleted books`() async throws {
    try await withLog { scratch in
      try await scratch.take(export([row(1, "Emma"), row(2, "Dune")]))
      let emma = try await scratch.book("Emma").id
      try await scratch.log.write("Delete") { try DeleteBook(emma).run(in: $0) }
      let written = GoodreadsFile.write(try await scratch.log.shelvedBooks())
      #expect(try GoodreadsExport.parse(written).books.map(\.title.text) == ["Dune"])
    }
  }
}

@Suite struct `Star ratings` {
  @Test(arguments: [(1, "0.25"), (4, "1"), (17, "4.25"), (18, "4.5"), (19, "4.75"), (20, "5")])
  func `are written exactly`(quarters: Int64, text: String) {
    #expect(stars(quarters) == text)
    #expect(stars(nil) == nil)
  }
}
