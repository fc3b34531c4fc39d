import Cairn
import CairnTestKit
import Testing

/// The defects of other apps with dates and statuses (spec/reading.md 2.14).
@Suite struct `Date defects of other apps` {
  private func reading(_ start: String?, _ finish: String?) throws -> ReadThrough {
    var reading = try ReadingStatus.read.reached().readThroughs[0]
    try reading.setDays(
      started: start.map { try #require(PartialDay(text: $0)) },
      finished: finish.map { try #require(PartialDay(text: $0)) },
      today: day("2030-01-01")
    )
    return reading
  }

  // D16, D17
  @Test func `D16 D17: reading from any status sets a start, and a read book starts over`() throws {
    for status in ReadingStatus.all {
      var book = try status.reached()
      try book.changeStatus(.reading, on: "2026-03-01")
      #expect(book.openReading?.started != nil)
      if status == .read { #expect(book.position == (try Position.page(0, of: 300))) }
    }
  }

  // D53
  @Test func `D53: a change of status never removes a position`() throws {
    var book = try ReadingStatus.reading.reached(pages: nil)
    try book.reach(.page(40, of: nil), on: "2026-02-03")
    for status in [ReadingStatus.paused, .didNotFinish, .toRead] {
      try book.changeStatus(status, on: "2026-03-01")
      #expect(book.readThroughs[0].position == (try Position.page(40, of: nil)))
    }
  }

  // D56
  @Test func `D56: days to read are a difference of dates, not of 24 hours`() throws {
    let zone = try zone("America/New_York")
    let start = zone.day(at: try at("2026-02-02T04:00:00Z"))
    let finish = zone.day(at: try at("2026-02-18T13:00:00Z"))
    #expect(try reading(start.text, finish.text).days == 17)
    #expect(try reading("2026-03-28", "2026-03-30").days == 2, "over the spring leap of a clock")
  }

  // D57
  @Test func `D57: a finish on New Year's Eve counts in the year of the person's day`() throws {
    let day = try zone("America/New_York").day(at: at("2026-01-01T04:30:00Z"))
    var book = try ReadingStatus.toRead.reached()
    book.changeStatus(.read, today: day, newID: { RecordID(high: 4, low: 9) })
    #expect(book.readThroughs[0].readingYear == 2025)
    #expect(book.readThroughs[0].readingMonth == 12)
  }

  // D58
  @Test func `D58: reading again keeps the old dates`() throws {
    var book = try ReadingStatus.read.reached()
    try book.changeStatus(.reading, on: "2027-01-02")
    #expect(book.summaries == ["1.2.–18.2. finished", "2.1.–? open"])
    #expect(book.readThroughs.map(\.readingYear) == [2026, nil])
  }

  // D59
  @Test func `D59: back to the wishlist keeps every date that was set by hand`() throws {
    var book = try ReadingStatus.read.reached()
    let before = book.readThroughs
    try book.changeStatus(.toRead, on: "2026-03-01")
    try book.changeStatus(.wishlist, on: "2026-03-02")
    #expect(book.readThroughs == before)
    var open = try ReadingStatus.reading.reached()
    try open.changeStatus(.wishlist, on: "2026-03-01")
    #expect(open.summaries == ["1.2.–1.3. reset"])
  }

  // D60
  @Test func `D60: read without ever starting sets both, and a known start stays`() throws {
    var book = try ReadingStatus.toRead.reached()
    try book.changeStatus(.read, on: "2026-03-01")
    #expect(book.summaries == ["1.3.–1.3. finished"])
    var begun = try ReadingStatus.reading.reached()
    try begun.changeStatus(.read, on: "2026-03-01")
    #expect(begun.summaries == ["1.2.–1.3. finished"])
  }

  // D61
  @Test func `D61: only a reading that was finished has a year`() throws {
    let readings = try ReadingStatus.all.flatMap { try $0.reached().readThroughs }
    #expect(readings.filter { $0.readingYear != nil }.map(\.outcome) == [.finished])
    #expect(try ReadingStatus.didNotFinish.reached().readThroughs[0].readingMonth == nil)
  }

  // D62
  @Test func `D62: unknown dates have a defined order`() throws {
    var all = try [
      ("2026-01-01", "2026-02-01"), (nil, "2026"), (nil, nil), ("2025-12-01", nil),
      (nil, "2026-02"),
    ].map { try reading($0.0, $0.1) }
    all.append(try ReadingStatus.reading.reached().readThroughs[0])
    let ends = all.sorted { $0.precedes($1) }.map {
      $0.outcome == nil ? "open" : ($0.ended ?? $0.started)?.text
    }
    #expect(ends == [nil, "2025-12-01", "2026", "2026-02", "2026-02-01", "open"])
    #expect(try reading("2026-02-01", "2026-02-01").days == 0)
  }

  // D63
  @Test func `D63: a finish before the start is rejected, and the error names both`() throws {
    var reading = try ReadingStatus.read.reached().readThroughs[0]
    let before = reading
    let error = #expect(throws: CairnError.self) {
      try reading.setDays(
        started: PartialDay(text: "2026-02-10"),
        finished: PartialDay(text: "2026-01"),
        today: day("2026-03-01")
      )
    }
    #expect(error?.code == "reading.finish_before_start")
    #expect(error?.message.contains("10 Feb 2026") == true)
    #expect(error?.message.contains("January 2026") == true)
    #expect(reading == before)
  }

  // D63
  @Test func `D63: a finish in the future is rejected, and the error names today`() throws {
    var reading = try ReadingStatus.read.reached().readThroughs[0]
    let error = #expect(throws: CairnError.self) {
      try reading.setDays(
        started: nil,
        finished: PartialDay(text: "2026-04"),
        today: day("2026-03-01")
      )
    }
    #expect(error?.message == "April 2026 is in the future; today is Sun 1 Mar 2026.")
  }

  // D64
  @Test func `D64: a book given up is no finish, and ratings stay with their reading`() throws {
    var book = try ReadingStatus.didNotFinish.reached()
    #expect(book.readThroughs[0].finished == nil)
    book.readThroughs[0].rating = 8
    try book.changeStatus(.read, on: "2026-03-01")
    try book.changeStatus(.reading, on: "2026-03-05")
    #expect(book.readThroughs.map(\.rating) == [8, nil])
    #expect(book.entry.rating == 16)
  }
}
