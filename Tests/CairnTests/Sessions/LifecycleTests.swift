import Cairn
import CairnTestKit
import Testing

/// The state of a session in the table.
enum Stage: CaseIterable {
  case running, paused, ended

  /// Running from 18:00, paused 18:20–18:30 and, if ended, ended at 19:00.
  func session() throws -> Session<Knitting> {
    var session = try Session<Knitting>.running(from: "18:00", rows: 60)
    if self == .running { return session }
    try session.pause(at: clock("18:20"))
    if self == .paused { return session }
    try session.resume(at: clock("18:30"))
    try session.end(at: clock("19:00"), zone: "Europe/Berlin")
    return session
  }
}

/// An action on a session.
enum LifecycleStep: String, CaseIterable {
  case pause, resume, end, cut, merge, shorten
  case pauseBefore, resumeBefore, endBefore, endIn1999, startLastYear
  case startEarlier, startLater, startIn1999, endLater, endInsidePause, endFirst
  case move, moveTo1999, moveToTheEndOfTime, cutBefore, cutAtTheEnd
  case mergeOverlapping, mergeOpen, swallow

  func apply(to session: inout Session<Knitting>) throws {
    switch self {
    case .pause: try session.pause(at: clock("19:10"))
    case .pauseBefore: try session.pause(at: clock("17:00"))
    case .resume: try session.resume(at: clock("19:10"))
    case .resumeBefore: try session.resume(at: clock("17:00"))
    case .end: try session.end(at: clock("19:10"), zone: "Europe/Berlin")
    case .endBefore: try session.end(at: clock("17:00"), zone: "Europe/Berlin")
    case .endIn1999: try session.end(at: Instant(milliseconds: 0), zone: "Europe/Berlin")
    case .startEarlier: try session.resize(start: clock("17:30"), end: nil)
    case .startLater: try session.resize(start: clock("18:25"), end: nil)
    case .startIn1999: try session.resize(start: Instant(milliseconds: 0), end: nil)
    case .startLastYear: try session.resize(start: clock("18:00") - days(400), end: nil)
    case .endLater: try session.resize(start: nil, end: clock("19:30"))
    case .endInsidePause: try session.resize(start: nil, end: clock("18:25"))
    case .endFirst: try session.resize(start: nil, end: clock("17:00"))
    case .move: try session.move(to: clock("10:00"))
    case .moveTo1999: try session.move(to: Instant(milliseconds: .min))
    case .moveToTheEndOfTime: try session.move(to: Instant(milliseconds: .max))
    case .cut: _ = try session.split(at: clock("18:10"), newID: session.id)
    case .cutBefore: _ = try session.split(at: clock("18:00"), newID: session.id)
    case .cutAtTheEnd: _ = try session.split(at: clock("19:00"), newID: session.id)
    case .merge: try session.merge(.ended("20:00-21:00"))
    case .mergeOverlapping: try session.merge(.ended("18:59-19:30"))
    case .mergeOpen: try session.merge(.running(from: "20:00"))
    case .shorten: try session.makeRoom(for: clock("18:10")..<clock("18:15"))
    case .swallow: try session.makeRoom(for: clock("17:00")..<clock("20:00"))
    }
  }

  /// The error codes while running, while paused and after the end; nil if the action is allowed.
  var codes: [Stage: String?] {
    let expected: (String?, String?, String?) =
      switch self {
      case .pause: (nil, "session.not_running", "session.already_ended")
      case .pauseBefore:
        ("session.time_before_segment", "session.not_running", "session.already_ended")
      case .resume: ("session.not_paused", nil, "session.already_ended")
      case .resumeBefore:
        ("session.not_paused", "session.time_before_segment", "session.already_ended")
      case .end: (nil, nil, "session.already_ended")
      case .endBefore: ("session.time_before_segment", nil, "session.already_ended")
      case .endIn1999: ("session.time_out_of_range", nil, "session.already_ended")
      case .startEarlier: (nil, nil, nil)
      case .startLastYear: (nil, "session.too_long", "session.too_long")
      case .startLater: (nil, "session.ends_before_start", "session.ends_before_start")
      case .startIn1999:
        ("session.time_out_of_range", "session.time_out_of_range", "session.time_out_of_range")
      case .endLater, .move, .cut, .merge, .shorten:
        ("session.still_open", "session.still_open", nil)
      case .endInsidePause, .endFirst:
        ("session.still_open", "session.still_open", "session.ends_before_start")
      case .moveTo1999, .moveToTheEndOfTime:
        ("session.still_open", "session.still_open", "session.time_out_of_range")
      case .cutBefore, .cutAtTheEnd:
        ("session.still_open", "session.still_open", "session.split_outside")
      case .mergeOverlapping:
        ("session.still_open", "session.still_open", "session.segments_overlap")
      case .mergeOpen: ("session.still_open", "session.still_open", "session.still_open")
      case .swallow: ("session.still_open", "session.still_open", "session.nothing_left")
      }
    return [.running: expected.0, .paused: expected.1, .ended: expected.2]
  }
}

private func days(_ count: Int64) -> Milliseconds { .hours(24 * count) }

@Suite struct `The lifecycle of a session` {
  @Test(arguments: Stage.allCases, LifecycleStep.allCases)
  func `allows or rejects each action in each state`(stage: Stage, attempt: LifecycleStep) throws {
    let before = try stage.session()
    var session = before
    let expected = try #require(attempt.codes[stage])
    do {
      try attempt.apply(to: &session)
      #expect(expected == nil)
      #expect(session != before)
    } catch let error as CairnError {
      #expect(error.code == expected)
      #expect(session == before, "a refusal changes nothing")
      #expect(!error.message.isEmpty && !error.hint.isEmpty)
    }
  }

  @Test func `begins by running`() throws {
    let session = try Session<Knitting>.running(from: "18:00")
    #expect(session.timeline.state == .running(since: try clock("18:00")))
    #expect(session.timeline.end == nil)
    #expect(session.kind == Knitting.kind)
    #expect(session.timeline.span(until: try clock("18:30")).upperBound == (try clock("18:30")))
    #expect(session.timeline.span(until: try clock("17:30")).isEmpty)
  }

  @Test(arguments: [.min, 0, 946_684_799_999, 4_102_444_800_000, .max] as [Int64])
  func `does not begin outside the years 2000 to 2100`(milliseconds: Int64) {
    let start = Instant(milliseconds: milliseconds)
    #expect(
      code { () throws(CairnError) in _ = try Timeline(startingAt: start) }
        == "session.time_out_of_range"
    )
  }

  @Test func `may begin in the first and the last millisecond of these years`() throws {
    #expect(try Timeline(startingAt: .earliest).start.text == "2000-01-01T00:00:00Z")
    let last = Instant.limit - Milliseconds(1)
    #expect(try Timeline(startingAt: last).start.text == "2099-12-31T23:59:59.999Z")
  }

  // D18
  @Test func `counts running time only`() throws {
    let session = try Stage.ended.session()
    #expect(session.timeline.shown == ["18:00-18:20", "18:30-19:00"])
    #expect(session.timeline.active(until: try clock("23:00")) == .minutes(50))
    #expect(session.timeline.end == (try clock("19:00")))
    #expect(session.timeline.state == .ended(at: try clock("19:00")))
  }

  @Test func `ends at the pause when it is paused`() throws {
    var session = try Stage.paused.session()
    try session.end(at: clock("22:00"), zone: "Europe/Berlin")
    #expect(session.timeline.shown == ["18:00-18:20"])
    #expect(session.timeline.end == (try clock("18:20")))
  }

  @Test func `continues in the same segment when it is resumed at once`() throws {
    var session = try Stage.paused.session()
    try session.resume(at: clock("18:20"))
    #expect(session.timeline.shown == ["18:00-"])
    try session.pause(at: clock("18:20"))
    #expect(session == (try Stage.paused.session()))
  }

  @Test func `may be paused at the moment it begins`() throws {
    var session = try Session<Knitting>.running(from: "18:00")
    try session.pause(at: clock("18:00"))
    try session.resume(at: clock("18:10"))
    try session.end(at: clock("18:15"), zone: "Europe/Berlin")
    #expect(session.timeline.start == (try clock("18:00")))
    #expect(session.timeline.active(until: try clock("18:15")) == .minutes(5))
  }

  @Test func `stores the end zone only after travel`() throws {
    var session = try Session<Knitting>.running(from: "18:00")
    try session.end(at: clock("19:00"), zone: "Asia/Tokyo")
    #expect(session.zone == "Europe/Berlin" && session.endZone == "Asia/Tokyo")
    #expect(try Stage.ended.session().endZone == nil)
  }
}

@Suite struct `A short session` {
  @Test func `is rejected below the minimum of its kind and continues`() throws {
    var session = try Session<Knitting>.running(from: "18:00")
    let before = session
    let early = try clock("18:02") - Milliseconds(1)
    let refusal = code { () throws(CairnError) in try session.end(at: early, zone: "Europe/Berlin")
    }
    #expect(refusal == "session.too_short")
    #expect(session == before)
    try session.end(at: clock("18:02"), zone: "Europe/Berlin")
    #expect(session.timeline.state == .ended(at: try clock("18:02")))
  }

  @Test func `is kept with its true length when the person allows it`() throws {
    var session = try Session<Knitting>.running(from: "18:00")
    try session.end(at: clock("18:00") + .seconds(2), zone: "Europe/Berlin", allowShort: true)
    #expect(session.timeline.active(until: try clock("20:00")) == .seconds(2))
  }

  @Test func `is not made longer by its pauses`() throws {
    var session = try Session<Knitting>.running(from: "18:00")
    try session.pause(at: clock("18:01"))
    let end = try clock("19:00")
    let refusal = code { () throws(CairnError) in try session.end(at: end, zone: "Europe/Berlin") }
    #expect(refusal == "session.too_short")
    try session.resume(at: clock("19:00"))
    try session.end(at: clock("19:01"), zone: "Europe/Berlin")
    #expect(session.timeline.active(until: end) == .minutes(2))
  }

  @Test func `counts from one minute unless its kind sets another minimum`() {
    #expect(Reading.minimum == .minutes(1))
  }
}

@Suite struct `A wall clock that was set back` {
  @Test func `cannot give a session negative time`() throws {
    var session = try Session<Knitting>.running(from: "18:00")
    #expect(session.timeline.active(until: try clock("17:00")) == .zero)
    let earlier = try clock("17:00")
    let refusal = code { () throws(CairnError) in
      try session.end(at: earlier, zone: "Europe/Berlin", allowShort: true)
    }
    #expect(refusal == "session.time_before_segment")
    try session.end(at: clock("18:30"), zone: "Europe/Berlin")
    #expect(session.timeline.active(until: earlier) == .minutes(30))
  }
}

@Suite struct `A session compared with the current time` {
  @Test(arguments: ["18:00-19:00", "18:00-20:00", "18:00-20:01"])
  func `may end up to a minute after now`(text: String) throws {
    try Timeline(ended: [stretch(text)]).requirePast(now: clock("20:00"))
  }

  @Test func `cannot be in the future`() throws {
    let now = try clock("20:00")
    let late = try Timeline(ended: [stretch("19:00-20:02")])
    let open = try Timeline(startingAt: clock("20:02"))
    for timeline in [late, open] {
      let refusal = code { () throws(CairnError) in try timeline.requirePast(now: now) }
      #expect(refusal == "session.in_future")
    }
  }
}
