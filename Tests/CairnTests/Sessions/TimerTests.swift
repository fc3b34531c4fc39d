import Cairn
import CairnTestKit
import Testing

@Suite struct `The timer display` {
  @Test func `is not started without a session, and after one`() throws {
    #expect(TimerState(nil) == .notStarted)
    #expect(TimerState(try Stage.ended.session().timeline) == .notStarted)
    #expect(TimerState(nil).text(at: try clock("18:00")) == "0:00")
  }

  @Test func `advances while the session runs`() throws {
    let state = TimerState(try Stage.running.session().timeline)
    #expect(state == .running(since: try clock("18:00"), ran: .zero))
    #expect(state.text(at: try clock("18:00") + Milliseconds(999)) == "0:00")
    #expect(state.text(at: try clock("19:01")) == "1:01:00")
  }

  @Test func `does not advance while the session is paused`() throws {
    let state = TimerState(try Stage.paused.session().timeline)
    #expect(state == .paused(since: try clock("18:20"), ran: .minutes(20)))
    #expect(state.text(at: try clock("23:00")) == "20:00")
  }

  @Test func `continues from the time before the pause`() throws {
    var session = try Stage.paused.session()
    try session.resume(at: clock("18:30"))
    let state = TimerState(session.timeline)
    #expect(state == .running(since: try clock("18:30"), ran: .minutes(20)))
    #expect(state.text(at: try clock("18:45")) == "35:00")
  }

  // D20
  @Test func `shows hours past 99`() throws {
    let state = TimerState(try Stage.running.session().timeline)
    #expect(state.text(at: try clock("18:00") + .hours(340) + .seconds(5)) == "340:00:05")
  }

  @Test func `is never negative`() throws {
    let state = TimerState(try Stage.running.session().timeline)
    #expect(state.elapsed(at: try clock("12:00")) == .zero)
  }

  @Test func `does not advance while the end is saved`() throws {
    let state = TimerState.saving(ran: .minutes(5))
    #expect(state.text(at: try clock("18:00")) == "5:00")
  }

  @Test func `has a name for each state`() throws {
    let now = try clock("18:00")
    let states: [TimerState] = [
      .notStarted, .running(since: now, ran: .zero), .paused(since: now, ran: .zero),
      .saving(ran: .zero),
    ]
    #expect(states.map(\.name) == ["not_started", "running", "paused", "saving"])
  }

  @Test(arguments: SeededGenerator.seeds)
  func `is the time that ran`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      var timeline = try Timeline(startingAt: Model.start)
      for second in Int64(1)...20 {
        let now = Model.instant(second)
        guard random.oneIn(4) else { continue }
        if case .running = timeline.state {
          try timeline.pause(at: now)
        } else {
          try timeline.resume(at: now)
        }
      }
      let now = Model.instant(25)
      #expect(TimerState(timeline).elapsed(at: now) == timeline.active(until: now))
    }
  }
}

@Suite struct `A forgotten timer` {
  private let lengths = [50, 20, 30].map { Milliseconds.minutes($0) }

  // D18
  @Test func `of 340 hours proposes an end and cuts nothing`() throws {
    let timeline = try Timeline(startingAt: clock("18:00"))
    let now = try clock("18:00") + .hours(340)
    let forgotten = try #require(ForgottenTimer(timeline, now: now, earlier: lengths))
    #expect(forgotten.running == .hours(340))
    #expect(forgotten.proposedEnd == (try clock("18:30")))
    #expect(forgotten.basis == 3)
    #expect(timeline.active(until: now) == .hours(340))
  }

  @Test func `is detected after twelve hours without a pause`() throws {
    let timeline = try Timeline(startingAt: clock("06:00"))
    #expect(ForgottenTimer(timeline, now: try clock("18:00"), earlier: lengths) == nil)
    let later = try clock("18:00") + Milliseconds(1)
    #expect(ForgottenTimer(timeline, now: later, earlier: lengths) != nil)
  }

  @Test func `is a running one`() throws {
    let now = try clock("18:00") + .hours(72)
    for stage in [Stage.paused, .ended] {
      #expect(ForgottenTimer(try stage.session().timeline, now: now, earlier: lengths) == nil)
    }
  }

  @Test func `counts from the last time it was resumed`() throws {
    var session = try Stage.paused.session()
    let resumed = try clock("18:20") + .hours(48)
    try session.resume(at: resumed)
    let soon = resumed + .hours(11)
    #expect(ForgottenTimer(session.timeline, now: soon, earlier: lengths) == nil)
    let late = ForgottenTimer(session.timeline, now: resumed + .hours(13), earlier: lengths)
    #expect(late?.running == .hours(13))
    #expect(late?.proposedEnd == resumed + .minutes(30))
  }

  static let medians: [([Int64], Int64, Int)] = [
    ([], 60, 0), ([5], 60, 0), ([5, 500], 60, 0), ([30, 10, 20], 20, 3), ([40, 10, 30, 20], 25, 4),
    ([1, 1, 1, 1, 600], 1, 5), ([2_000, 2_000, 2_000], 1_440, 3),
  ]

  @Test(arguments: medians)
  func `uses the median of three or more sessions, otherwise one hour`(
    minutes: [Int64],
    expected: Int64,
    basis: Int
  ) throws {
    let timeline = try Timeline(startingAt: clock("18:00"))
    let forgotten = ForgottenTimer(
      timeline,
      now: try clock("18:00") + .hours(24),
      earlier: minutes.map { .minutes($0) }
    )
    #expect(forgotten?.proposedEnd == (try clock("18:00")) + .minutes(expected))
    #expect(forgotten?.basis == basis)
  }
}
