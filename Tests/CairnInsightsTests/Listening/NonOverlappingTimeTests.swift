import Cairn
import CairnInsights
import CairnTestKit
import Testing

@Suite struct `Non-overlapping time` {
  private func range(_ start: Int64, _ end: Int64) -> Range<Instant> {
    Instant(milliseconds: start)..<Instant(milliseconds: end)
  }

  @Test func `counts overlapping sessions once`() {
    let lived = NonOverlappingTime([range(0, 3_600_000), range(600_000, 4_200_000)])
    #expect(lived.time == .minutes(70) && lived.sum == .minutes(120))
    #expect(lived.overlap == .minutes(50))
  }

  @Test func `is zero without sessions`() {
    #expect(NonOverlappingTime([]).time == .zero && NonOverlappingTime([range(5, 5)]).sum == .zero)
  }

  /// The oracle marks every millisecond of a short timeline.
  @Test(arguments: SeededGenerator.seeds)
  func `is the union of the ranges`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let stretches = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        let start = Int64.random(in: 0..<80, using: &random)
        return range(start, start + Int64.random(in: 0..<20, using: &random))
      }
      let marked = (Int64(0)..<100).count { at in
        stretches.contains { $0.contains(Instant(milliseconds: at)) }
      }
      let lived = NonOverlappingTime(stretches)
      #expect(lived.time == Milliseconds(Int64(marked)), "seed \(seed)")
      let sum = stretches.reduce(0) { $0 + ($1.upperBound - $1.lowerBound).count }
      #expect(lived.sum.count == sum, "seed \(seed)")
    }
  }
}

@Suite struct `The point at which stories are left` {
  private func story(
    _ minutes: Int64?,
    at place: Int64? = nil,
    ran: Int64 = 0,
    completed: Int = 0
  ) -> StoryProgress.SessionTotals {
    StoryProgress.SessionTotals(
      duration: minutes.map { .minutes($0) },
      position: place.map { .minutes($0) },
      time: .minutes(ran),
      sessions: 1,
      completed: completed
    )
  }

  @Test func `is the last position, or else the running time`() {
    #expect(StoryProgress(story(100, at: 25, ran: 90)).share == 2_500)
    #expect(StoryProgress(story(100, ran: 90)).share == 9_000)
    #expect(StoryProgress(story(100, ran: 150)).share == 10_000)
    #expect(StoryProgress(story(nil, at: 25)).share == nil)
    #expect(StoryProgress(story(nil, completed: 1)).share == 10_000)
  }

  @Test func `counts started stories by tenth`() {
    let stories = [
      story(100, at: 5), story(100, at: 10), story(100, at: 99), story(100, at: 100), story(nil),
      story(100, at: 3, completed: 2),
      StoryProgress.SessionTotals(
        duration: nil,
        position: nil,
        time: .zero,
        sessions: 0,
        completed: 0
      ),
    ]
    let left = DropOff(stories)
    #expect(left.begun == 6 && left.completed == 1 && left.unknown == 1)
    #expect(left.tenths == [1, 1, 0, 0, 0, 0, 0, 0, 0, 2])
    #expect(left.completion.value == 1_666)
    #expect(DropOff([]).completion.value == nil)
    #expect(
      left.chart.table.rows.map { $0.values } == [1, 1, 0, 0, 0, 0, 0, 0, 0, 2, 1, 1].map { [$0] }
    )
    #expect(
      left.chart.summary == "1 of 6 stories finished, 17 %, 1 with unknown progress."
    )
  }

  /// The oracle checks for each tenth whether a story is in it, with integers.
  @Test(arguments: SeededGenerator.seeds)
  func `equals a count tenth by tenth`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let stories = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        StoryProgress.SessionTotals(
          duration: Bool.random(using: &random)
            ? .seconds(Int64.random(in: 1...50, using: &random)) : nil,
          position: Bool.random(using: &random)
            ? .seconds(Int64.random(in: 0...60, using: &random)) : nil,
          time: .seconds(Int64.random(in: 0...60, using: &random)),
          sessions: Int.random(in: 0...2, using: &random),
          completed: Int.random(in: 0...3, using: &random) == 0 ? 1 : 0
        )
      }
      let begun = stories.filter { $0.sessions > 0 }
      let open = begun.filter { $0.completed == 0 }
      let tenths = (0..<10).map { tenth in
        open.count { story in
          guard let length = story.duration?.count else { return false }
          let at = (story.position ?? story.time).count
          let isPast = at * 10 >= Int64(tenth) * length
          return isPast && (tenth == 9 || at * 10 < Int64(tenth + 1) * length)
        }
      }
      let left = DropOff(stories)
      #expect(left.tenths == tenths, "seed \(seed)")
      #expect(left.unknown == open.count { $0.duration == nil }, "seed \(seed)")
      #expect(left.completed == begun.count - open.count && left.begun == begun.count)
      #expect(left.tenths.reduce(0, +) + left.unknown + left.completed == left.begun)
    }
  }
}
