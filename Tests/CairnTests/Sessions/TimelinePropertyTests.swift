import Cairn
import CairnTestKit
import Testing

@Suite struct `Random operations on a session` {
  @Test(arguments: SeededGenerator.seeds)
  func `leave it unchanged on an error and valid otherwise`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      var session = try Session<Knitting>(
        id: SessionID(RecordID(high: 1, low: 1)),
        detail: Knitting(rows: random.oneIn(3) ? nil : 40),
        startingAt: Model.instant(random.second()),
        zone: "UTC"
      )
      for _ in 0..<20 {
        let before = session
        do {
          try random.press(&session)
        } catch {
          #expect(session == before)
        }
        #expect(session.timeline.isSound)
        let text = session.timeline.text
        #expect(try Timeline(text: text, endedAt: session.timeline.end) == session.timeline)
      }
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `count the seconds in which the timer ran`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      var timeline = try Timeline(startingAt: Model.start)
      var isRunning = true
      var seconds: Int64 = 0
      for second in Int64(0)..<60 {
        if random.oneIn(6) {
          let now = Model.instant(second)
          if isRunning { try timeline.pause(at: now) } else { try timeline.resume(at: now) }
          isRunning.toggle()
        }
        seconds += isRunning ? 1 : 0
        #expect(timeline.active(until: Model.instant(second + 1)) == .seconds(seconds))
      }
      try timeline.end(at: Model.instant(60), minimum: .zero)
      #expect(timeline.active(until: Model.instant(99)) == .seconds(seconds))
    }
  }
}

extension SeededGenerator {
  /// Applies a random operation at a random time.
  fileprivate mutating func press(_ session: inout Session<Knitting>) throws(CairnError) {
    let time = Model.instant(second())
    switch number(0...8) {
    case 0: try session.pause(at: time)
    case 1: try session.resume(at: time)
    case 2: try session.end(at: time, zone: "UTC", allowShort: oneIn(2))
    case 3: try session.resize(start: time, end: nil)
    case 4: try session.resize(start: nil, end: time)
    case 5: try session.move(to: time)
    case 6: _ = try session.split(at: time, newID: session.id)
    case 7:
      let other = try Timeline(ended: stretches(allowingEmpty: true))
      let detail = Knitting(piece: oneIn(2) ? "scarf" : "hat")
      try session.merge(Session(id: session.id, detail: detail, timeline: other, zone: "UTC"))
    default: try session.makeRoom(for: time..<time + .seconds(number(0...30)))
    }
  }
}

@Suite struct `Editing the times of a session` {
  @Test(arguments: SeededGenerator.seeds)
  func `splits it without losing a second`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      let whole = try random.timeline(allowingEmpty: true)
      let second = random.second()
      var earlier = whole
      guard let later = try? earlier.split(at: Model.instant(second)) else {
        #expect(
          whole.seconds.allSatisfy { $0 < second } || whole.seconds.allSatisfy { $0 >= second }
        )
        #expect(earlier == whole)
        continue
      }
      #expect(earlier.seconds == whole.seconds.filter { $0 < second })
      #expect(later.seconds == whole.seconds.filter { $0 >= second })
      #expect(!earlier.seconds.isEmpty && !later.seconds.isEmpty)
      try earlier.merge(later)
      #expect(earlier.seconds == whole.seconds)
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `merges two without losing a second, or rejects overlapping ones`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      let (first, second) = (try random.timeline(), try random.timeline())
      var merged = first
      let refusal = code { () throws(CairnError) in try merged.merge(second) }
      if first.seconds.isDisjoint(with: second.seconds) {
        #expect(refusal == nil)
        #expect(merged.seconds == first.seconds.union(second.seconds))
        #expect(merged.isSound)
      } else {
        #expect(refusal == "session.segments_overlap")
        #expect(merged == first)
      }
    }
  }

  @Test func `merges an empty session with one that starts at the same time`() throws {
    let instant = try clock("18:00")
    let empty = try Timeline(ended: [Segment(start: instant, end: instant)])
    var merged = try Timeline(ended: [stretch("18:00-19:00")])
    try merged.merge(empty)
    #expect(merged.active(until: instant) == .hours(1))
  }

  @Test(arguments: SeededGenerator.seeds)
  func `makes room for another session and changes nothing else`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      let whole = try random.timeline(allowingEmpty: true)
      let start = random.second()
      let end = start + random.number(0...30)
      var rest = whole
      let range = Model.instant(start)..<Model.instant(end)
      let refusal = code { () throws(CairnError) in try rest.remove(range) }
      let expected = whole.seconds.filter { !(start..<end).contains($0) }
      #expect((refusal == "session.nothing_left") == (expected.isEmpty && !whole.seconds.isEmpty))
      #expect(rest.seconds == (refusal == nil ? expected : whole.seconds))
      if start < end, refusal == nil {
        let neighbour = try Timeline(ended: [
          Segment(start: range.lowerBound, end: range.upperBound)
        ])
        #expect(!rest.overlaps(neighbour, now: range.upperBound))
      }
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `finds overlapping sessions`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<600 {
      let first = try random.timeline(allowingEmpty: true)
      let second = try random.timeline(allowingEmpty: true)
      let share = !first.seconds.isDisjoint(with: second.seconds)
      #expect(first.overlaps(second, now: Model.start) == share)
      #expect(second.overlaps(first, now: Model.start) == share)
    }
  }

  @Test func `treats an open session as running until now`() throws {
    let open = try Timeline(startingAt: clock("18:00"))
    let other = try Timeline(ended: [stretch("19:00-20:00")])
    #expect(!open.overlaps(other, now: try clock("19:00")))
    #expect(open.overlaps(other, now: try clock("19:01")))
    #expect(!open.overlaps(other, now: try clock("17:00")))
  }

  @Test(arguments: SeededGenerator.seeds)
  func `shifts it as a whole`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var timeline = try random.timeline()
      let before = timeline.seconds
      let distance = random.number(-1_000...1_000)
      try timeline.move(to: timeline.start + .seconds(distance))
      #expect(timeline.seconds == Set(before.map { $0 + distance }))
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `moves its edges and keeps its pauses`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var timeline = try random.timeline()
      let before = timeline
      let start = Model.instant(random.second())
      let end = Model.instant(random.second())
      guard (try? timeline.resize(start: start, end: end)) != nil else { continue }
      #expect(timeline.start == start && timeline.end == end)
      #expect(timeline.segments.count == before.segments.count)
      #expect(
        timeline.segments.dropFirst().map(\.start) == before.segments.dropFirst().map(\.start)
      )
      #expect(timeline.segments.dropLast().map(\.end) == before.segments.dropLast().map(\.end))
    }
  }

  @Test(arguments: [
    ([], "session.no_segments"), (["19:00-18:00"], "session.ends_before_start"),
    (["18:00-19:00", "18:30-20:00"], "session.segments_overlap"),
    (["19:00-20:00", "18:00-18:30"], "session.segments_overlap"),
  ])
  func `rejects invalid times`(stretches: [String], expected: String) throws {
    let segments = try stretches.map { try stretch($0) }
    #expect(code { () throws(CairnError) in _ = try Timeline(ended: segments) } == expected)
  }

  @Test func `rejects a segment without an end, or in another century`() throws {
    let open = Segment(start: try clock("18:00"), end: nil)
    let old = Segment(start: .earliest - Milliseconds(1), end: .earliest)
    let late = Segment(start: .limit - Milliseconds(1), end: .limit)
    let codes = [open, old, late].map { segment in
      code { () throws(CairnError) in _ = try Timeline(ended: [segment]) }
    }
    #expect(
      codes == ["record.malformed", "session.time_out_of_range", "session.time_out_of_range"]
    )
  }
}
