import Cairn
import CairnTestKit
import Testing

/// Random afternoons with a player, compared with a count that does not use the tracker.
@Suite struct `Random player events` {
  @Test(arguments: SeededGenerator.seeds)
  func `report each playback once with its full time`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 1...200 {
      let afternoon = try Afternoon(&random)
      let sessions = afternoon.player.sessions
      #expect(sessions.map(\.listened) == afternoon.heard, "seed \(seed): \(afternoon.story)")
      #expect(Self.faults(afternoon.player.reports) == [], "seed \(seed): \(afternoon.story)")
    }
  }

  /// Returns violations of the invariants between reports of one playback, and between playbacks.
  static func faults(_ reports: [PlaybackReport]) -> [String] {
    zip(reports, reports.dropFirst()).compactMap { earlier, later in
      if earlier.id != later.id {
        return earlier.isFinal && earlier.endedAt <= later.startedAt ? nil : "overlap: \(later)"
      }
      let isGrown =
        earlier.story == later.story && earlier.startedAt == later.startedAt
        && earlier.endedAt <= later.endedAt && earlier.listened <= later.listened
        && earlier.content <= later.content && !earlier.isFinal && !earlier.isCompleted
      return isGrown ? nil : "disagree: \(earlier) \(later)"
    }
      + reports.filter { $0.endedAt - $0.startedAt < $0.listened || $0.listened < .seconds(5) }
      .map { "impossible: \($0)" }
  }
}

/// Random events with the expected time listened of each playback.
private struct Afternoon {
  var player = Player()
  /// The events, for failure messages.
  var story = ""
  private var plays: [Milliseconds] = []
  private var open: (story: String, isAudible: Bool, still: Milliseconds)?

  /// The expected times, without playbacks too short to be reported.
  var heard: [Milliseconds] { plays.filter { $0 >= .seconds(5) } }

  init(_ random: inout SeededGenerator) throws {
    for _ in 1...random.number(5...40) {
      let time = Milliseconds(
        random.oneIn(12) ? random.number(0...5_000_000) : random.number(0...20_000)
      )
      if random.oneIn(15) {
        try crash(after: time, newStart: random.oneIn(2))
      } else {
        step(random.event(), after: time)
      }
    }
    step(.stop, after: .seconds(1))
  }

  private mutating func step(_ event: PlaybackEvent, after time: Milliseconds) {
    story += " +\(time.count) \(event)"
    player.wait(time)
    pass(time)
    player.send(event)
    note(event)
  }

  /// Loses the time between the last stored state and the crash: it may not have been audible.
  private mutating func crash(after time: Milliseconds, newStart: Bool) throws {
    story += " +\(time.count) crash"
    player.wait(time)
    try player.crash(newStart: newStart)
    player.recover()
    open = nil
  }

  private mutating func pass(_ time: Milliseconds) {
    guard let now = open else { return }
    if now.isAudible {
      plays[plays.count - 1] += time
    } else {
      open?.still += time
    }
  }

  private mutating func note(_ event: PlaybackEvent) {
    switch event {
    case .play(let story, _, _): begin(story)
    case .resume: if let open { begin(open.story) }
    case .pause: open?.isAudible = false
    case .load(let story): if open?.story != story { open = nil }
    case .stop, .complete: open = nil
    default: break
    }
  }

  private mutating func begin(_ story: String) {
    let goesOn = open.map { $0.story == story && $0.still <= .hours(1) } ?? false
    if !goesOn { plays.append(.zero) }
    open = (story, true, .zero)
  }
}

extension SeededGenerator {
  fileprivate mutating func event() -> PlaybackEvent {
    let story = pick(["a", "b", "c"])
    let place = Milliseconds(number(0...600_000))
    return pick([
      .play(story: story, from: place, length: oneIn(3) ? nil : .seconds(600)), .load(story: story),
      .pause, .pause, .resume, .resume, .resume, .seek(to: place),
      .rate(hundredths: number(1...400)),
      .stop, .complete, .background, .heartbeat, .heartbeat,
    ])
  }
}
