import Cairn
import CairnTestKit
import Testing

@testable import CairnInsights

@Suite struct `The timeline of books` {
  private func span(
    _ number: UInt64,
    _ start: String?,
    _ end: String?,
    _ outcome: ReadThrough.Outcome? = .finished
  ) -> ReadingSpan {
    ReadingSpan(
      entry: Identifier(RecordID(high: 3, low: number)),
      title: "Book \(number)",
      started: start.flatMap { PartialDay(text: $0) },
      ended: end.flatMap { PartialDay(text: $0) },
      outcome: outcome
    )
  }

  private func eventTexts(_ timeline: BookTimeline) -> [String] {
    timeline.events.map { event in
      let number = event.number.map { " \($0)" } ?? ""
      return "\(event.date.text) \(event.kind.name) \(event.title ?? "–")\(number)"
    }
  }

  @Test func `is in chronological order, with the vaguer date first`() {
    let timeline = BookTimeline([
      span(1, "2025-02-01", "2025-02-18"), span(2, "2025-02", "2025-02-18", .gaveUp),
      span(3, "2025", nil, nil), span(4, nil, "2025-02-17", .reset),
      span(5, "2025-02-18", "2025-02-18"),
    ])
    #expect(
      eventTexts(timeline) == [
        "2025 started Book 3", "2025-02 started Book 2", "2025-02-01 started Book 1",
        "2025-02-17 put_back Book 4", "2025-02-18 started Book 5", "2025-02-18 finished Book 1 17",
        "2025-02-18 finished Book 5 0", "2025-02-18 gave_up Book 2", "2025-02-18 books – 1",
      ]
    )
  }

  @Test func `omits finishes without a date from the milestones`() {
    let undated = (1...9).map { span($0, nil, nil) }
    let timeline = BookTimeline(undated + [span(10, nil, "2025"), span(11, nil, "2025-06-01")])
    #expect(timeline.undated == 9)
    #expect(eventTexts(timeline).filter { $0.contains("books") } == ["2025-06-01 books – 1"])
  }

  @Test func `counts a book once its finish date is certain`() {
    let vague = (1...5).map { span($0, nil, "2025") }
    let timeline = BookTimeline(vague + [span(6, nil, "2025-06-01")])
    #expect(eventTexts(timeline).contains("2025-06-01 books – 1"))
    #expect(eventTexts(timeline).contains("2025 books – 5"))
  }

  @Test func `counts a re-read, but not a book given up`() {
    let spans = (1...9).map { span(1, nil, "20\(10 + $0)") } + [span(1, nil, "2020", .gaveUp)]
    #expect(!eventTexts(BookTimeline(spans)).contains { $0.contains("books – 10") })
    let more = BookTimeline(spans + [span(1, nil, "2021-05-05")])
    #expect(eventTexts(more).contains("2021-05-05 books – 10"))
  }

  @Test(arguments: SeededGenerator.seeds)
  func `reaches each milestone of hours on its day`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let days = (0..<400).map { number in
      DayTotal(
        day: LocalDay(number: 20_000 + Int32(number)),
        time: Milliseconds(.random(in: 0...36_000_000, using: &random)),
        amount: 0,
        sessions: 1
      )
    }
    var expected: [String] = []
    for hours: Int64 in [1, 10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000] {
      let day = days.indices.first { last in
        days[...last].reduce(0) { $0 + $1.time.count } >= hours * 3_600_000
      }
      if let day { expected.append("\(days[day].day.text) hours – \(hours)") }
    }
    #expect(eventTexts(BookTimeline([], days: days.shuffled(using: &random))) == expected)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `is independent of the order of the read-throughs`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let spans = (1...60 as ClosedRange<UInt64>).map { number in
      let day = Int32.random(in: 20_000...20_060, using: &random)
      let end = LocalDay(number: day + 9)
      return span(number, LocalDay(number: day).text, number % 7 == 0 ? nil : end.text)
    }
    #expect(BookTimeline(spans) == BookTimeline(spans.shuffled(using: &random)))
  }
}
