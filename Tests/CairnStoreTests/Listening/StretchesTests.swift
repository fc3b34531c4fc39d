import Cairn
import CairnInsights
import CairnStore
import CairnTestKit
import Testing

@Suite struct `Sessions that ran at once` {
  @Test(arguments: TestEngine.all)
  func `take no more of a life than the time in which any ran`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      me.at("23:00")
      let book = try await me.add("Dune")
      try await me.track(book, "18:30-19:30")
      let days = LocalDay.first...LocalDay.last
      #expect(try await scratch.log.stretches(in: days) == nil)
      let start = me.instant("19:00")
      try await scratch.log.write("Climb") { writer in
        let detail = Climbing(discipline: .bouldering)
        let time = [Segment(start: start, end: start + .hours(2))]
        _ = try writer.track(
          detail,
          time,
          zone: "UTC",
          note: nil,
          adjust: false,
          allowShort: false
        )
      }
      let lived = LivedTime(try #require(try await scratch.log.stretches(in: days)))
      #expect(lived.time == .minutes(150) && lived.doubled == .minutes(30))
    }
  }

  @Test(arguments: TestEngine.all)
  func `are cut to the days that are asked for`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let listener = try await Listener(scratch)
      scratch.clock.advance(by: .hours(48))
      // 18:00 UTC is 13:00 in New York: eleven hours are left of the day.
      try await listener.tell(10 * 3_600 + 1_800, story: 1, seconds: 3_000, end: 3_600)
      let day = ZoneRules.utc.day(at: .scratchStart)
      for (days, minutes) in [(day...day, 30), (day + 1...day + 1, 20), (day...day + 1, 50)] {
        let stretches = try await scratch.log.stretches(in: days)
        #expect(LivedTime(stretches ?? []).time == .minutes(Int64(minutes)))
      }
    }
  }
}
