import Cairn
import Testing

@Suite struct `Merging two books` {
  /// Returns a different book from ``book(pages:)``.
  private func duplicate(pages: Int64? = 400) throws -> Book {
    let work = try Work(id: Identifier(RecordID(high: 15, low: 1)), title: "EMMA", series: "Novels")
    let entry = Entry(id: Identifier(RecordID(high: 13, low: 1)), work: work.id, added: nil)
    var edition = Edition(id: Identifier(RecordID(high: 16, low: 1)), work: work.id)
    edition.pages = pages
    return Book(work: work, entry: entry, edition: edition, readThroughs: [])
  }

  private func reading(_ book: Book, _ number: UInt64) -> Identifier<ReadThrough> {
    Identifier(RecordID(high: book.entry.id.record.high, low: number))
  }

  @Test func `fills in missing values and keeps known ones`() throws {
    var (mine, theirs) = (try book(), try duplicate())
    (mine.entry.shelves, theirs.entry.shelves) = (["Club"], ["club", "Attic"])
    (mine.entry.notes, theirs.entry.notes) = ("one", "two")
    (mine.entry.review, theirs.entry.review) = ("same", "same")
    (mine.entry.added, theirs.entry.added) = (try day("2026-02-02"), try day("2025-01-01"))
    (theirs.entry.source, theirs.entry.sourceID) = ("goodreads", "7")
    theirs.entry.rating = 4
    theirs.work.firstYear = 1815
    #expect(mine.merge(theirs).isEmpty)
    #expect((mine.work.title, mine.work.series, mine.work.firstYear) == ("Emma", "Novels", 1815))
    #expect(mine.entry.shelves == ["Club", "Attic"])
    #expect((mine.entry.notes, mine.entry.review) == ("one\n\ntwo", "same"))
    #expect(mine.entry.added == (try day("2025-01-01")))
    #expect((mine.entry.rating, mine.entry.source, mine.entry.sourceID) == (16, "goodreads", "7"))
    #expect(mine.pages == 300)
  }

  @Test(arguments: ReadingStatus.all, ReadingStatus.all)
  func `keeps its status, unless it is planned or only the other is in progress`(
    one: ReadingStatus,
    other: ReadingStatus
  ) throws {
    var mine = try one.reached()
    mine.merge(try other.reached().moved(to: try duplicate()))
    let stands =
      switch (one, other) {
      case (.wishlist, .wishlist): ReadingStatus.wishlist
      case (.wishlist, _), (.toRead, .reading), (.toRead, .paused), (.toRead, .read),
        (.toRead, .didNotFinish):
        other
      case (.read, .reading), (.read, .paused), (.didNotFinish, .reading),
        (.didNotFinish, .paused):
        other
      default: one
      }
    #expect(mine.entry.status == stands)
    #expect((mine.openReading != nil) == stands.isInProgress)
    #expect(mine.readThroughs.count { $0.outcome == nil } <= 1)
    #expect(mine.readThroughs.allSatisfy { $0.entry == mine.entry.id })
  }

  @Test func `merges two open read-throughs, at the position farther on`() throws {
    var mine = try ReadingStatus.reading.reached()
    var theirs = try duplicate()
    theirs.setStatus(.reading)
    let at = try Position.page(300, of: 400)
    let (id, past) = (reading(theirs, 1), reading(theirs, 2))
    let early = PartialDay(try day("2026-01-15"))
    theirs.readThroughs = [
      ReadThrough(id: past, entry: theirs.entry.id, finished: PartialDay(try day("2020-01-01"))),
      ReadThrough(id: id, entry: theirs.entry.id, started: early, at: at),
    ]
    let joined = mine.merge(theirs)
    #expect(joined == [id: mine.readThroughs[0].id])
    #expect(mine.readThroughs.count == 2)
    #expect(mine.openReading?.position == at)
    #expect(mine.openReading?.started == early)
  }

  @Test(
    arguments: [
      ("2026-02-18", 1), ("2026-02-19", 2), (nil, 1),
    ] as [(String?, Int)]
  )
  func `merges finishes on one day, or with an unknown day`(
    finish: String?,
    count: Int
  ) throws {
    var mine = try ReadingStatus.read.reached()
    var theirs = try duplicate()
    theirs.setStatus(.read)
    var other = ReadThrough(
      id: reading(theirs, 1),
      entry: theirs.entry.id,
      finished: try finish.map { PartialDay(try day($0)) }
    )
    other.rating = 18
    theirs.readThroughs = [other]
    mine.merge(theirs)
    #expect(mine.readThroughs.count == count)
    #expect(mine.readThroughs.contains { $0.rating == 18 })
  }

  @Test(arguments: [
    (false, false, false), (true, true, true), (true, false, false), (false, true, false),
  ])
  func `is owned when one of them is`(mine: Bool, theirs: Bool, both: Bool) throws {
    var (one, other) = (try book(), try duplicate())
    (one.entry.isBorrowed, other.entry.isBorrowed) = (mine, theirs)
    one.merge(other)
    #expect(one.entry.isBorrowed == both)
  }

  @Test func `of a wishlist entry and a loan is a loan`() throws {
    var (one, other) = (try ReadingStatus.wishlist.reached(), try duplicate())
    other.entry.isBorrowed = true
    one.merge(other)
    #expect(one.entry.isBorrowed)
    #expect(one.entry.status == .toRead)
  }
}

extension Book {
  /// Returns another book with the status and read-throughs of this one.
  fileprivate func moved(to other: Book) -> Book {
    var book = other
    book.setStatus(entry.status)
    book.readThroughs = readThroughs
    return book
  }
}
