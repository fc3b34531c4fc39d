import Cairn
import Testing

@Suite struct `A report of a listening app` {
  private let start = Instant(milliseconds: 1_767_636_000_000)

  private func report(_ seconds: Int64?, end: Int64? = nil, told: Bool = true) -> ListeningReport {
    ListeningReport(
      start: start,
      isStartReported: told,
      end: end.map { start + .seconds($0) },
      seconds: seconds
    )
  }

  /// Values measured on the reference implementation (spec/listening.md 2.2).
  @Test(
    arguments: [
      (300_000, 600, 450), (300_000, 451, 450), (300_000, 450, 450), (100_000, 151, 150),
      (100_400, 200, 151), (333_000, 500, 500), (301_000, 453, 452), (500, 3, 1),
    ] as [(Int64, Int64, Int64)]
  )
  func `counts up to one and a half times the audio`(audio: Int64, told: Int64, counted: Int64) {
    var report = report(told)
    report.cap(Milliseconds(audio))
    #expect(report.counted == counted && report.seconds == told)
  }

  @Test func `counts in full if the length of the audio is unknown`() {
    var report = report(99_999)
    report.cap(nil)
    #expect(report.counted == 99_999)
  }

  @Test func `computes missing seconds from start and end`() {
    #expect(report(nil, end: 301).seconds == 301)
    #expect(report(nil).seconds == nil)
    #expect(report(0, end: 301).seconds == 0)
  }

  @Test func `is independent of order and repetition`() {
    let told = [report(10, end: 20), report(nil), report(30, end: 31), report(5, end: 60)]
    var whole = told[0]
    for other in told { whole.join(other) }
    for order in [[3, 1, 0, 2], [2, 2, 3, 0, 1, 1], [1, 0, 2, 3]] {
      var joined = told[order[0]]
      for index in order { joined.join(told[index]) }
      #expect(joined == whole)
    }
    #expect(whole.seconds == 30 && whole.end == start + .seconds(60))
  }

  @Test func `covers the counted time, from its start or up to the time of the report`() throws {
    #expect(try report(90).timeline().span(until: start) == start..<start + .seconds(90))
    let ended = try report(90, told: false).timeline()
    #expect(ended.start == start - .seconds(90) && ended.end == start)
  }

  @Test func `reads back as it was written`() throws {
    let story = try Story(id: Identifier(RecordID(derivedFrom: ["a"])), title: "A")
    let id = SessionID(RecordID(derivedFrom: ["b"]))
    for report in [report(nil), report(4, end: 9), report(7, told: false)] {
      let session = try Session(id: id, story: story, report, isCompleted: true, zone: "UTC")
      var fields = Fields()
      session.write(to: &fields)
      #expect(try Session<Listening>(recordID: id.record, fields: fields) == session)
    }
  }

  @Test func `does not change a time that a person has set`() throws {
    let story = try Story(id: Identifier(RecordID(derivedFrom: ["a"])), title: "A")
    let id = SessionID(RecordID(derivedFrom: ["b"]))
    var session = try Session(id: id, story: story, report(60), isCompleted: false, zone: "UTC")
    try session.resize(start: nil, end: start + .seconds(40))
    try session.join(report(90), isCompleted: true, audio: nil)
    #expect(session.seconds == 40 && session.detail.isCompleted && !session.isAsReported)
  }
}

@Suite struct `A new report of a corrected session` {
  private let start = Instant(milliseconds: 1_767_636_000_000)

  private func report(_ seconds: Int64?, end: Int64?) -> ListeningReport {
    ListeningReport(
      start: start,
      isStartReported: true,
      end: end.map { start + .seconds($0) },
      seconds: seconds
    )
  }

  private func session() throws -> Session<Listening> {
    let story = try Story(id: Identifier(RecordID(derivedFrom: ["a"])), title: "A")
    let id = SessionID(RecordID(derivedFrom: ["b"]))
    return try Session(
      id: id,
      story: story,
      report(nil, end: 3_600),
      isCompleted: false,
      zone: "UTC"
    )
  }

  @Test func `extends the time after a start that a person set`() throws {
    var session = try session()
    try session.resize(start: start + .seconds(600), end: nil)
    for end in [5_400, 9_000, 5_400] as [Int64] {
      try session.join(report(nil, end: end), isCompleted: false, audio: nil)
    }
    #expect(session.reportedStart == start + .seconds(600) && session.seconds == 8_400)
  }

  @Test func `keeps an end that a person set`() throws {
    var session = try session()
    try session.resize(start: nil, end: start + .seconds(3_000))
    try session.join(report(nil, end: 5_400), isCompleted: false, audio: nil)
    #expect(session.seconds == 3_000)
  }

  @Test func `extends the time after a start that an app set`() throws {
    var session = try session()
    var revision = ListeningRevision()
    revision.start = start + .seconds(600)
    try session.revise(revision, audio: nil)
    try session.join(report(nil, end: 5_400), isCompleted: false, audio: nil)
    #expect(session.reportedStart == start + .seconds(600) && session.seconds == 4_800)
    #expect(session.reportedEnd == start + .seconds(5_400))
  }

  @Test(arguments: [[4_200], [3_900, 4_200], [4_200, 3_900, 4_200]] as [[Int64]])
  func `adds to the seconds that an app set`(ends: [Int64]) throws {
    var session = try session()
    var revision = ListeningRevision()
    revision.seconds = 600
    try session.revise(revision, audio: nil)
    for end in ends { try session.join(report(nil, end: end), isCompleted: false, audio: nil) }
    #expect(session.seconds == 1_200)
  }
}

@Suite struct `A story` {
  private func story(_ title: String = "A") throws -> Story {
    try Story(id: Identifier(RecordID(derivedFrom: ["a"])), title: title)
  }

  @Test func `has a title in one line`() throws {
    #expect(try story(" A\nB ").title == "A B")
    #expect(throws: CairnError.self) { try story(" \n ") }
    #expect(throws: CairnError.self) { try story(String(repeating: "a", count: 1_001)) }
  }

  @Test(arguments: [0, -1, 36_000_000_001])
  func `has audio of a valid length`(length: Int64) throws {
    var story = try story()
    #expect(throws: CairnError.self) { try story.setDuration(Milliseconds(length)) }
    #expect(story.duration == nil)
  }

  @Test func `has the same ID for the same text of an app`() {
    let id = RecordID(derivedFrom: ["x"])
    #expect(Story.id(client: id.text).record == id)
    #expect(Story.id(client: "story-1") == Story.id(client: "story-1"))
    #expect(Story.id(client: "story-1") != Story.id(client: "story-2"))
  }
}

@Suite struct `A listening session` {
  private func listening(_ story: String = "a") -> Listening {
    Listening(story: Identifier(RecordID(derivedFrom: [story])))
  }

  @Test func `is split at the audio position of that time`() throws {
    var earlier = listening()
    try earlier.setPositions(.seconds(100), .seconds(200))
    earlier.isCompleted = true
    let later = earlier.split(done: .seconds(30), of: .seconds(60))
    #expect(earlier.endPosition == .seconds(150) && later.startPosition == .seconds(150))
    #expect(!earlier.isCompleted && later.isCompleted)
  }

  @Test func `merges only with a session of the same story`() throws {
    var first = listening()
    #expect(throws: CairnError.self) { try first.merge(listening("b")) }
    var second = listening()
    try second.setPositions(nil, .seconds(9))
    second.isCompleted = true
    try first.merge(second)
    #expect(first == second)
  }

  @Test(arguments: [9, 1_001]) func `has a valid playback speed`(speed: Int64) throws {
    var detail = listening()
    #expect(throws: CairnError.self) { try detail.setSpeed(speed) }
    try detail.setSpeed(125)
    #expect(detail.speed == 125)
  }
}
