import Cairn
import CairnStore
import Testing

@Suite struct `The context of a session` {
  private let start = Instant(milliseconds: 1_767_614_400_000)

  private func session(_ minutes: [(Int64, Int64)]) throws -> Session<Knitting> {
    let segments = minutes.map {
      Segment(start: start + .minutes($0.0), end: start + .minutes($0.1))
    }
    return Session(
      id: SessionID(RecordID(high: 1, low: 1)),
      detail: Knitting(),
      timeline: try Timeline(ended: segments),
      zone: "UTC"
    )
  }

  @Test func `is unknown unless it is set`() throws {
    var fields = Fields()
    try session([(0, 30)]).write(to: &fields)
    for name in ["moodBefore", "moodAfter", "place", "interruptions"] {
      #expect(fields[name] == .null)
    }
  }

  @Test(arguments: [0, 6, -1, 100] as [Int64])
  func `accepts moods from 1 to 5`(mood: Int64) throws {
    var sessionContext = SessionContext()
    try sessionContext.setMoodBefore(4)
    for refused in [
      Result { try sessionContext.setMoodBefore(mood) },
      Result { try sessionContext.setMoodAfter(mood) },
    ] {
      #expect(throws: CairnError.self) { try refused.get() }
    }
    #expect(sessionContext.moodBefore == 4 && sessionContext.moodAfter == nil)
    try sessionContext.setMoodBefore(nil)
    #expect(sessionContext == SessionContext())
  }

  @Test func `has a place on one line, or none`() {
    var sessionContext = SessionContext()
    sessionContext.setPlace("  the\n old  library ")
    #expect(sessionContext.place == "the old library")
    sessionContext.setPlace(" \n")
    #expect(sessionContext.place == nil)
  }

  @Test func `is stored and read again`() throws {
    var session = try session([(0, 10), (20, 30), (40, 50)])
    try session.sessionContext.setMoodAfter(5)
    session.sessionContext.setPlace("train")
    try session.setReasonOfLastPause("the  door")
    var fields = Fields()
    session.write(to: &fields)
    #expect(try Session<Knitting>(recordID: session.id.record, fields: fields) == session)
    #expect(session.pauses.map(\.reason) == [nil, "the door"])
    #expect(session.pauses.map(\.length) == [.minutes(10), .minutes(10)])
  }

  @Test func `gives a reason only to a pause`() throws {
    var session = try session([(0, 10)])
    let error = #expect(throws: CairnError.self) { try session.setReasonOfLastPause("phone") }
    #expect(error?.code == "session.no_pause")
    #expect(session.pauses.isEmpty)
  }

  @Test func `moves with the session`() throws {
    var session = try session([(0, 10), (20, 30)])
    try session.setReasonOfLastPause("phone")
    try session.move(to: start - .hours(2))
    #expect(session.pauses.map(\.reason) == ["phone"])
  }

  @Test func `is split with the session and merged again`() throws {
    var session = try session([(0, 10), (20, 30), (40, 50)])
    try session.sessionContext.setMoodBefore(2)
    try session.sessionContext.setMoodAfter(4)
    session.sessionContext.setPlace("home")
    try session.setReasonOfLastPause("phone")
    let whole = session
    let later = try session.split(
      at: start + .minutes(25),
      newID: SessionID(RecordID(high: 1, low: 2))
    )
    #expect(session.sessionContext.moodBefore == 2 && session.sessionContext.moodAfter == nil)
    #expect(later.sessionContext.moodBefore == nil && later.sessionContext.moodAfter == 4)
    #expect(session.pauses.map(\.reason) == [nil] && later.pauses.map(\.reason) == ["phone"])
    #expect(session.sessionContext.place == "home" && later.sessionContext.place == "home")
    try session.merge(later)
    #expect(session.sessionContext == whole.sessionContext)
  }

  @Test func `followed by one at another place keeps that in the note`() throws {
    var session = try session([(0, 10), (20, 30)])
    session.sessionContext.setPlace("home")
    session.note = "rain"
    var later = try session.split(
      at: start + .minutes(15),
      newID: SessionID(RecordID(high: 1, low: 2))
    )
    later.note = "sun"
    later.sessionContext.setPlace("the crag")
    try session.merge(later)
    #expect(session.sessionContext.place == "home")
    #expect(session.note == "rain\nThen at the crag.\nsun")
  }

  @Test func `of a session can have a note of several lines`() throws {
    var session = try session([(0, 10)])
    session.addNote(" \n")
    #expect(session.note == nil)
    session.addNote("before")
    session.addNote("after")
    #expect(session.note == "before\nafter")
  }

  @Test func `keeps the reason of the pause in which it ended, with zero length`() throws {
    var session = try Session(
      id: try session([(0, 1)]).id,
      detail: NoDetail(),
      startingAt: start,
      zone: "UTC"
    )
    try session.pause(at: start + .minutes(5))
    try session.setReasonOfLastPause("phone")
    try session.end(at: start + .minutes(9), zone: "UTC")
    #expect(session.pauses.map(\.reason) == ["phone"])
    #expect(session.pauses.map(\.length) == [.zero])
  }

  @Test func `has no interruption where a paused session was ended`() throws {
    var timeline = try Timeline(startingAt: start)
    try timeline.pause(at: start + .minutes(5))
    #expect(timeline.pauses([]).map(\.end) == [nil])
    try timeline.end(at: start + .minutes(9), minimum: .zero)
    #expect(timeline.pauses([]).isEmpty)
  }

  @Test(arguments: ["3>4", ">4", "3>", ">"])
  func `is a pair of moods as one text`(text: String) {
    let pair = MoodPair(text: text)
    #expect(pair.text == text)
    #expect((pair.before == nil) == text.hasPrefix(">"))
    #expect((pair.after == nil) == text.hasSuffix(">"))
  }
}
