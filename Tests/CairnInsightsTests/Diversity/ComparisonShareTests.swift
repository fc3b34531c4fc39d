import Cairn
import Testing

@testable import CairnInsights

@Suite struct `The comparison with others` {
  @Test(arguments: [(0, 10), (14, 30), (25, 50), (26, 50), (27, 55), (45, 90), (50, 90)])
  func `is a mean to the nearest five percent, clamped at both ends`(
    tenths: Int64,
    percent: Int64
  ) {
    #expect(ComparisonShare(.gender, tenths: tenths, of: 5, minimum: 5)?.percent == percent)
  }

  @Test(arguments: [(4, 5, false), (5, 5, true), (5, 6, false), (4, 1, false), (6, 6, true)])
  func `needs at least five others, or the server's minimum`(
    others: Int64,
    minimum: Int64,
    isTold: Bool
  ) {
    #expect((ComparisonShare(.gender, tenths: 9, of: others, minimum: minimum) != nil) == isTold)
  }

  @Test func `describes its ends as open`() {
    let texts = [0, 18, 50].map { ComparisonShare(.gender, tenths: $0, of: 5, minimum: 5)?.text }
    #expect(texts == ["10 % or less", "about 35 %", "90 % or more"])
  }

  /// An attacker who knows the share and four of five shelves cannot derive the fifth.
  @Test func `leaves at least two possible values for any fifth shelf`() {
    for known in 0...40 as ClosedRange<Int64> {
      let answers = (0...10 as ClosedRange<Int64>).map {
        ComparisonShare(.gender, tenths: known + $0, of: 5, minimum: 5)?.percent
      }
      let alike = Dictionary(grouping: answers.dropFirst().dropLast(), by: \.self)
      #expect(alike.values.filter { $0.count == 1 }.count <= 2, "with \(known)")
    }
  }

  private func shelf(_ known: Int, of all: Int) -> Diversity {
    let books = (0..<all).map { number -> DescribedBook in
      var facts = KnownFacts()
      if number < known {
        facts[.ownVoices] = Fact(number.isMultiple(of: 3) ? "yes" : "no", from: .me)
      }
      return DescribedBook(
        work: Identifier(RecordID(high: 1, low: UInt64(number))),
        entry: Identifier(RecordID(high: 2, low: UInt64(number))),
        title: "\(number)",
        writers: [],
        facts: facts
      )
    }
    return Diversity(books, reads: [])
  }

  @Test func `uses shares in tenths if half of the books and at least five are known`() {
    #expect(shelf(6, of: 12).sharesToCompare == [.ownVoices: 3])
    #expect(shelf(5, of: 12).sharesToCompare == [:])
    #expect(shelf(4, of: 4).sharesToCompare == [:])
    #expect(shelf(5, of: 5).sharesToCompare == [.ownVoices: 4])
  }

  @Test func `is shown in the chart, its summary and its table`() {
    let chart = shelf(6, of: 12).representationChart
    let others = [ComparisonShare(.ownVoices, tenths: 18, of: 5, minimum: 5)].compactMap(\.self)
    let both = chart.beside(others)
    #expect(both.summary.hasSuffix(" Others: Own voices about 35 %."))
    #expect(both.table.columns == ["dimension", "share", "others", "of"])
    #expect(
      both.table.rows.map { $0.texts?[1] } == [
        "not shown", "not shown", "not shown", "35 %", "not shown",
      ]
    )
    let drawing = both.svg(width: 340, id: "x")
    #expect(drawing.contains("<title>Others, Own voices: about 35 %</title>"))
    #expect(drawing.contains(">others, average</text>"))
    #expect(chart.beside([]).svg(width: 340, id: "x") == chart.svg(width: 340, id: "x"))
  }
}
