import Cairn
import CairnTestKit
import Testing

/// Random afternoons with a player, held against a count that knows no tracker.
@Suite struct `Any afternoon with a player` {
  @Test(arguments: SeededGenerator.seeds)
  func `is told as long as it was, once`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 1...200 {
      let afternoon = try Afternoon(&random)
      let sessions = afternoon.player.sessions
      #expect(sessions.map(\.listened) == afternoon.heard, "seed \(seed): \(afternoon.story)")
      #expect(Self.faults(afternoon.player.reports) == [], "seed \(seed): \(afternoon.story)")
    }
  }

  /// What two reports of one play, or two plays, may not do.
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

/// Events at random times, and beside them how long each play was heard.
private struct Afternoon {
  var player = Player()
  /// The events, for whoever reads a failure.
  var story = ""
  private var plays: [Milliseconds] = []
  private var open: (story: String, isHeard: Bool, still: Milliseconds)?

  /// Plays too short to be told left out.
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
    player.tell(event)
    note(event)
  }

  /// What is heard up to a crash and was not kept is lost: nobody knows whether it was heard.
  private mutating func crash(after time: Milliseconds, newStart: Bool) throws {
    story += " +\(time.count) crash"
    player.wait(time)
    try player.crash(newStart: newStart)
    player.recover()
    open = nil
  }

  private mutating func pass(_ time: Milliseconds) {
    guard let now = open else { return }
    if now.isHeard {
      plays[plays.count - 1] += time
    } else {
      open?.still += time
    }
  }

  private mutating func note(_ event: PlaybackEvent) {
    switch event {
    case .play(let story, _, _): hear(story)
    case .resume: if let open { hear(open.story) }
    case .pause: open?.isHeard = false
    case .load(let story): if open?.story != story { open = nil }
    case .stop, .complete: open = nil
    default: break
    }
  }

  private mutating func hear(_ story: String) {
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
