import Cairn
import CairnExchange
import CairnStore
import CairnTestKit
import Testing
import CairnReports

private let reader = statistics(
  of: ["Dune", "EMMA"],
  views("2025-02-15T20:00:00Z", 1...30),
  views("2025-02-16T20:00:00Z", 1...30, book: 2)
)

private func goodreads(_ shelf: String, _ more: [String: String] = [:]) -> [UInt8] {
  let added = ["Date Added": "2018/01/01"]
  return export([
    row(1, "Dune (Dune, #1)", "Frank  Herbert", on: shelf, more.merging(added) { $1 }),
    row(2, "Emma", "Frank Herbert", on: "to-read", added),
  ])
}

@Suite struct `Goodreads and KOReader with the same books` {
  private static let shelves = [
    ("read", ["Date Read": "2025/03/01", "Number of Pages": "604", "My Rating": "4"]),
    ("read", ["Date Read": "2019/03/01"]), ("read", [:]), ("currently-reading", [:]),
    ("to-read", [:]), ("dnf", [:]), ("read", ["Read Count": "3", "Date Read": "2020/01/01"]),
  ]

  @Test(arguments: shelves)
  func `converge at once, Goodreads first`(shelf: String, more: [String: String]) async throws {
    try await expectConvergence { scratch in
      try await scratch.take(goodreads(shelf, more))
      try await scratch.take(reader)
    }
  }

  @Test(arguments: shelves)
  func `converge at once, KOReader first`(shelf: String, more: [String: String]) async throws {
    try await expectConvergence { scratch in
      try await scratch.take(reader)
      try await scratch.take(goodreads(shelf, more))
    }
  }

  private func expectConvergence(_ round: (ScratchLog) async throws -> Void) async throws {
    try await withLog { scratch in
      try await round(scratch)
      let first = try await scratch.everything()
      for _ in 1...2 {
        scratch.clock.advance(by: .hours(1))
        try await round(scratch)
      }
      #expect(try await scratch.everything() == first)
      #expect(try await scratch.log.books().count == 2)
      #expect(try await scratch.count("author") == 1)
      #expect(try await scratch.seconds() == 60 * 60)
      try await scratch.isSound()
    }
  }

  @Test func `create one read-through, begun in KOReader, finished in Goodreads`() async throws {
    try await withLog { scratch in
      try await scratch.take(goodreads("currently-reading"))
      try await scratch.take(reader)
      #expect(try await scratch.readings("Dune") == ["- 2025-02-15..- page:30/300 -"])
      try await scratch.take(goodreads("read", ["Date Read": "2025/03/01"]))
      #expect(
        try await scratch.readings("Dune") == ["finished 2025-02-15..2025-03-01 page:30/300 -"]
      )
      #expect(try await scratch.book("Dune").status == .read)
    }
  }

  @Test func `never begin a read-through after its finish`() async throws {
    try await withLog { scratch in
      try await scratch.take(goodreads("read", ["Date Read": "2019/03/01"]))
      try await scratch.take(reader)
      #expect(try await scratch.readings("Dune") == ["finished -..2019-03-01 - -"])
    }
  }

  @Test func `keep one open read-through`() async throws {
    try await withLog { scratch in
      try await scratch.take(reader)
      try await scratch.take(goodreads("currently-reading"))
      #expect(try await scratch.readings("Dune") == ["- 2025-02-15..- page:30/300 -"])
    }
  }

  @Test(arguments: shelves)
  func `create the same shelf in either order`(shelf: String, more: [String: String]) async throws {
    var shelves: [[String]] = []
    for isReversed in [false, true] {
      try await withLog { scratch in
        if isReversed { try await scratch.take(reader) }
        try await scratch.take(goodreads(shelf, more))
        if !isReversed { try await scratch.take(reader) }
        let books = try await scratch.log.books().sorted { $0.status.name < $1.status.name }
        shelves.append(
          books.map { "\($0.status.name) \($0.added ?? "") \($0.pages ?? 0) \($0.rating ?? 0)" }
        )
      }
    }
    #expect(shelves[0] == shelves[1])
  }

  @Test func `keep a status that the person chose`() async throws {
    try await withLog { scratch in
      try await scratch.take(reader)
      let dune = try await scratch.book("Dune").id
      try await Scenario(scratch).changeStatus(.paused, dune)
      try await scratch.take(goodreads("read"))
      #expect(try await scratch.book("Dune").status == .paused)
    }
  }

  @Test func `are undone independently`() async throws {
    try await withLog { scratch in
      try await scratch.take(goodreads("read", ["Date Read": "2025/03/01"]))
      let books = try await scratch.shown()
      try await scratch.take(reader)
      _ = try await scratch.log.undo()
      #expect(try await scratch.shown() == books)
    }
  }

  @Test func `leave no data of an undone one in the other`() async throws {
    try await withLog { scratch in
      try await scratch.take(reader)
      let sessions = try await scratch.shown()
      _ = try await scratch.log.undo()
      try await scratch.take(goodreads("read", ["My Rating": "5", "Bookshelves": "sea"]))
      _ = try await scratch.log.undo()
      try await scratch.take(reader)
      #expect(try await scratch.shown() == sessions)
    }
  }
}
