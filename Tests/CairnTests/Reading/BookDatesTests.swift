import Cairn
import CairnTestKit
import Testing

extension Book {
  /// Edits dates from texts: nil keeps a date, `-` clears it.
  fileprivate mutating func date(
    _ started: String? = nil,
    _ finished: String? = nil,
    _ stopped: String? = nil,
    on today: String = "2026-03-01"
  ) throws {
    var edits = DateEdits()
    edits.started = try .summaries(started)
    edits.finished = try .summaries(finished)
    edits.stopped = try .summaries(stopped)
    let id = RecordID(high: 4, low: UInt64(readThroughs.count + 7))
    try edit(edits, today: day(today), newID: { id })
  }
}

extension DateEdit {
  fileprivate static func summaries(_ text: String?) throws -> DateEdit {
    guard let text else { return .keep }
    return try text == "-" ? .clear : .set(#require(PartialDay(text: text)))
  }
}

@Suite struct `Setting the dates of a read-through by hand` {
  static let starts: [(String?, String?, String?)] = [
    ("2026-02-10", "2026-02-10", nil), ("2026-02-10", "2026-02", nil),
    ("2026-02", "2026-02-01", nil),
    ("2026-02", "2026", nil), ("2026", "2026-01-01", nil), ("2026", "2025", "finish_before_start"),
    ("2026-02-10", "2026-01", "finish_before_start"),
    ("2026-02-10", "2025", "finish_before_start"),
    ("2026-02", "2026-01-31", "finish_before_start"), (nil, "2026", nil), (nil, "2026-03", nil),
    (nil, "2026-03-01", nil), (nil, "2026-03-02", "day_in_future"),
    (nil, "2026-04", "day_in_future"), (nil, "2027", "day_in_future"),
    ("2026-03-02", "-", "day_in_future"), ("2026-03", "-", nil), ("-", "2025-12", nil),
  ]

  @Test(arguments: starts)
  func `is rejected only if no day of a date is valid`(
    start: String?,
    finish: String?,
    expected: String?
  ) throws {
    var book = try ReadingStatus.read.reached()
    try book.date("-", "-")
    let before = book
    do {
      try book.date(start, finish)
      #expect(expected == nil)
      let reading = book.readThroughs[0]
      #expect(
        [start, finish].map { $0 == "-" ? nil : $0 } == [
          reading.started?.text, reading.finished?.text,
        ]
      )
    } catch let error as CairnError {
      #expect(error.code == expected.map { "reading.\($0)" })
      #expect(book == before)
    }
  }

  @Test(arguments: ReadingStatus.all)
  func `to a finish makes a book read, unless it was given up`(status: ReadingStatus) throws {
    var book = try status.reached()
    if status == .didNotFinish {
      #expect(throws: CairnError.self) { try book.date(nil, "2026-02-20") }
      #expect(book == (try status.reached()))
      return
    }
    try book.date(nil, "2026-02-20")
    #expect(book.entry.status == .read)
    #expect(book.readThroughs.map(\.finished?.text) == ["2026-02-20"])
    #expect(book.readThroughs[0].outcome == .finished)
  }

  @Test func `to a start alone makes a book being read`() throws {
    var book = try ReadingStatus.wishlist.reached()
    try book.date("2026-02")
    #expect(book.entry.status == .reading)
    #expect(book.summaries == ["2026-02–? open"])
  }

  @Test func `clears a finish and leaves the book read`() throws {
    var book = try ReadingStatus.read.reached()
    try book.date(nil, "-")
    #expect(book.summaries == ["1.2.–? finished"])
    #expect(book.entry.status == .read)
    #expect(book.readThroughs[0].days == nil)
  }

  @Test func `that clears missing dates adds no read-through`() throws {
    var book = try ReadingStatus.toRead.reached()
    try book.date("-", "-", "-")
    #expect(book == (try ReadingStatus.toRead.reached()))
  }

  @Test func `dates the day a book was given up`() throws {
    var book = try ReadingStatus.didNotFinish.reached()
    try book.date(nil, nil, "2026-02")
    #expect(book.summaries == ["1.2.–2026-02 gave_up"])
    #expect(throws: CairnError.self) { try book.date(nil, nil, "2026-01-31") }
    var read = try ReadingStatus.read.reached()
    #expect(throws: CairnError.self) { try read.date(nil, nil, "2026-02-18") }
  }

  @Test func `rejects a read-through of another book`() throws {
    var book = try ReadingStatus.read.reached()
    let refusal = code { () throws(CairnError) in
      try book.edit(
        DateEdits(),
        of: Identifier(RecordID(high: 9, low: 9)),
        today: LocalDay(number: 20_513),
        newID: { RecordID(high: 4, low: 9) }
      )
    }
    #expect(refusal == "reading.read_through_not_found")
  }

  @Test(
    arguments: [
      ("2026-02-01", "2026-02-18", 17), ("2026-02-01", "2026-02-01", 0),
      ("2026-02", "2026-02-18", nil), ("2026-02-01", "2026", nil), ("-", "2026-02-18", nil),
    ] as [(String, String, Int32?)]
  )
  func `counts days only between days`(start: String, finish: String, days: Int32?) throws {
    var book = try ReadingStatus.read.reached()
    try book.date("-", "-")
    try book.date(start, finish)
    #expect(book.readThroughs[0].days == days)
    #expect(book.readThroughs[0].readingYear == 2026)
    #expect(book.readThroughs[0].readingMonth == (finish == "2026" ? nil : 2))
  }
}

@Suite struct `Reading a book again` {
  private func again(_ book: inout Book, from start: String? = nil) throws {
    let id = RecordID(high: 4, low: UInt64(book.readThroughs.count + 1))
    let started = start.flatMap { PartialDay(text: $0) }
    try book.reread(from: started, today: day("2026-03-01"), newID: { id })
  }

  private func earlier(_ book: inout Book, _ finish: String) throws {
    let id = RecordID(high: 4, low: UInt64(book.readThroughs.count + 1))
    let finished = try #require(PartialDay(text: finish))
    try book.addReading(from: nil, to: finished, today: day("2026-03-01"), newID: { id })
  }

  @Test func `starts a given-up book over, where continuing resumes it`() throws {
    var over = try ReadingStatus.didNotFinish.reached()
    try again(&over)
    #expect(over.summaries == ["1.2.–10.2. gave_up", "1.3.–? open"])
    #expect(over.entry.status == .reading)
    #expect(over.position == (try Position.page(0, of: 300)))
  }

  @Test func `is rejected while a read-through is open`() throws {
    var book = try ReadingStatus.reading.reached()
    #expect(throws: CairnError.self) { try again(&book) }
    #expect(book == (try ReadingStatus.reading.reached()))
  }

  @Test func `in the past is sorted among the read-throughs and keeps the status`() throws {
    var book = try ReadingStatus.read.reached()
    try again(&book)
    try earlier(&book, "2010")
    try earlier(&book, "2018-05")
    #expect(
      book.summaries == [
        "?–2010 finished", "?–2018-05 finished", "1.2.–18.2. finished", "1.3.–? open",
      ]
    )
    #expect(book.entry.status == .reading)
    #expect(book.position == (try Position.page(0, of: 300)))
  }

  @Test func `in the past for the first time makes the book read`() throws {
    var book = try ReadingStatus.toRead.reached()
    try earlier(&book, "2010")
    #expect(book.entry.status == .read)
    #expect(throws: CairnError.self) { try earlier(&book, "2027") }
  }

  @Test(arguments: [ReadingStatus.reading, .paused, .read, .didNotFinish])
  func `can be removed and restored`(status: ReadingStatus) throws {
    var book = try status.reached()
    let before = book
    let reading = try #require(book.readThroughs.first)
    try book.remove(reading.id)
    #expect(book.readThroughs.isEmpty)
    #expect(book.entry.status == .toRead)
    try book.restore(reading)
    #expect(book.readThroughs == before.readThroughs)
    #expect(book.entry.status == (status == .paused ? .reading : status))
  }

  @Test func `and removing that restores the previous status`() throws {
    var book = try ReadingStatus.read.reached()
    try again(&book)
    try book.remove(#require(book.openReading?.id))
    #expect(book.entry.status == .read)
    #expect(book.summaries == ["1.2.–18.2. finished"])
  }

  @Test func `is not restored beside an open one`() throws {
    var book = try ReadingStatus.reading.reached()
    let reading = book.readThroughs[0]
    try book.remove(reading.id)
    try again(&book)
    #expect(throws: CairnError.self) { try book.restore(reading) }
    #expect(book.readThroughs.count == 1)
  }

  @Test func `with another outcome keeps its end date`() throws {
    var book = try ReadingStatus.read.reached()
    let id = book.readThroughs[0].id
    try book.setOutcome(.gaveUp, of: id)
    #expect(book.summaries == ["1.2.–18.2. gave_up"])
    #expect(book.entry.status == .didNotFinish)
    try book.setOutcome(.finished, of: id)
    #expect(book == (try ReadingStatus.read.reached()))
    try book.setOutcome(nil, of: id)
    #expect(book.summaries == ["1.2.–? open"])
    #expect(book.entry.status == .reading)
  }
}

@Suite struct `The read-through of a day` {
  /// Read in 2020, in March 2022, on an unknown day of 2024, and open since 10 January 2026.
  private func book(open: Bool = true) throws -> Book {
    var book = try CairnTests.book()
    for (number, dates) in [
      ("2020-03-01", "2020-03-20"), ("2022-03", "2022-03"), (nil, "2024"),
    ].enumerated() {
      let id = RecordID(high: 4, low: UInt64(number + 1))
      let (start, end) = (dates.0.flatMap { PartialDay(text: $0) }, PartialDay(text: dates.1))
      try book.addReading(from: start, to: #require(end), today: day("2026-03-01"), newID: { id })
    }
    guard open else { return book }
    let id = RecordID(high: 4, low: 4)
    let start = PartialDay(text: "2026-01-10")
    try book.reread(from: start, today: day("2026-03-01"), newID: { id })
    return book
  }

  @Test(
    arguments: [
      ("2020-02-20", 1), ("2020-03-01", 1), ("2020-03-20", 1), ("2020-03-21", 2),
      ("2022-03-15", 2), ("2022-03-31", 2), ("2022-04-01", 3), ("2024-07-01", 3),
      ("2024-12-31", 3), ("2025-01-01", nil), ("2026-01-10", nil), ("2026-02-01", nil),
    ] as [(String, UInt64?)]
  )
  func `is the one with dates around it, otherwise the next that ended`(
    text: String,
    number: UInt64?
  ) throws {
    let found = try book().endedReading(of: day(text), today: day("2026-03-01"))
    #expect(found?.id.record.low == number)
    let closed = try book(open: false).endedReading(of: day(text), today: day("2026-03-01"))
    #expect(closed?.id.record.low == number)
  }

  @Test func `is one that ended on an unknown date, but not today`() throws {
    var book = try CairnTests.book()
    book.readThroughs = [
      ReadThrough(id: Identifier(RecordID(high: 4, low: 1)), entry: book.entry.id, finished: nil)
    ]
    let today = try day("2026-03-01")
    #expect(book.endedReading(of: today - 1, today: today)?.id.record.low == 1)
    #expect(book.endedReading(of: today, today: today) == nil)
  }

  @Test func `is not one that ends this year for a session of today`() throws {
    var book = try CairnTests.book()
    book.readThroughs = [
      ReadThrough(
        id: Identifier(RecordID(high: 4, low: 1)),
        entry: book.entry.id,
        finished: PartialDay(text: "2026")
      )
    ]
    let today = try day("2026-03-01")
    #expect(book.endedReading(of: today - 1, today: today) != nil)
    #expect(book.endedReading(of: today, today: today) == nil)
  }
}
