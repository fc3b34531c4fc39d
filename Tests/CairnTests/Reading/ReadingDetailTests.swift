import Cairn
import CairnTestKit
import Testing

@Suite struct `Finishing a reading session` {
  static let places: [(String?, Int64?, String, String?)] = [
    ("page:120/300", 300, "page:150/300", nil),
    ("page:120/300", 300, "page:120/300", nil),
    ("page:120/300", 300, "page:119/300", "reading.page_before_start"),
    (nil, 300, "page:1/300", nil),
    ("page:120", nil, "page:119", "reading.page_before_start"),
    ("page:120", nil, "page:150", nil),
    ("page:120", nil, "percent:100", nil),
    ("page:120/300", 300, "percent:4000", nil),
    ("page:120/300", 300, "percent:3999", "reading.page_before_start"),
    ("page:120/300", nil, "percent:3000", "reading.page_before_start"),
    ("percent:5000", nil, "percent:4999", "reading.page_before_start"),
    ("percent:5000", nil, "percent:5001", nil),
    ("location:1000", nil, "location:999", "reading.page_before_start"),
    ("location:1000", nil, "location:1001", nil),
    ("location:1000/5600", nil, "location:500/5000", "reading.page_before_start"),
    ("location:1000", nil, "percent:1", nil),
    ("page:150/300", 300, "page:200/512", "reading.page_before_start"),
    ("page:150/300", 300, "page:256/512", nil),
    ("page:151/300", 300, "page:257/512", nil),
  ]

  @Test(arguments: places)
  func `accepts a position at or after its start`(
    start: String?,
    pages: Int64?,
    end: String,
    expected: String?
  ) throws {
    var reading = Reading.open(at: try start.map { try Position(text: $0) }, pages: pages)
    let before = reading
    let place = try Position(text: end)
    let refusal = code { () throws(CairnError) in try reading.reach(place) }
    #expect(refusal == expected)
    #expect(expected == nil ? reading.endPosition == place : reading == before)
  }

  @Test func `rejects an earlier page with an error that names both pages`() throws {
    var reading = Reading.open(at: try .page(120, of: 300))
    do {
      try reading.reach(.page(119, of: 300))
      Issue.record("page 119 was taken")
    } catch {
      #expect(error.code == "reading.page_before_start")
      #expect(error.message.contains("119") && error.message.contains("120"))
    }
    try reading.reach(.page(150, of: 300))
    #expect(reading.amount == 30)
    #expect(reading.startPosition == (try .page(120, of: 300)))
    #expect(reading.endPosition == (try .page(150, of: 300)))
  }
}

@Suite struct `The pages of a session` {
  static let amounts: [(String?, String?, Int64?, Int64?)] = [
    ("page:100/300", "page:160/300", 300, 60), ("page:100", "page:160", nil, 60),
    ("page:100/300", "page:100/300", 300, 0), (nil, "page:160/300", 300, nil),
    ("page:100/300", nil, 300, nil), ("percent:1000", "percent:2000", 300, 30),
    ("percent:1000", "percent:2000", nil, nil), ("location:0/5600", "location:2800/5600", 300, 150),
    ("page:150/300", "page:300/512", 512, 44), ("page:160/300", "page:100/300", 300, 0),
  ]

  @Test(arguments: amounts)
  func `are the end minus the start`(
    start: String?,
    end: String?,
    pages: Int64?,
    expected: Int64?
  ) throws {
    var fields = Fields()
    Reading.open(at: nil, pages: pages).write(to: &fields)
    fields.set("startPosition", start)
    fields.set("endPosition", end)
    #expect(try Reading(fields: fields).amount == expected)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `are neither lost nor duplicated by a split`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let total = random.number(1...900)
      let start = try Position.page(random.number(0...total), of: total)
      var earlier = Reading.open(at: start, pages: random.oneIn(3) ? nil : total)
      try earlier.reach(.page(random.number(start.value...total), of: total))
      let whole = earlier
      let length = random.number(1...10_000)
      let done = random.number(0...length)
      let later = earlier.split(done: Milliseconds(done), of: Milliseconds(length))
      #expect((earlier.amount ?? -1) + (later.amount ?? -1) == whole.amount)
      #expect(earlier.startPosition == whole.startPosition)
      #expect(earlier.endPosition == later.startPosition)
      #expect(later.endPosition == whole.endPosition)
      try earlier.merge(later)
      #expect(earlier == whole)
    }
  }

  @Test func `stay unknown at the split if they are not known`() throws {
    var earlier = Reading.open(at: try .page(10, of: 300))
    let later = earlier.split(done: .minutes(1), of: .minutes(2))
    #expect(earlier.endPosition == nil && earlier.amount == nil)
    #expect(later.startPosition == nil && later.amount == nil)
  }

  @Test func `of two books are not merged`() throws {
    let one = Reading.open(at: nil)
    var otherBook = one
    otherBook.entry = Identifier(RecordID(high: 3, low: 2))
    var rereading = one
    rereading.readThrough = Identifier(RecordID(high: 4, low: 2))
    for other in [otherBook, rereading] {
      var merged = one
      let refusal = code { () throws(CairnError) in try merged.merge(other) }
      #expect(refusal == "reading.different_books")
      #expect(merged == one)
    }
  }

  @Test func `merged use the known values of both sides`() throws {
    var earlier = Reading.open(at: nil, pages: nil)
    var later = Reading.open(at: try .percent(hundredths: 1_000), pages: 300)
    try later.reach(.percent(hundredths: 2_000))
    try earlier.merge(later)
    #expect(earlier.amount == 30)
    try earlier.merge(Reading.open(at: .page(90, of: 300)))
    #expect(earlier.endPosition == (try .percent(hundredths: 2_000)))
  }
}
