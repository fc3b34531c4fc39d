import Cairn
import CairnTestKit
import Testing

@Suite struct `The times of a session as stored` {
  @Test(arguments: SeededGenerator.seeds)
  func `read back as themselves`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var timeline = try random.timeline(allowingEmpty: true)
      #expect(try Timeline(text: timeline.text, endedAt: timeline.end) == timeline)
      let start = timeline.start
      timeline = try Timeline(startingAt: start)
      #expect(try Timeline(text: timeline.text, endedAt: nil) == timeline)
      try timeline.pause(at: start + Milliseconds(random.number(0...90_000)))
      #expect(try Timeline(text: timeline.text, endedAt: nil) == timeline)
    }
  }

  @Test func `are one text`() throws {
    let timeline = try Stage.ended.session().timeline
    #expect(timeline.text == "1767636000000-1767637200000,1767637800000-1767639600000")
    let open = try Timeline(startingAt: clock("18:00"))
    #expect(open.text == "1767636000000-")
  }

  @Test func `are closed by an end that a rule wrote elsewhere`() throws {
    let end = try clock("19:30")
    let closed = try Timeline(text: "1767636000000-", endedAt: end)
    #expect(closed.shown == ["18:00-19:30"])
    #expect(closed.state == .ended(at: end))
  }

  @Test func `never end before the start of the last segment`() throws {
    let closed = try Timeline(
      text: "1767636000000-1767637200000,1767637800000-",
      endedAt: clock("18:10")
    )
    #expect(closed.shown == ["18:00-18:20", "18:30-18:30"])
    #expect(closed.active(until: try clock("20:00")) == .minutes(20))
  }

  @Test func `keep the end of a closed last segment`() throws {
    let paused = try Timeline(text: "1767636000000-1767637200000", endedAt: clock("22:00"))
    #expect(paused.end == (try clock("18:20")))
  }

  @Test(arguments: [
    "", ",", "-", "1767636000000", "1767636000000-,", "1767636000000-,1767637800000-",
    "x-1767637200000", "1767636000000-x", "1767636000000--1767637200000", " 1767636000000-",
    "1767636000000-1767637200000,", "1767637200000-1767636000000",
    "1767636000000-1767637200000,1767637100000-1767637800000",
    "1767636000000-1767637200000,1767637100000-", "0-1767637200000", "0-",
    "1767636000000-9223372036854775807", "9223372036854775807-", "1767636000000-4102444800000",
    "99999999999999999999-",
  ])
  func `are malformed in any other form`(text: String) {
    let refusal = code { () throws(CairnError) in _ = try Timeline(text: text, endedAt: nil) }
    #expect(refusal == "record.malformed")
  }

  @Test func `are malformed with an end from another century`() {
    let refusal = code { () throws(CairnError) in
      _ = try Timeline(text: "1767636000000-", endedAt: .limit)
    }
    #expect(refusal == "record.malformed")
  }
}
