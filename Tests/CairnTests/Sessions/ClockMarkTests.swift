import Cairn
import CairnTestKit
import Testing

@Suite struct `A monotonic clock` {
  private func mark(_ elapsed: Milliseconds, boot: String = "b1") -> ClockMark {
    ClockMark(boot: boot, elapsed: elapsed)
  }

  private func running() throws -> Session<Knitting> {
    var session = try Session<Knitting>.running(from: "18:00")
    session.mark = mark(.hours(5))
    return session
  }

  @Test(arguments: [-7_200, -3, 3, 7_200] as [Int64])
  func `measures the session when the wall clock was set`(seconds: Int64) throws {
    let now = try clock("19:00") + .seconds(seconds)
    let present = try running().present(now: now, mark: mark(.hours(6)))
    #expect(present.wasSet)
    #expect(present.at == (try clock("19:00")))
  }

  @Test(arguments: [-2_000, -1, 0, 1, 2_000] as [Int64])
  func `uses the wall clock if the two agree`(milliseconds: Int64) throws {
    let now = try clock("19:00") + Milliseconds(milliseconds)
    let present = try running().present(now: now, mark: mark(.hours(6)))
    #expect(!present.wasSet && present.at == now)
  }

  @Test func `is unknown after a reboot, or without a mark`() throws {
    let now = try clock("23:00")
    let session = try running()
    var unmarked = session
    unmarked.mark = nil
    #expect(session.present(now: now, mark: mark(.hours(6), boot: "b2")).at == now)
    #expect(session.present(now: now, mark: nil).at == now)
    #expect(session.present(now: now, mark: mark(.hours(4))).at == now, "a machine put back")
    #expect(unmarked.present(now: now, mark: mark(.hours(6))).at == now)
  }

  @Test func `is cleared when the timer is paused or its start is changed by hand`() throws {
    var paused = try running()
    try paused.pause(at: clock("18:10"))
    #expect(paused.mark == nil)
    paused.mark = mark(.hours(1))
    try paused.resume(at: clock("18:20"))
    #expect(paused.mark == nil, "a mark of the stretch before would measure the pause as well")
    var ended = try running()
    try ended.end(at: clock("19:00"), zone: "Europe/Berlin")
    #expect(ended.mark == nil)
    var moved = try running()
    try moved.resize(start: clock("17:00"), end: nil)
    #expect(moved.mark == nil)
  }

  @Test func `is kept after an error`() throws {
    var session = try running()
    let before = session
    let soon = try clock("18:01")
    for attempt in [LifecycleStep.resume, .pauseBefore, .endBefore, .startIn1999] {
      #expect(throws: CairnError.self) { try attempt.apply(to: &session) }
    }
    #expect(throws: CairnError.self) { try session.end(at: soon, zone: "Europe/Berlin") }
    #expect(session == before)
  }

  @Test func `is stored with the session`() throws {
    var session = try running()
    session.isClockAdjusted = true
    var fields = Fields()
    session.write(to: &fields)
    #expect(try Session<Knitting>(recordID: session.recordID, fields: fields) == session)
  }

  @Test(arguments: ["b1/0", "b1/18000000", "8a/b1/5"])
  func `is one text and reads back`(text: String) {
    #expect(ClockMark(text: text)?.text == text)
  }

  @Test(arguments: ["", "b1", "b1/", "/5", "b1/x", "b1/-5", "b1/-9223372036854775808", "b1/5 "])
  func `is nothing in any other form`(text: String) {
    #expect(ClockMark(text: text) == nil)
  }
}
