import Cairn
import CairnActions
import CairnExchange
import CairnStore
import CairnTestKit
import Testing
import CairnReports

extension ScratchLog {
  @discardableResult
  fileprivate func clip(_ file: [UInt8]) async throws -> ImportReport {
    let plan = try Clippings.parse(file).plan(for: try await log.libraryIndex())
    return try await log.apply(plan, dryRun: false) { _ in }
  }
}

@Suite struct `Importing Kindle clippings` {
  @Test func `adds books without dates, with their annotations`() async throws {
    try await withLog { scratch in
      #expect(try await scratch.clip(try fixture("clippings.txt")).figures == [10, 0, 0, 0, 0])
      let book = try await scratch.book("Thinking, Fast and Slow")
      #expect(book.authors == "Daniel Kahneman" && book.status == .toRead && book.added == nil)
      #expect(try await scratch.readings("Thinking, Fast and Slow") == [])
      let annotations = try await scratch.log.annotations(of: book.id)
      #expect(annotations.map(\.annotation.form) == [.highlight, .note])
      #expect(annotations.map(\.annotation.location) == [3_050, 3_052])
      #expect(try await scratch.log.annotations().count == 6)
      try await scratch.isSound()
    }
  }

  @Test func `changes nothing the second time, and adds only new ones`() async throws {
    try await withLog { scratch in
      let file = try fixture("clippings.txt")
      try await scratch.clip(file)
      let before = try await scratch.everything()
      #expect(try await scratch.clip(file).figures == [0, 0, 10, 0, 0])
      #expect(try await scratch.everything() == before)
      let more = "Thinking, Fast and Slow (Kahneman, Daniel)\n- Your Note on page 5 | x\n\nnew\n"
      #expect(try await scratch.clip(file + Array(more.utf8)).figures == [1, 0, 10, 0, 0])
    }
  }

  @Test func `adds them to an existing book without changing it`() async throws {
    try await withLog { scratch in
      let read = ["Date Read": "2022/03/01", "My Rating": "4", "ISBN13": "9780374275631"]
      try await scratch.take(export([row(1, "Thinking, Fast and Slow", "Daniel Kahneman", read)]))
      let before = try await scratch.book("Thinking, Fast and Slow")
      try await scratch.clip(try fixture("clippings.txt"))
      let after = try await scratch.book("Thinking, Fast and Slow")
      #expect(after == before)
      #expect(try await scratch.log.editions(of: after.id).count == 1)
      #expect(try await scratch.log.annotations(of: after.id).count == 2)
    }
  }

  @Test func `is undone as one entry`() async throws {
    try await withLog { scratch in
      let empty = try await scratch.shown()
      try await scratch.clip(try fixture("clippings.txt"))
      _ = try await scratch.log.undo()
      #expect(try await scratch.shown() == empty)
    }
  }

  @Test func `keeps deletions`() async throws {
    try await withLog { scratch in
      try await scratch.clip(try fixture("clippings.txt"))
      let gone = try #require(try await scratch.log.annotations().first)
      try await scratch.log.write { try DeleteAnnotation(gone.annotation.id).run(in: $0) }
      #expect(try await scratch.clip(try fixture("clippings.txt")).figures == [0, 0, 9, 0, 1])
      #expect(try await scratch.log.annotations().count == 5)
    }
  }

  @Test func `adds none to a deleted book, and reports that once`() async throws {
    try await withLog { scratch in
      try await scratch.take(export([row(1, "Thinking, Fast and Slow", "Daniel Kahneman")]))
      let id = try await scratch.book("Thinking, Fast and Slow").id
      try await scratch.log.write("x") { try DeleteBook(id).run(in: $0) }
      #expect(try await scratch.clip(try fixture("clippings.txt")).figures == [7, 0, 0, 0, 1])
    }
  }

  @Test func `moves them when two books are merged`() async throws {
    try await withLog { scratch in
      try await scratch.clip(try fixture("clippings.txt"))
      let (one, other) = (
        try await scratch.book("Die Verwandlung").id,
        try await scratch.book("Thinking, Fast and Slow").id
      )
      try await scratch.log.write("x") { try MergeBooks(one, other).run(in: $0) }
      #expect(try await scratch.log.annotations(of: one).count == 3)
      #expect(try await scratch.clip(try fixture("clippings.txt")).figures == [0, 0, 10, 0, 0])
      try await scratch.isSound()
      _ = try await scratch.log.undo()
      #expect(try await scratch.log.annotations(of: one).count == 1)
    }
  }

  @Test func `makes books searchable by the text`() async throws {
    try await withLog { scratch in
      try await scratch.clip(try fixture("clippings.txt"))
      var filter = ShelfFilter()
      filter.words = "confidence evidence"
      #expect(try await scratch.log.books(filter).map(\.title) == ["Thinking, Fast and Slow"])
    }
  }

  @Test func `reports the number of unreadable dates once`() async throws {
    try await withLog { scratch in
      let one = "Emma (A)\n- Wpis %| Dodano 1 stycznia\n\n%\n==========\n"
      let file = ["1", "2", "3"].map { one.replacing("%", with: $0) }.joined()
      let plan = try Clippings.parse(Array(file.utf8)).plan(for: LibraryIndex())
      #expect(plan.issues.count == 2 && plan.issues.allSatisfy { $0.line == 1 })
      #expect(plan.issues[0].message.hasPrefix("3 annotations have no date"))
      #expect(plan.issues[1].message.hasPrefix("3 annotations were read as highlights"))
    }
  }
}
