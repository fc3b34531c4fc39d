import Cairn
import CairnExchange
import CairnStore
import CairnTestKit
import Testing
import CairnReports

/// Returns views of consecutive pages of one minute each, from `start` on.
func views(_ start: String, _ pages: ClosedRange<Int64>, book: Int64 = 1) -> [KOReaderPage] {
  let first = (Instant(text: start)?.milliseconds ?? 0) / 1_000
  return pages.enumerated().map { index, page in
    KOReaderPage(
      bookID: book,
      page: page,
      startTime: first + Int64(index) * 60,
      duration: 60,
      totalPages: 300
    )
  }
}

/// Returns the statistics of one book, “Dune”.
func statistics(_ pages: [KOReaderPage]...) -> KOReaderStatistics {
  statistics(of: ["Dune"], pages.flatMap(\.self))
}

/// Returns the statistics of books by title, with ids from 1.
func statistics(
  of titles: [String?],
  md5: [String?] = [],
  _ pages: [KOReaderPage]...
) -> KOReaderStatistics {
  let books = titles.enumerated().map { index, title in
    KOReaderBook(
      id: Int64(index) + 1,
      title: title,
      authors: "Frank Herbert",
      pages: 300,
      series: nil,
      language: nil,
      md5: index < md5.count ? md5[index] : nil
    )
  }
  return KOReaderStatistics(books: books, pages: pages.flatMap(\.self))
}

extension ScratchLog {
  /// Returns the total time of all days in seconds.
  func seconds() async throws -> Int64 {
    let days = LocalDay(number: 0)...LocalDay(number: 40_000)
    return try await log.dayTotals(nil, in: days).reduce(0) { $0 + $1.time.count } / 1_000
  }

  /// Returns the sessions as `day start..end minutes pages`, oldest first.
  func sessions() async throws -> [String] {
    try await log.sessions(SessionFilter(limit: 1_000)).reversed().map { row in
      let pages = row.amount.map { "\($0)" } ?? "-"
      let end = row.endedAt?.text ?? ""
      return "\(row.day.text) \(row.startedAt.text)..\(end) \(row.active.wholeMinutes) \(pages)"
    }
  }
}

@Suite struct `Importing KOReader statistics` {
  @Test func `twice changes nothing the second time`() async throws {
    try await withLog { scratch in
      let file = `KOReader sessions`.example
      #expect(try await scratch.take(file).figures == [2, 0, 0, 0, 0])
      #expect(
        try await scratch.sessions()
          == ["2025-02-15 2025-02-15T18:16:53Z..2025-02-15T18:19:59Z 2 4"]
      )
      #expect(try await scratch.seconds() == 179)
      let book = try await scratch.book("Crime and Punishment")
      #expect(book.status == .reading)
      #expect(book.added == "2025-02-15")
      #expect(book.started == "2025-02-15")
      #expect(book.position?.text == "page:47/1146")
      let before = try await scratch.everything()
      scratch.clock.advance(by: .hours(1))
      #expect(try await scratch.take(file).figures == [0, 0, 2, 0, 0])
      #expect(try await scratch.everything() == before)
      try await scratch.isSound()
    }
  }

  @Test func `does exactly what a dry run reports`() async throws {
    try await withLog { scratch in
      let before = try await scratch.everything()
      let promised = try await scratch.take(`KOReader sessions`.example, dryRun: true)
      #expect(try await scratch.everything() == before)
      #expect(try await scratch.take(`KOReader sessions`.example) == promised)
    }
  }

  @Test func `is undone as one entry and can be repeated`() async throws {
    try await withLog { scratch in
      let empty = try await scratch.shown()
      let file = statistics(of: ["Dune", "Emma"], views("2025-02-15T20:00:00Z", 1...30))
      try await scratch.take(file)
      let full = try await scratch.shown()
      _ = try await scratch.log.undo()
      #expect(try await scratch.shown() == empty)
      #expect(try await scratch.take(file).figures == [2, 0, 0, 0, 0])
      #expect(try await scratch.shown() == full)
      _ = try await scratch.log.undo()
      #expect(try await scratch.shown() == empty)
    }
  }

  @Test func `extends sessions and adds new ones, without duplicates`() async throws {
    try await withLog { scratch in
      let early = views("2025-02-15T20:00:00Z", 1...30)
      try await scratch.take(statistics(early))
      let rest = views("2025-02-15T20:31:00Z", 31...40) + views("2025-02-16T20:00:00Z", 41...50)
      let report = try await scratch.take(statistics(early, rest))
      #expect(report.figures == [1, 2, 0, 0, 0])
      #expect(
        try await scratch.sessions() == [
          "2025-02-15 2025-02-15T20:00:00Z..2025-02-15T20:41:00Z 40 39",
          "2025-02-16 2025-02-16T20:00:00Z..2025-02-16T20:10:00Z 10 9",
        ]
      )
      #expect(try await scratch.seconds() == 50 * 60)
      #expect(try await scratch.book("Dune").position?.value == 50)
      try await scratch.isSound()
    }
  }

  @Test func `of a second device adds only what that device has`() async throws {
    try await withLog { scratch in
      let (one, two) = (
        statistics(views("2025-02-15T20:00:00Z", 1...30)),
        statistics(views("2025-02-15T20:00:00Z", 1...5), views("2025-02-10T20:00:00Z", 1...10))
      )
      try await scratch.take(one)
      #expect(try await scratch.take(one.merging(two)).added.count == 1)
      let before = try await scratch.everything()
      for file in [one, one.merging(two), two.merging(one)] {
        let report = try await scratch.take(file)
        #expect(report.added + report.updated.map(\.item) == [])
      }
      #expect(try await scratch.everything() == before)
      #expect(try await scratch.seconds() == 40 * 60)
      #expect(try await scratch.book("Dune").started == "2025-02-10")
    }
  }

  @Test func `of two devices in turn changes nothing after the first round`() async throws {
    try await withLog { scratch in
      let files = [
        statistics(views("2025-02-15T20:00:00Z", 1...30)),
        statistics(views("2025-02-10T20:00:00Z", 1...10)),
      ]
      for file in files { try await scratch.take(file) }
      #expect(try await scratch.book("Dune").position?.value == 30)
      let before = try await scratch.everything()
      for file in files + files { try await scratch.take(file) }
      #expect(try await scratch.everything() == before)
    }
  }

  @Test func `treats two files of one book as one read-through`() async throws {
    try await withLog { scratch in
      let file = statistics(
        of: ["Dune", "Dune"],
        md5: ["a", "b"],
        views("2025-02-15T20:00:00Z", 1...30),
        views("2025-02-16T20:00:00Z", 40...50, book: 2)
      )
      #expect(try await scratch.take(file).figures == [4, 0, 0, 0, 0])
      #expect(try await scratch.log.books().count == 1)
      #expect(try await scratch.readings("Dune") == ["- 2025-02-15..- page:50/300 -"])
      let before = try await scratch.everything()
      #expect(try await scratch.take(file).figures == [0, 0, 4, 0, 0])
      #expect(try await scratch.everything() == before)
    }
  }

  @Test func `reports the sessions of a book without a title`() async throws {
    try await withLog { scratch in
      let file = statistics(
        of: [nil, "Dune"],
        views("2025-02-15T20:00:00Z", 1...3),
        views("2025-02-16T20:00:00Z", 1...3, book: 2)
      )
      let plan = file.plan(for: LibraryIndex(), zone: .utc, now: scratchNow)
      #expect(
        plan.issues.map(\.message)
          == ["A book without a title was skipped, with 1 session."]
      )
      let report = try await scratch.take(file)
      #expect(report.added.count == 2)
    }
  }

  @Test(
    arguments: [
      ([1, 2, 3, 4, 5], 4), ([1, 5, 300], 3), ([1, 300, 2, 3], 2), ([10, 9, 8], 0),
      ([5, 6, 7, 250, 8, 9], 4), ([1, 300], 2), ([7], 0),
    ] as [([Int64], Int64)]
  )
  func `does not count skipped pages`(pages: [Int64], count: Int64) async throws {
    try await withLog { scratch in
      let seen = pages.enumerated().flatMap { place, page in
        views("2025-02-15T20:0\(place):00Z", page...page)
      }
      try await scratch.take(statistics(seen))
      #expect(try await scratch.sessions().map { $0.split(separator: " ").last } == ["\(count)"])
    }
  }

  @Test func `converts pages of another layout to the last one`() async throws {
    try await withLog { scratch in
      var small = views("2025-02-15T20:00:00Z", 10...14)
      for place in small.indices { small[place].totalPages = 150 }
      try await scratch.take(statistics(small, views("2025-02-15T20:05:00Z", 200...201)))
      #expect(try await scratch.sessions().map { $0.split(separator: " ").last } == ["12"])
    }
  }

  @Test(arguments: CairnTestKit.SeededGenerator.seeds)
  func `counts exactly the time spent on pages`(seed: UInt64) async throws {
    var random = CairnTestKit.SeededGenerator(seed: seed)
    var time: Int64 = 1_735_689_600
    let pages = (0..<400).map { _ in
      let pause = Int64.random(in: 0...3, using: &random)
      time += [0, 20, 250, 4_000][Int(pause)]
      let duration = Int64.random(in: 0...120, using: &random)
      defer { time += duration }
      let page = Int64.random(in: -1...310, using: &random)
      return KOReaderPage(
        bookID: 1,
        page: page,
        startTime: time,
        duration: duration,
        totalPages: 300
      )
    }
    try await withLog { scratch in
      let dwelt = pages.reduce(0) { $0 + $1.duration }
      try await scratch.take(
        statistics(Array(pages.shuffled(using: &random))),
        zone: "Asia/Kolkata"
      )
      #expect(try await scratch.seconds() == dwelt, "seed \(seed)")
      try await scratch.isSound()
      #expect(try await scratch.take(statistics(pages), zone: "Asia/Kolkata").added == [])
    }
  }
}

@Suite struct `The metadata of a KOReader book` {
  @Test(
    arguments: [
      ("River #2", "River", "2"), ("River #2.0", "River", "2"), ("River", "River", nil),
      ("N/A", nil, nil), ("River #0.5", "River", "0.5"),
    ] as [(String, String?, String?)]
  )
  func `includes its number in a series, and each author`(
    written: String,
    series: String?,
    number: String?
  ) async throws {
    let book = KOReaderBook(
      id: 1,
      title: "Long Walk",
      authors: "Ana Prado & Bo Lind\nJo Park",
      pages: 300,
      series: written,
      language: nil,
      md5: "abc"
    )
    let read = KOReaderStatistics(books: [book], pages: views("2026-01-01T20:00:00Z", 1...20))
    try await withLog { scratch in
      try await scratch.take(read)
      let shelved = try #require(try await scratch.log.shelvedBooks().first)
      #expect(shelved.book.work.series == series && shelved.book.work.seriesNumber == number)
      #expect(shelved.authors == ["Ana Prado", "Bo Lind", "Jo Park"])
      #expect(try await scratch.take(read).added.isEmpty)
    }
  }
}
