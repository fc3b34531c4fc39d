import Cairn
import CairnTestKit
import Testing

@Suite struct `A position in a book` {
  static let refused: [(Position.Unit, Int64, Int64?)] = [
    (.page, -1, nil), (.page, -1, 300), (.page, 301, 300), (.page, 0, 0), (.page, 5, -1),
    (.page, 10_000_001, nil), (.percent, -1, nil), (.percent, 10_001, nil),
    (.location, 5_601, 5_600), (.location, -1, nil), (.page, .max, nil), (.page, .min, .max),
  ]

  @Test(arguments: refused)
  func `is rejected outside the book`(unit: Position.Unit, value: Int64, total: Int64?) {
    let refusal = code { () throws(CairnError) in _ = try make(unit, value, total) }
    #expect(refusal == "reading.invalid_position")
  }

  private func make(
    _ unit: Position.Unit,
    _ value: Int64,
    _ total: Int64?
  ) throws(CairnError) -> Position {
    switch unit {
    case .page: try .page(value, of: total)
    case .percent: try .percent(hundredths: value)
    default: try .location(value, of: total)
    }
  }

  static let texts = [
    "page:120/300", "page:120", "page:0/300", "page:300/300", "percent:0", "percent:4250",
    "percent:10000", "location:1234/5600", "location:1234",
  ]

  @Test(arguments: texts)
  func `is one text and reads back`(text: String) throws {
    #expect(try Position(text: text).text == text)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `reads back as itself`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let position = try random.position()
      #expect(try Position(text: position.text) == position)
    }
  }

  @Test(arguments: [
    "", "page", "page:", ":5", "page:x", "page:5/x", "page:5/", "page:/5", "page:5/6/7", "page::5",
    "page:-1", "page:5/0", "page:6/5", "page:+5", "page:007", "page: 5", "Page:5", "chapter:5",
    "percent:10001", "percent:-1", "percent:50/100", "location:5/0", "page:99999999999999999999",
    "page:5/9223372036854775808",
  ])
  func `is malformed in any other form`(text: String) {
    let refusal = code { () throws(CairnError) in _ = try Position(text: text) }
    #expect(refusal == "record.malformed")
  }

  static let conversions: [(String, Int64?, Int64?)] = [
    ("page:150/300", 512, 256), ("page:150/300", 300, 150), ("page:150/300", nil, 150),
    ("page:0/300", 512, 0), ("page:300/300", 512, 512), ("page:299/300", 3, 2),
    ("page:120", 512, 120), ("page:120", nil, 120), ("page:120", 100, 120),
    ("percent:4250", 300, 127), ("percent:10000", 300, 300), ("percent:4250", nil, nil),
    ("location:1234/5600", 300, 66), ("location:1234", 300, nil), ("location:1234/5600", nil, nil),
    ("page:150/300", 0, 150), ("page:150/300", -5, 150), ("percent:4250", 0, nil),
    ("page:150/300", .max, .max / 2),
  ]

  @Test(arguments: conversions)
  func `is a page of any edition`(text: String, pages: Int64?, expected: Int64?) throws {
    #expect(try Position(text: text).page(in: pages) == expected)
  }

  static let percents: [(String, Int64?, Int64?)] = [
    ("page:150/300", nil, 5_000), ("page:150/300", 512, 5_000), ("page:100/300", nil, 3_333),
    ("page:150", 300, 5_000), ("page:150", nil, nil), ("page:150", 100, nil), ("page:0", 0, nil),
    ("percent:4250", nil, 4_250), ("percent:4250", 300, 4_250), ("location:2800/5600", 300, 5_000),
    ("location:2800", 300, nil),
  ]

  @Test(arguments: percents)
  func `is a fraction of the book`(text: String, pages: Int64?, expected: Int64?) throws {
    #expect(try Position(text: text).hundredths(in: pages) == expected)
  }

  @Test func `keeps its fraction when the page count changes from 300 to 512`() throws {
    let half = try Position.page(150, of: 300)
    #expect(half.page(in: 512) == 256)
    #expect(half.hundredths(in: 512) == half.hundredths(in: 300))
    #expect(half.value == 150 && half.total == 300, "what was noted stays as it was")
  }

  @Test(arguments: SeededGenerator.seeds)
  func `stays in the book and in order, whatever the edition`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let total = random.number(1...2_000)
      let values = [random.number(0...total), random.number(0...total)].sorted()
      let early = try Position.page(values[0], of: total)
      let late = try Position.page(values[1], of: total)
      let pages = random.number(1...2_000)
      let converted = [early, late].compactMap { $0.page(in: pages) }
      #expect(converted == converted.sorted() && converted.count == 2)
      #expect(converted.allSatisfy { (0...pages).contains($0) })
      #expect(early.page(in: total) == values[0])
      #expect(early.hundredths(in: pages) == early.hundredths(in: total))
      let there = try Position.page(converted[0], of: pages)
      #expect((0...1).contains(values[0] * pages / total - (there.page(in: pages) ?? -9)))
    }
  }

  @Test(arguments: [
    ("page:300/300", true), ("page:299/300", false), ("page:300", false), ("percent:10000", true),
    ("percent:9999", false), ("location:5600/5600", true), ("location:5600", false),
  ])
  func `knows the end of the book`(text: String, isAtEnd: Bool) throws {
    #expect(try Position(text: text).isAtEnd == isAtEnd)
  }
}

extension SeededGenerator {
  /// Returns a position of any kind.
  mutating func position() throws(CairnError) -> Position {
    let total = number(1...2_000)
    let known: Int64? = oneIn(3) ? nil : total
    return switch number(0...2) {
    case 0: try .page(number(0...total), of: known)
    case 1: try .percent(hundredths: number(0...10_000))
    default: try .location(number(0...total), of: known)
    }
  }
}
