import Cairn
import CairnExchange
import Testing

private let noon: Int64 = 1_736_164_800

/// Page views of book 1: start (seconds after noon), duration, and page out of 100.
private func statistics(_ views: [(Int64, Int64, Int64)]) -> KOReaderStatistics {
  KOReaderStatistics(
    books: [book(1, "Dune")],
    pages: views.map { start, duration, page in view(1, noon + start, duration, page) }
  )
}

private func book(_ id: Int64, _ title: String?, md5: String? = nil) -> KOReaderBook {
  KOReaderBook(
    id: id,
    title: title,
    authors: "A\nB",
    pages: 100,
    series: "N/A",
    language: "en",
    md5: md5
  )
}

private func view(_ book: Int64, _ start: Int64, _ duration: Int64, _ page: Int64) -> KOReaderPage {
  KOReaderPage(bookID: book, page: page, startTime: start, duration: duration, totalPages: 100)
}

/// The segments as pairs of seconds after noon.
private func spans(_ session: KOReaderSession) -> [[Int64]] {
  session.segments.map { segment in
    [segment.started, segment.ended].map { $0.milliseconds / 1_000 - noon }
  }
}

@Suite struct `KOReader sessions` {
  /// The rows of Fixtures/koreader_statistics_example.sqlite3.
  static let example = KOReaderStatistics(
    books: [nil, "5ee88058c4346a122c4ccf80e36b1dc8"].enumerated().map { index, md5 in
      KOReaderBook(
        id: Int64(index) + 1,
        title: "Crime and Punishment",
        authors: "Fyodor Dostoevsky",
        pages: 1_146,
        series: "N/A",
        language: "en-us",
        md5: md5
      )
    },
    pages: [
      (32, 1_739_643_413, 34), (37, 1_739_643_449, 77), (45, 1_739_643_531, 29),
      (47, 1_739_643_560, 39),
    ]
    .map { page, start, duration in
      KOReaderPage(
        bookID: 2,
        page: page,
        startTime: start,
        duration: duration,
        totalPages: 1_146
      )
    }
  )

  @Test func `are found in a real file`() throws {
    let result = KOReaderSessions.derive(from: Self.example)
    #expect(result.issues == [])
    let session = try #require(result.sessions.first)
    #expect(result.sessions.count == 1)
    #expect(session.book.md5 == "5ee88058c4346a122c4ccf80e36b1dc8")
    #expect(session.book.series == nil)
    #expect(session.book.authors == ["Fyodor Dostoevsky"])
    #expect(session.active == .seconds(179))
    #expect(session.segments.count == 3)
    #expect(session.started.text == "2025-02-15T18:16:53Z")
    #expect(session.ended.text == "2025-02-15T18:19:59Z")
    #expect(session.startPosition?.page == 32)
    #expect(session.endPosition?.page == 47)
    #expect(session.endPosition?.totalPages == 1_146)
    #expect(
      session.sourceKey
        == #"["Crime and Punishment",["Fyodor Dostoevsky"],"5ee88058c4346a122c4ccf80e36b1dc8",1739643413]"#
    )
  }

  @Test(
    arguments: [
      ([(0, 30, 1), (30, 20, 2)], [[[0, 50]]]),
      ([(0, 30, 1), (31, 20, 2)], [[[0, 30], [31, 51]]]),
      ([(0, 30, 1), (330, 20, 2)], [[[0, 30], [330, 350]]]),
      ([(0, 30, 1), (331, 20, 2)], [[[0, 30]], [[331, 351]]]),
      ([(0, 30, 1), (20, 30, 2)], [[[0, 50]]]),
      ([(0, 90, 1), (20, 30, 2), (90, 5, 3)], [[[0, 95]]]),
      ([(0, 600, 1), (10, 5, 2), (700, 5, 3)], [[[0, 600], [700, 705]]]),
      ([(100, 30, 2), (0, 100, 1)], [[[0, 130]]]), ([(0, 0, 1)], []), ([], []),
      ([(0, 0, 1), (10, 5, 1)], [[[10, 15]]]), ([(0, 30, 1), (0, 40, 2)], [[[0, 40]]]),
    ] as [([(Int64, Int64, Int64)], [[[Int64]]])]
  )
  func `join page views up to five minutes apart`(
    views: [(Int64, Int64, Int64)],
    expected: [[[Int64]]]
  ) {
    let result = KOReaderSessions.derive(from: statistics(views))
    #expect(result.sessions.map(spans) == expected)
    #expect(result.issues == [])
  }

  @Test func `use a configurable gap`() {
    let views = statistics([(0, 30, 1), (60, 30, 2)])
    #expect(KOReaderSessions.derive(from: views, gap: .seconds(30)).sessions.count == 1)
    #expect(KOReaderSessions.derive(from: views, gap: .seconds(29)).sessions.count == 2)
  }

  @Test func `of two books may overlap`() {
    let both = KOReaderStatistics(
      books: [book(7, "Dune"), book(9, "Emma")],
      pages: [view(9, noon, 60, 1), view(7, noon + 30, 60, 1), view(9, noon + 60, 60, 2)]
    )
    let sessions = KOReaderSessions.derive(from: both).sessions
    #expect(sessions.map(\.book.title) == ["Emma", "Dune"])
    #expect(sessions.map(spans) == [[[0, 120]], [[30, 90]]])
  }

  @Test(arguments: [
    (view(1, 946_684_799, 30, 1), "koreader.time"),
    (view(1, 4_102_444_800, 30, 1), "koreader.time"),
    (view(1, .min, 30, 1), "koreader.time"), (view(1, .max, .max, .max), "koreader.time"),
    (view(1, noon, -1, 1), "koreader.duration"), (view(1, noon, 86_401, 1), "koreader.duration"),
    (view(1, noon, .min, 1), "koreader.duration"), (view(2, noon, 30, 1), "koreader.book"),
    (view(.min, noon, 30, 1), "koreader.book"), (view(0, noon, 30, 1), "koreader.book"),
  ])
  func `exclude impossible views`(page: KOReaderPage, code: String) {
    var hostile = statistics([(500, 30, 5)])
    hostile.pages.insert(page, at: 0)
    let result = KOReaderSessions.derive(from: hostile)
    #expect(result.issues.map(\.code) == [code])
    #expect(result.issues.map(\.line) == [1])
    #expect(result.sessions.map(spans) == [[[500, 530]]])
  }

  @Test(arguments: [(0, 100), (-5, 100), (101, 100), (1, 0), (.max, .min)] as [(Int64, Int64)])
  func `keep the duration of an impossible page`(page: Int64, total: Int64) throws {
    var odd = statistics([(30, 30, 50)])
    odd.pages.append(
      KOReaderPage(bookID: 1, page: page, startTime: noon, duration: 30, totalPages: total)
    )
    let result = KOReaderSessions.derive(from: odd)
    let session = try #require(result.sessions.first)
    #expect(result.issues.map(\.code) == ["koreader.page"])
    #expect(session.active == .seconds(60))
    #expect(session.startPosition?.page == 50)
  }

  @Test func `satisfy all invariants for random page views`() {
    let seed = UInt64.random(in: 0...(.max))
    var random = SeededGenerator(seed: seed)
    for round in 0..<100 {
      let views = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        (
          Int64.random(in: 0...3_000, using: &random), Int64.random(in: 0...200, using: &random),
          Int64.random(in: 1...100, using: &random)
        )
      }
      let input = statistics(views)
      let sessions = KOReaderSessions.derive(from: input).sessions
      let note = Comment(rawValue: "seed \(seed) round \(round)")
      check(sessions, input, note)
      var shuffled = input
      shuffled.pages.shuffle(using: &random)
      #expect(KOReaderSessions.derive(from: shuffled).sessions == sessions, note)
    }
  }

  private func check(
    _ sessions: [KOReaderSession],
    _ input: KOReaderStatistics,
    _ note: Comment
  ) {
    var covered: Set<Int64> = []
    for page in input.pages {
      covered.formUnion(page.startTime..<page.startTime + page.duration)
    }
    let active = sessions.reduce(Milliseconds.zero) { $0 + $1.active }
    #expect(active == .seconds(Int64(covered.count)), note)
    #expect(sessions.allSatisfy { $0.active <= $0.ended - $0.started }, note)
    #expect(sessions.allSatisfy { $0.startPosition != nil && $0.endPosition != nil }, note)
    #expect(Set(sessions.map(\.sourceKey)).count == sessions.count, note)
    for (left, right) in zip(sessions, sessions.dropFirst()) {
      #expect(right.started - left.ended > .minutes(5), note)
    }
    for session in sessions {
      for (left, right) in zip(session.segments, session.segments.dropFirst()) {
        #expect(right.started > left.ended, note)
        #expect(right.started - left.ended <= .minutes(5), note)
      }
    }
  }
}

@Suite struct `Merging KOReader statistics` {
  @Test func `counts a page view of two files once, the longer one`() {
    let one = statistics([(0, 30, 1), (100, 10, 2)])
    let two = statistics([(0, 45, 1), (100, 5, 2), (200, 7, 3)])
    for merged in [one.merging(two), two.merging(one)] {
      #expect(merged.pages.count == 3)
      #expect(merged.pages.reduce(0) { $0 + $1.duration } == 62)
    }
  }

  @Test func `ignores an impossible duration`() {
    let one = statistics([(0, 30, 1)])
    for broken in [statistics([(0, 1_000_000, 1)]), statistics([(0, -1, 1)])] {
      #expect(one.merging(broken).pages == one.merging(one).pages)
      #expect(broken.merging(one).pages == one.merging(one).pages)
    }
  }

  @Test func `identifies a book by title, authors and MD5, whatever its number`() {
    let one = KOReaderStatistics(
      books: [book(5, "Dune"), book(6, "Dune", md5: "x")],
      pages: [view(5, noon, 30, 1), view(6, noon, 30, 1)]
    )
    let two = KOReaderStatistics(
      books: [book(6, "Dune"), book(.max, "Emma")],
      pages: [view(6, noon, 30, 1), view(.max, noon, 30, 1)]
    )
    let merged = one.merging(two)
    #expect(merged.books.map(\.id) == [1, 2, 3])
    #expect(merged.books.map(\.title) == ["Dune", "Dune", "Emma"])
    #expect(merged.books.map(\.md5) == [nil, "x", nil])
    #expect(merged.pages.map(\.bookID) == [1, 2, 3])
  }

  @Test func `is idempotent`() {
    let example = `KOReader sessions`.example
    let once = example.merging(example)
    #expect(once == example)
    #expect(once.merging(example) == once)
    #expect(
      KOReaderSessions.derive(from: once) == KOReaderSessions.derive(from: example)
    )
  }

  @Test func `keeps page views without a book, to be reported`() {
    let orphan = KOReaderStatistics(books: [], pages: [view(3, noon, 30, 1)])
    let merged = statistics([(0, 30, 1)]).merging(orphan)
    #expect(KOReaderSessions.derive(from: merged).issues.map(\.code) == ["koreader.book"])
  }
}

@Suite struct `Books in KOReader` {
  @Test func `have no value for placeholders`() {
    let book = KOReaderBook(
      id: 1,
      title: " ",
      authors: "N/A",
      pages: 0,
      series: "N/A",
      language: "",
      md5: nil
    )
    #expect(book.title == nil && book.authors == [] && book.pages == nil)
    #expect(book.series == nil && book.language == nil && book.md5 == nil)
  }

  @Test(arguments: [nil, "", " "] as [String?])
  func `without a title are reported, not dropped`(title: String?) {
    let nameless = KOReaderStatistics(books: [book(7, title)], pages: [view(7, noon, 90, 5)])
    let plan = nameless.plan(for: LibraryIndex(), zone: .utc, now: scratchNow)
    #expect(plan.items.isEmpty)
    let issue = "A book without a title was skipped, with 1 session."
    #expect(plan.issues.map(\.message) == [issue])
  }

  @Test func `keep their own sessions, whatever their numbers`() {
    let file = KOReaderStatistics(
      books: [book(2, "Dune"), book(3, "Emma"), book(9, "Ulysses")],
      pages: [view(2, noon, 90, 5), view(3, noon + 900, 90, 6), view(9, noon + 1_800, 90, 7)]
    )
    let plan = file.plan(for: LibraryIndex(), zone: .utc, now: scratchNow)
    let starts = ["2025-01-06T12:00:00Z", "2025-01-06T12:15:00Z", "2025-01-06T12:30:00Z"]
    let expected = zip(["Dune", "Emma", "Ulysses"], starts).flatMap { [$0, "\($0), \($1)"] }
    #expect(plan.items.map(\.title) == expected)
  }

  @Test func `have one author per line`() {
    let book = KOReaderBook(
      id: 1,
      title: "Good Omens",
      authors: "Terry Pratchett\nNeil Gaiman\n",
      pages: 400,
      series: nil,
      language: nil,
      md5: "x"
    )
    #expect(book.authors == ["Terry Pratchett", "Neil Gaiman"])
  }
}
