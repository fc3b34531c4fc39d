import Cairn
import Testing

/// The defects of spec/listening.md 4.2 that a tracker must avoid.
@Suite struct `A playback tracker` {
  // T1
  @Test func `makes one session per playback, however often its state is saved`() {
    var player = Player()
    player.play("a")
    for _ in 1...4 {
      player.wait(60)
      player.send(.background)
    }
    player.wait(60)
    player.send(.stop)
    #expect(player.reports.map(\.seconds) == [60, 120, 180, 240, 300])
    #expect(Set(player.reports.map(\.id)) == ["play1"])
    #expect(player.reports.map(\.isFinal) == [false, false, false, false, true])
  }

  // T4
  @Test func `takes start, end and duration from one reading each`() throws {
    var player = Player()
    let start = player.wall
    player.play("a")
    player.wait(Milliseconds(61_999))
    player.send(.complete)
    let report = try #require(player.reports.first)
    #expect(report.startedAt == start && report.endedAt == start + Milliseconds(61_999))
    #expect(report.seconds == 61)
  }

  // T5
  @Test func `counts nothing while nothing is audible`() {
    var player = Player()
    player.play("a")
    player.wait(30)
    player.send(.pause)
    player.wait(600)
    player.send(.heartbeat)
    player.send(.resume)
    player.wait(30)
    player.send(.pause)
    player.wait(600)
    player.send(.stop)
    #expect(player.sessions.map(\.seconds) == [60])
    #expect(player.sessions[0].endedAt - player.sessions[0].startedAt == .seconds(660))
  }

  // T5
  @Test(arguments: [-86_400, -3, 3, 86_400] as [Int64])
  func `measures with the monotonic clock`(seconds: Int64) {
    var player = Player()
    let start = player.wall
    player.play("a")
    player.wait(30)
    player.wall = player.wall + .seconds(seconds)
    player.wait(30)
    player.send(.stop)
    #expect(player.sessions.map(\.seconds) == [60])
    #expect(player.sessions[0].endedAt == start + .seconds(60))
  }

  // T7
  @Test func `ends and reports a playback when another story starts`() {
    var player = Player()
    player.play("a")
    player.wait(40)
    player.play("b")
    player.wait(20)
    player.send(.stop)
    #expect(player.sessions.map(\.story) == ["a", "b"])
    #expect(player.sessions.map(\.seconds) == [40, 20])
    #expect(player.sessions[0].isFinal && !player.sessions[0].isCompleted)
  }

  // T8
  @Test(arguments: [(0, 0), (4_999, 0), (5_000, 1)] as [(Int64, Int)])
  func `reports nothing shorter than five seconds`(milliseconds: Int64, told: Int) {
    var player = Player()
    player.play("a")
    player.wait(Milliseconds(milliseconds))
    player.send(.pause)
    player.send(.stop)
    #expect(player.sessions.count == told)
  }

  // T9
  @Test func `reports nothing after the end of a playback`() {
    var player = Player()
    player.play("a")
    player.wait(600)
    player.send(.complete)
    let told = player.reports.count
    for event in [.stop, .complete, .pause, .background, .heartbeat, .resume] as [PlaybackEvent] {
      player.wait(60)
      player.send(event)
    }
    #expect(player.reports.count == told)
    #expect(player.tracker.playback == nil)
  }

  // T9
  @Test func `gives a replayed story a new start and a new ID`() {
    var player = Player()
    let first = player.wall
    player.play("a")
    player.wait(60)
    player.send(.stop)
    player.wait(60)
    player.play("a")
    player.wait(60)
    player.send(.complete)
    #expect(player.sessions.map(\.id) == ["play1", "play2"])
    #expect(player.sessions.map(\.startedAt) == [first, first + .seconds(120)])
    #expect(player.sessions.map(\.isCompleted) == [false, true])
  }

  // T10
  @Test func `returns the old playback and starts the new one in one step`() {
    var player = Player()
    player.play("a")
    player.wait(90)
    player.play("b")
    #expect(player.reports.map(\.story) == ["a"])
    #expect(player.tracker.playback?.story == "b")
    #expect(player.tracker.playback?.startedAt == player.wall)
    #expect(player.tracker.playback?.listened == .zero)
  }

  // T11
  @Test func `stops counting for a pause without a button, even if it is sent twice`() {
    var player = Player()
    player.play("a")
    player.wait(10)
    player.send(.pause)
    player.wait(10)
    player.send(.pause)
    player.wait(10)
    player.send(.resume)
    player.send(.resume)
    player.wait(10)
    player.send(.stop)
    #expect(player.sessions.map(\.seconds) == [20])
  }

  // T12
  @Test func `counts nothing while a selected story is being generated`() {
    var player = Player()
    player.play("a")
    player.wait(20)
    player.send(.load(story: "b"))
    #expect(player.sessions.map(\.story) == ["a"])
    player.wait(45)
    player.play("b")
    player.wait(20)
    player.send(.stop)
    #expect(player.sessions.map(\.seconds) == [20, 20])
    #expect(player.sessions[1].startedAt - player.sessions[0].endedAt == .seconds(45))
  }

  // T13
  @Test(arguments: [false, true])
  func `ends a playback at the last heartbeat before a crash`(newStart: Bool) throws {
    var player = Player()
    let start = player.wall
    player.play("a")
    for _ in 1...4 {
      player.wait(20)
      player.send(.heartbeat)
    }
    player.wait(15)
    try player.crash(newStart: newStart)
    player.wait(86_400)
    player.recover()
    #expect(player.sessions.map(\.seconds) == [80])
    #expect(player.sessions[0].endedAt == start + .seconds(80))
    #expect(player.sessions[0].isFinal && !player.sessions[0].isCompleted)
    player.recover()
    #expect(player.sessions.count == 1)
  }

  // T13
  @Test func `can continue a playback after a crash without recovery`() throws {
    var player = Player()
    player.play("a")
    player.wait(30)
    player.send(.heartbeat)
    try player.crash()
    player.wait(30)
    player.play("a", from: 30)
    player.wait(30)
    player.send(.stop)
    #expect(player.sessions.map(\.seconds) == [60])
  }

  // T20
  @Test func `reports the amount of audio at the playback rate`() {
    var player = Player()
    player.send(.rate(hundredths: 200))
    player.play("a")
    player.wait(60)
    player.send(.rate(hundredths: 50))
    player.wait(60)
    player.send(.stop)
    #expect(player.sessions.map(\.seconds) == [120])
    #expect(player.sessions.map(\.contentSeconds) == [150])
    #expect(player.sessions.map(\.rate) == [50])
  }

  // T20
  @Test(
    arguments: [
      (0, 600, 589, false), (0, 600, 590, true), (300, 600, 290, true), (0, 60, 56, false),
      (0, 60, 57, true), (0, nil, 6_000, false),
    ] as [(Int64, Int64?, Int64, Bool)]
  )
  func `is complete when the position is at the end`(
    from: Int64,
    length: Int64?,
    heard: Int64,
    isCompleted: Bool
  ) {
    var player = Player()
    player.play("a", from: from, of: length)
    player.wait(heard)
    player.send(.stop)
    #expect(player.sessions.map(\.isCompleted) == [isCompleted])
  }

  // T20
  @Test func `reaches the end in half the time at double speed`() {
    var player = Player()
    player.send(.rate(hundredths: 200))
    player.play("a", of: 600)
    player.wait(295)
    player.send(.stop)
    #expect(player.sessions.map(\.isCompleted) == [true])
  }

  @Test func `does not compare marks of different boots`() {
    let start = Instant(milliseconds: 1_767_636_000_000)
    let mark = { ClockMark(boot: $0, elapsed: .hours(5)) }
    let before = ClockReading(now: start, mark: mark("b1"))
    let after = ClockReading(now: start + .minutes(1), mark: mark("b2"))
    #expect(after.elapsed(since: before) == .minutes(1))
    #expect(before.elapsed(since: after) == .zero)
    #expect(ClockReading(now: start, mark: mark("b1")).elapsed(since: before) == .zero)
  }

  // T20
  @Test func `shows by its content that the end was reached with a jump`() {
    var player = Player()
    player.play("a")
    player.wait(10)
    player.send(.seek(to: .seconds(590)))
    player.wait(10)
    player.send(.complete)
    #expect(player.sessions.map(\.isCompleted) == [true])
    #expect(player.sessions.map(\.contentSeconds) == [20])
  }

  @Test func `starts a new playback after a pause of more than an hour`() {
    var player = Player()
    player.play("a")
    player.wait(60)
    player.send(.pause)
    player.wait(3_600)
    player.send(.resume)
    player.wait(60)
    player.send(.pause)
    player.wait(3_601)
    player.send(.resume)
    player.wait(60)
    player.send(.stop)
    #expect(player.sessions.map(\.seconds) == [120, 60])
    #expect(player.sessions.map(\.isFinal) == [true, true])
  }

  @Test(arguments: ["null", "{}", "[1]", #"{"rate":100}"#, #"{"rate":100,"play":{"id":"a"}}"#])
  func `rejects a foreign state`(text: String) throws {
    let json = try JSON(parsing: [UInt8](text.utf8))
    #expect(PlaybackTracker(restoring: json) == nil)
  }
}
