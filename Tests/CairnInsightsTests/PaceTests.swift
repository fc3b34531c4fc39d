import Cairn
import CairnInsights
import CairnTestKit
import Testing

@Suite struct `Pages per hour` {
  private func sums(_ rows: [(pages: Int64?, minutes: Int64)]) -> PaceSums {
    rows.reduce(into: PaceSums()) { $0.add(pages: $1.pages, active: .minutes($1.minutes)) }
  }

  // D14
  @Test func `divide all pages by all hours, instead of averaging paces`() {
    let pace = pagesPerHour(sums([(30, 30), (20, 15), (50, 60)]))
    #expect(pace.value == 5_714)
    #expect(pace.count == 3 && pace.excluded == 0)
  }

  // D13
  @Test func `exclude sessions without pages or time, and count them`() {
    let pace = pagesPerHour(sums([(30, 30), (nil, 60), (0, 45), (12, 0), (30, 30)]))
    #expect(pace.value == 6_000)
    #expect(pace.count == 2 && pace.excluded == 3)
  }

  @Test func `are nil without a countable session`() {
    #expect(pagesPerHour(PaceSums()).value == nil)
    let pace = pagesPerHour(sums([(nil, 60), (0, 60)]))
    #expect(pace.value == nil && pace.count == 0 && pace.excluded == 2)
  }

  @Test func `are the same from sums computed in the database`() {
    let rows: [(Int64?, Int64)] = [(30, 30), (20, 15), (nil, 60)]
    let stored = PaceSums(pages: 50, time: .minutes(45), counted: 2, excluded: 1)
    #expect(sums(rows.map { (pages: $0.0, minutes: $0.1) }) == stored)
    #expect(pagesPerHour(stored).value == 6_666)
  }

  @Test func `have a definition`() {
    #expect(!pagesPerHour(PaceSums()).definition.isEmpty)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `are between the slowest and the fastest session`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let rows = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        (
          pages: Int64.random(in: 1...200, using: &random) as Int64?,
          minutes: Int64.random(in: 1...300, using: &random)
        )
      }
      let paces = rows.map { ($0.pages ?? 0) * 6_000 / $0.minutes }
      let pace = pagesPerHour(sums(rows)).value ?? -1
      #expect((paces.min() ?? 0)...(paces.max() ?? 0) ~= pace)
    }
  }
}
