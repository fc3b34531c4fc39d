import Cairn
import CairnTestKit
import Testing

@Suite struct `Changing the status of a book` {
  /// The read-throughs after a change on 1 March, from each status to each.
  static let table: [(ReadingStatus, ReadingStatus, [String])] = [
    (.wishlist, .wishlist, []),
    (.wishlist, .toRead, []),
    (.wishlist, .reading, ["1.3.–? open"]),
    (.wishlist, .paused, ["1.3.–? open"]),
    (.wishlist, .read, ["1.3.–1.3. finished"]),
    (.wishlist, .didNotFinish, ["?–1.3. gave_up"]),
    (.toRead, .wishlist, []),
    (.toRead, .toRead, []),
    (.toRead, .reading, ["1.3.–? open"]),
    (.toRead, .paused, ["1.3.–? open"]),
    (.toRead, .read, ["1.3.–1.3. finished"]),
    (.toRead, .didNotFinish, ["?–1.3. gave_up"]),
    (.reading, .wishlist, ["1.2.–1.3. reset"]),
    (.reading, .toRead, ["1.2.–1.3. reset"]),
    (.reading, .reading, ["1.2.–? open"]),
    (.reading, .paused, ["1.2.–? open"]),
    (.reading, .read, ["1.2.–1.3. finished"]),
    (.reading, .didNotFinish, ["1.2.–1.3. gave_up"]),
    (.paused, .wishlist, ["1.2.–1.3. reset"]),
    (.paused, .toRead, ["1.2.–1.3. reset"]),
    (.paused, .reading, ["1.2.–? open"]),
    (.paused, .paused, ["1.2.–? open"]),
    (.paused, .read, ["1.2.–1.3. finished"]),
    (.paused, .didNotFinish, ["1.2.–1.3. gave_up"]),
    (.read, .wishlist, ["1.2.–18.2. finished"]),
    (.read, .toRead, ["1.2.–18.2. finished"]),
    (.read, .reading, ["1.2.–18.2. finished", "1.3.–? open"]),
    (.read, .paused, ["1.2.–18.2. finished", "1.3.–? open"]),
    (.read, .read, ["1.2.–18.2. finished"]),
    (.read, .didNotFinish, ["1.2.–18.2. finished", "?–1.3. gave_up"]),
    (.didNotFinish, .wishlist, ["1.2.–10.2. gave_up"]),
    (.didNotFinish, .toRead, ["1.2.–10.2. gave_up"]),
    (.didNotFinish, .reading, ["1.2.–? open"]),
    (.didNotFinish, .paused, ["1.2.–? open"]),
    (.didNotFinish, .read, ["1.2.–1.3. finished"]),
    (.didNotFinish, .didNotFinish, ["1.2.–10.2. gave_up"]),
  ]

  @Test(arguments: table)
  func `sets only the dates that follow from it`(
    from: ReadingStatus,
    to: ReadingStatus,
    readings: [String]
  ) throws {
    var book = try from.reached()
    try book.changeStatus(to, on: "2026-03-01")
    #expect(book.summaries == readings)
    #expect(book.entry.status == to)
  }

  @Test func `is covered for every pair`() {
    #expect(Self.table.count == ReadingStatus.all.count * ReadingStatus.all.count)
    let pairs = Set(Self.table.map { [$0.0, $0.1] })
    #expect(pairs.count == Self.table.count)
  }

  @Test(arguments: table)
  func `is idempotent`(from: ReadingStatus, to: ReadingStatus, readings: [String]) throws {
    var book = try from.reached()
    try book.changeStatus(to, on: "2026-03-01")
    let once = book
    try book.changeStatus(to, on: "2026-03-09")
    #expect(book == once)
  }

  @Test(arguments: table)
  func `keeps the rating`(from: ReadingStatus, to: ReadingStatus, readings: [String]) throws {
    var book = try from.reached()
    for index in book.readThroughs.indices { book.readThroughs[index].rating = 12 }
    try book.changeStatus(to, on: "2026-03-01")
    #expect(book.entry.rating == 16)
    #expect(book.readThroughs.prefix(1).allSatisfy { $0.rating == (from.isStarted ? 12 : nil) })
  }

  @Test(arguments: ReadingStatus.all)
  func `is found by its stored name`(status: ReadingStatus) {
    #expect(ReadingStatus(name: status.name) == status)
    #expect(ReadingStatus(name: status.name.uppercased()) == nil)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `repeatedly loses no ended read-through`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      var book = try book(pages: random.oneIn(3) ? nil : 300)
      var now = try day("2026-01-01")
      for _ in 0..<12 {
        let before = book
        now = now + Int32(random.number(0...9))
        try book.changeStatus(random.pick(ReadingStatus.all), on: now.text)
        #expect(book.readThroughs.filter { $0.outcome == nil }.count <= 1)
        #expect(book.readThroughs.count >= before.readThroughs.count)
        #expect(book.finishes.starts(with: before.finishes))
        #expect(book.readThroughs.allSatisfy { $0.isInOrder })
      }
    }
  }
}

extension ReadingStatus {
  fileprivate var isStarted: Bool { self != .wishlist && self != .toRead }
}

extension Book {
  fileprivate var finishes: [ReadThrough] { readThroughs.filter { $0.outcome == .finished } }
}

extension ReadThrough {
  fileprivate var isInOrder: Bool {
    let last = finished ?? stopped
    guard let last, let started else { return true }
    return started <= last
  }
}

@Suite struct `The dates of a read-through` {
  @Test func `are filled in only where they are missing`() throws {
    let empty = try book()
    var fields = Fields()
    ReadThrough(id: Identifier(RecordID(high: 4, low: 1)), entry: empty.entry.id)
      .write(to: &fields)
    fields.set("started", "2026-01-10")
    fields.set("finished", "2026-01")
    var book = empty
    book.readThroughs = [try ReadThrough(recordID: RecordID(high: 4, low: 1), fields: fields)]
    book.setStatus(.reading)
    try book.changeStatus(.read, on: "2026-03-01")
    #expect(book.summaries == ["10.1.–2026-01 finished"])
  }

  @Test func `stay unknown at the start of a read-through that was open before`() throws {
    var book = try book()
    book.readThroughs = [
      ReadThrough(id: Identifier(RecordID(high: 4, low: 1)), entry: book.entry.id)
    ]
    book.setStatus(.reading)
    for status in [ReadingStatus.reading, .paused, .didNotFinish, .reading] {
      try book.changeStatus(status, on: "2026-03-01")
      #expect(book.readThroughs.map(\.started) == [nil])
    }
    try book.reach(.page(300, of: 300), on: "2026-03-01")
    #expect(book.summaries == ["?–1.3. finished"])
    #expect(book.readThroughs[0].days == nil)
  }

  @Test(arguments: [ReadingStatus.toRead, .wishlist])
  func `stay when a read book was put back and is read again`(status: ReadingStatus) throws {
    var book = try ReadingStatus.read.reached()
    let read = book
    try book.changeStatus(status, on: "2026-02-20")
    #expect(book.isReadAlready)
    try book.changeStatus(.read, on: "2026-03-01")
    #expect(book == read)
    try book.changeStatus(status, on: "2026-03-02")
    try book.changeStatus(.reading, on: "2026-03-03")
    #expect(!book.isReadAlready)
    try book.changeStatus(.read, on: "2026-03-04")
    #expect(book.summaries == ["1.2.–18.2. finished", "3.3.–4.3. finished"])
  }

  @Test func `are new if the previous read-through was put back unfinished`() throws {
    var book = try ReadingStatus.reading.reached()
    try book.changeStatus(.toRead, on: "2026-02-20")
    try book.changeStatus(.read, on: "2026-03-01")
    #expect(book.summaries == ["1.2.–20.2. reset", "1.3.–1.3. finished"])
  }

  @Test func `stay unknown for an undated row with the status read`() throws {
    var book = try book()
    let id = Identifier<ReadThrough>(RecordID(high: 4, low: 1))
    book.readThroughs = [ReadThrough(id: id, entry: book.entry.id, finished: nil)]
    book.setStatus(.read)
    try book.changeStatus(.read, on: "2026-03-01")
    #expect(book.summaries == ["?–? finished"])
    #expect(book.readThroughs[0].days == nil)
  }

  @Test func `of a book given up are never a finish`() throws {
    let book = try ReadingStatus.didNotFinish.reached()
    #expect(book.readThroughs[0].finished == nil)
    #expect(book.readThroughs[0].stopped == (try PartialDay(day("2026-02-10"))))
    #expect(book.readThroughs[0].days == nil)
  }

  @Test func `never end before they began, also after a flight over the date line`() throws {
    var book = try book()
    try book.changeStatus(.reading, on: "2026-03-05")
    var given = book
    try book.changeStatus(.read, on: "2026-03-04")
    #expect(book.summaries == ["5.3.–5.3. finished"])
    try given.changeStatus(.didNotFinish, on: "2026-03-04")
    #expect(given.summaries == ["5.3.–5.3. gave_up"])
  }

  @Test func `follow the person's day, not UTC`() throws {
    let newYork = try zone("America/New_York")
    let today = newYork.day(at: try at("2026-01-01T04:30:00Z"))
    var book = try ReadingStatus.toRead.reached()
    book.changeStatus(.read, today: today, newID: { RecordID(high: 4, low: 9) })
    #expect(book.readThroughs[0].finished?.year == 2025)
  }

  @Test(
    arguments: [
      ("2026-02-01", "2026-02-18", 17), ("2026-02-01", "2026-02-01", 0),
      ("2026-03-28", "2026-03-30", 2), ("2024-02-28", "2024-03-01", 2),
      ("2025-12-31", "2026-01-01", 1),
    ] as [(String, String, Int32)]
  )
  func `are counted as dates`(start: String, finish: String, days: Int32) throws {
    var reading = try ReadingStatus.read.reached().readThroughs[0]
    try reading.setDays(
      started: PartialDay(day(start)),
      finished: PartialDay(day(finish)),
      today: day("2026-12-31")
    )
    #expect(reading.days == days)
  }

  static let edits: [(String?, String?, String?)] = [
    ("2026-02-01", "2026-02-18", nil), ("2026-02-18", "2026-02-18", nil), (nil, nil, nil),
    ("2026-02-01", nil, nil), (nil, "2026-02-18", nil), (nil, "2026-03-01", nil),
    ("2026-02-19", "2026-02-18", "reading.finish_before_start"),
    ("2026-03-02", nil, "reading.day_in_future"), (nil, "2026-03-02", "reading.day_in_future"),
    ("2026-02-01", "2026-03-02", "reading.day_in_future"),
  ]

  @Test(arguments: edits)
  func `are set by hand, cleared, or rejected`(
    start: String?,
    finish: String?,
    expected: String?
  ) throws {
    var reading = try ReadingStatus.read.reached().readThroughs[0]
    let before = reading
    let newStart = try start.map { try PartialDay(day($0)) }
    let newFinish = try finish.map { try PartialDay(day($0)) }
    let today = try day("2026-03-01")
    let refusal = code { () throws(CairnError) in
      try reading.setDays(started: newStart, finished: newFinish, today: today)
    }
    #expect(refusal == expected)
    if expected == nil {
      #expect(reading.started == newStart && reading.finished == newFinish)
    } else {
      #expect(reading == before)
    }
  }
}
