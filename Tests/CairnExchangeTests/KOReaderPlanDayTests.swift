import Cairn
import CairnExchange
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `The days of KOReader sessions` {
  /// Zone, start in UTC, minutes, first day, and the minutes of each day.
  @Test(arguments: [
    ("UTC", "2025-02-15T23:41:00Z", 38, "2025-02-15", [19, 19]),
    ("Europe/Berlin", "2025-02-15T22:41:00Z", 38, "2025-02-15", [19, 19]),
    ("Europe/Berlin", "2025-02-15T23:00:00Z", 38, "2025-02-16", [38]),
    ("Europe/Berlin", "2025-03-29T22:30:00Z", 180, "2025-03-29", [30, 150]),
    ("Europe/Berlin", "2025-10-25T21:30:00Z", 180, "2025-10-25", [30, 150]),
    ("Asia/Kathmandu", "2025-02-15T18:00:00Z", 30, "2025-02-15", [15, 15]),
    ("Australia/Lord_Howe", "2025-04-05T12:30:00Z", 240, "2025-04-05", [30, 210]),
    ("America/New_York", "2025-01-01T04:30:00Z", 60, "2024-12-31", [30, 30]),
    ("Pacific/Apia", "2011-12-30T09:30:00Z", 60, "2011-12-29", [30, 0, 30]),
  ])
  func `use the zone, over midnight and over a clock change`(
    zone: String,
    start: String,
    minutes: Int64,
    first: String,
    expected: [Int64]
  ) async throws {
    try await withLog { scratch in
      try await scratch.take(statistics(views(start, 1...minutes)), zone: zone)
      let day = try #require(LocalDay(text: first))
      let last = day + Int32(expected.count) - 1
      let totals = try await scratch.log.dayTotals(nil, in: day...last)
      let minutesOfDay = Dictionary(
        uniqueKeysWithValues: totals.map { ($0.day - day, $0.time.wholeMinutes) }
      )
      #expect((0..<Int32(expected.count)).map { minutesOfDay[$0] ?? 0 } == expected)
      #expect(totals.first?.sessions == 1)
      #expect(try await scratch.sessions().first?.hasPrefix(first) == true)
      #expect(try await scratch.seconds() == minutes * 60)
    }
  }

  @Test func `begin at the chosen hour`() async throws {
    try await withLog { scratch in
      try await scratch.log.set("dayStartHour", to: "4")
      let file = statistics(views("2025-02-16T01:00:00Z", 1...30))
      let index = try await scratch.log.libraryIndex()
      let plan = file.plan(for: index, zone: .utc, dayStartHour: 4, now: scratchNow)
      _ = try await scratch.log.apply(plan, dryRun: false) { _ in }
      #expect(try await scratch.book("Dune").started == "2025-02-15")
      #expect(try await scratch.sessions().first?.hasPrefix("2025-02-15") == true)
    }
  }

  @Test func `do not change when the file is imported in another zone`() async throws {
    try await withLog { scratch in
      let file = statistics(views("2025-02-15T22:41:00Z", 1...38))
      try await scratch.take(file, zone: "Europe/Berlin")
      let before = try await scratch.everything()
      for zone in ["America/Los_Angeles", "Pacific/Auckland"] {
        #expect(try await scratch.take(file, zone: zone).figures == [0, 0, 2, 0, 0])
      }
      #expect(try await scratch.everything() == before)
    }
  }
}

@Suite struct `Hostile KOReader statistics` {
  private func page(
    _ page: Int64,
    at start: Int64 = 1_739_643_413,
    for duration: Int64 = 60,
    of total: Int64 = 300,
    book: Int64 = 1
  ) -> KOReaderPage {
    KOReaderPage(
      bookID: book,
      page: page,
      startTime: start,
      duration: duration,
      totalPages: total
    )
  }

  @Test func `leave a valid log`() async throws {
    let extremes: [Int64] = [.min, -1, 0, 1, 86_400, 86_401, 4_102_444_799, .max]
    let pages = extremes.flatMap { value in
      [
        page(value), page(1, at: value), page(1, at: 4_102_444_799, for: value),
        page(1, at: 1_739_700_000 &+ (value & 0xFFFF), for: value), page(2, of: value),
        page(.max, of: .max), page(1, book: value),
      ]
    }
    var books = statistics(of: [nil, "", "N/A", "\u{202E}evil\u{0}", "Dune"], []).books
    for value in extremes { books[4].pages = value }
    books.append(
      KOReaderBook(
        id: .max,
        title: String(repeating: "x", count: 100_000),
        authors: "A\n\nB\nA",
        pages: .max,
        series: "\n",
        language: nil,
        md5: "'; DROP TABLE record; --"
      )
    )
    let file = KOReaderStatistics(
      books: books,
      pages: pages + [page(1, book: .max), page(9, book: 5)]
    )
    try await withLog { scratch in
      let plan = file.plan(for: LibraryIndex(), zone: .utc, now: scratchNow)
      #expect(!plan.issues.isEmpty)
      try await scratch.take(file)
      try await scratch.isSound()
      let before = try await scratch.everything()
      try await scratch.take(file)
      #expect(try await scratch.everything() == before)
    }
  }
}
