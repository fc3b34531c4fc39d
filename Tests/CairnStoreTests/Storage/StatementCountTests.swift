import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `The number of statements` {
  private func withBooks(
    _ engine: TestEngine,
    _ count: Int,
    _ body: (Log, CountedDatabase, Identifier<Entry>) async throws -> Void
  ) async throws {
    try await engine.scratchLog { scratch in
      let dune = try await scratch.log.write("Fill") { writer in
        let books = try (0..<count).map { number in
          let new = NewBook(title: "Book \(number)", authors: ["A", "B\(number)"], pages: 100)
          return try AddBook(new, zone: "UTC").run(in: writer).entry.id
        }
        for number in 1...Int64(min(count, 60)) {
          let start = writer.now - .hours(number)
          try writer.trackPage(of: books[0], start, start + .minutes(30))
        }
        return books[0]
      }
      let counted = CountedDatabase(scratch.database)
      let log = try await Log.open(counted, environment: scratch.environment)
      try await body(log, counted, dune)
    }
  }

  private static let days = LocalDay(number: 20_000)...LocalDay(number: 21_000)

  /// All queries that list or sum.
  private static let lists:
    [(name: String, run: @Sendable (Log, Identifier<Entry>) async throws -> Int)] = [
      ("sessions", { log, _ in try await log.sessions(SessionFilter(limit: 50)).count }),
      ("books", { log, _ in try await log.books().count }),
      ("books of a status", { log, _ in try await log.books(.toRead).count }),
      ("books found", { log, _ in try await log.books(matching: "book 1").count }),
      ("history", { log, _ in try await log.history(limit: 50).count }),
      ("open sessions", { log, _ in try await log.openSessions().count }),
      ("day totals", { log, _ in try await log.dayTotals(nil, in: days).count }),
      ("day activity", { log, _ in try await log.dayActivity(in: days).count }),
      ("titles", { log, _ in try await log.recentTitles().count }),
      ("totals of a book", { log, book in Int(try await log.totals(of: book).sessions) }),
      ("goals", { log, _ in try await log.goals().count }),
      ("rest days", { log, _ in try await log.restDays().count }),
      ("skipped days", { log, _ in try await log.skippedDays().count }),
      ("finishes", { log, _ in try await log.finishes().count }),
      ("lengths", { log, _ in try await log.recentLengths(Reading.kind).count }),
    ]

  @Test(arguments: TestEngine.all)
  func `for a list is one, however long it is`(engine: TestEngine) async throws {
    try await withBooks(engine, 500) { log, counted, dune in
      var rows: [String: Int] = [:]
      for list in Self.lists {
        let count = try await counted.statements { rows[list.name] = try await list.run(log, dune) }
        #expect(count == 1, "\(list.name)")
      }
      #expect((rows["sessions"], rows["books"], rows["lengths"]) == (50, 500, 20))
    }
  }

  @Test(arguments: TestEngine.all)
  func `for the facts of a shelf is four, however long it is`(
    engine: TestEngine
  ) async throws {
    try await withBooks(engine, 500) { log, counted, dune in
      let all = try await counted.statements { _ = try await log.describedBooks() }
      #expect(all == 4)
      let few = try await counted.statements {
        try await log.write("Say") { try EditFacts(of: .book(dune), [.region: "Asia"]).run(in: $0) }
      }
      let author = try #require(try await log.authors().first { $0.books == 500 })
      let many = try await counted.statements {
        try await log.write { try EditFacts(of: .author(author.id), [.region: "Asia"]).run(in: $0) }
      }
      #expect(many <= few)
    }
  }

  @Test(arguments: TestEngine.all)
  func `for a new start of the day depends only on the sessions it moves`(
    engine: TestEngine
  ) async throws {
    try await withBooks(engine, 60) { log, counted, _ in
      // Sixty sessions, one every hour: at most three of them include the hour after midnight.
      let few = try await counted.statements { try await log.set("dayStartHour", to: "1") }
      #expect(few < 100)
      #expect(try await log.checkProjections(repair: false).isHealthy)
    }
  }

  @Test(arguments: TestEngine.all)
  func `for an action is the same in a small log and a large one`(
    engine: TestEngine
  ) async throws {
    var counts: [[Int]] = []
    for size in [3, 300] {
      try await withBooks(engine, size) { log, counted, dune in
        let started = try await counted.statements {
          _ = try await log.write("") { try $0.startReading(dune, at: $0.now, zone: "UTC") }
        }
        let open = try #require(try await log.openSessions().first?.id)
        let stopped = try await counted.statements {
          _ = try await log.write("") { writer in
            try writer.endReading(
              open,
              position: { (book) throws(CairnError) in try book.page(90) },
              at: nil,
              zone: "UTC",
              allowShort: true
            )
          }
        }
        let undone = try await counted.statements { try await log.undo() }
        counts.append([started, stopped, undone])
      }
    }
    #expect(counts[0] == counts[1])
    #expect(counts[0].allSatisfy { $0 < 60 }, "\(counts)")
  }
}

extension LogWriter {
  /// Tracks one page of a book.
  fileprivate func trackPage(
    of book: Identifier<Entry>,
    _ start: Instant,
    _ end: Instant
  ) throws {
    _ = try trackReading(
      book,
      [Segment(start: start, end: end)],
      zone: "UTC",
      note: nil,
      pages: 1,
      adjust: false,
      allowShort: false
    )
  }
}
