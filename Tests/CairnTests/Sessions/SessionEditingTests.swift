import Cairn
import CairnTestKit
import Testing

@Suite struct `Splitting a session` {
  private let newID = SessionID(RecordID(high: 9, low: 9))

  @Test func `divides the amount in proportion to time`() throws {
    var earlier = try Session<Knitting>.ended("18:00-18:20", "18:30-19:10", rows: 60)
    let later = try earlier.split(at: clock("18:40"), newID: newID)
    #expect(earlier.timeline.shown == ["18:00-18:20", "18:30-18:40"])
    #expect(later.timeline.shown == ["18:40-19:10"])
    #expect(earlier.detail.rows == 30 && later.detail.rows == 30)
    #expect(later.id == newID && later.kind == Knitting.kind)
  }

  @Test func `splits a reading session at the proportional page`() throws {
    var earlier = try Session<Reading>.read(from: 100, to: 160, "18:00-19:00")
    let later = try earlier.split(at: clock("18:30"), newID: newID)
    #expect(earlier.pages == [100, 130])
    #expect(later.pages == [130, 160])
  }

  @Test func `keeps note and start in the earlier part and the end in the later`() throws {
    var earlier = try Session<Knitting>.ended("18:00-19:00")
    earlier.note = "with tea"
    earlier.source = "import"
    earlier.endZone = "Asia/Tokyo"
    let later = try earlier.split(at: clock("18:30"), newID: newID)
    #expect(earlier.note == "with tea" && later.note == nil)
    #expect(earlier.endZone == nil && later.endZone == "Asia/Tokyo")
    #expect(earlier.source == "import" && later.source == "import")
    #expect(earlier.zone == later.zone)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `loses neither a second nor a row, and merging restores the session`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let whole = Session(
        id: SessionID(RecordID(high: 1, low: 1)),
        detail: Knitting(rows: random.number(0...500)),
        timeline: try random.timeline(),
        zone: "UTC"
      )
      var earlier = whole
      let cut = Model.instant(random.second())
      guard let later = try? earlier.split(at: cut, newID: newID) else { continue }
      #expect(earlier.amount + later.amount == whole.amount)
      let share = proportion(whole.amount, earlier.active.count, whole.active.count)
      #expect(earlier.amount == share)
      try earlier.merge(later)
      #expect(earlier.detail == whole.detail)
      #expect(earlier.active == whole.active)
    }
  }
}

extension Session where Detail == Reading {
  fileprivate var pages: [Int64?] { [detail.startPosition?.value, detail.endPosition?.value] }
}

extension Session where Detail == Knitting {
  fileprivate var amount: Int64 { detail.amount ?? 0 }
  fileprivate var active: Milliseconds { timeline.active(until: timeline.start) }
}

@Suite struct `Merging two sessions` {
  @Test func `makes the time between them a pause`() throws {
    var session = try Session<Knitting>.ended("18:00-18:30", rows: 10)
    try session.merge(.ended("19:00-19:20", rows: 5))
    #expect(session.timeline.shown == ["18:00-18:30", "19:00-19:20"])
    #expect(session.detail.rows == 15)
  }

  @Test func `joins adjacent segments`() throws {
    var session = try Session<Knitting>.ended("18:00-18:30")
    try session.merge(.ended("18:30-19:00"))
    #expect(session.timeline.shown == ["18:00-19:00"])
  }

  @Test func `is commutative`() throws {
    var first = try Session<Knitting>.ended("18:00-18:30", rows: 10)
    first.note = "before supper"
    var second = try Session<Knitting>.ended("19:00-19:20", rows: 5)
    second.note = "after supper"
    second.zone = "Europe/London"
    let (one, other) = (first, second)
    try first.merge(other)
    try second.merge(one)
    #expect(first.timeline == second.timeline && first.detail == second.detail)
    #expect(first.note == "before supper\nafter supper" && second.note == first.note)
    #expect(first.zone == "Europe/Berlin" && second.zone == "Europe/Berlin")
    #expect(first.endZone == "Europe/London" && second.endZone == "Europe/London")
  }

  @Test func `keeps the only note there is`() throws {
    var first = try Session<Knitting>.ended("18:00-18:30")
    var second = try Session<Knitting>.ended("19:00-19:20")
    second.note = "a note"
    try first.merge(second)
    #expect(first.note == "a note")
    second.note = nil
    var alone = try Session<Knitting>.ended("20:00-21:00")
    try alone.merge(second)
    #expect(alone.note == nil)
  }

  @Test func `keeps the clock adjustment of either session`() throws {
    for adjusted in 0...1 {
      var sessions = [
        try Session<Knitting>.ended("18:00-18:30"), try Session<Knitting>.ended("19:00-19:20"),
      ]
      sessions[adjusted].isClockAdjusted = true
      let other = sessions[1]
      try sessions[0].merge(other)
      #expect(sessions[0].isClockAdjusted)
    }
  }

  @Test func `drops an end zone equal to the start zone`() throws {
    var there = try Session<Knitting>.ended("18:00-18:30")
    var back = try Session<Knitting>.ended("19:00-19:20")
    back.zone = "Asia/Tokyo"
    back.endZone = "Europe/Berlin"
    try there.merge(back)
    #expect(there.zone == "Europe/Berlin" && there.endZone == nil)
  }

  @Test func `is rejected if their details cannot be merged, and changes nothing`() throws {
    var session = try Session<Knitting>.ended("18:00-18:30")
    let before = session
    var other = try Session<Knitting>.ended("19:00-19:20")
    other.detail.piece = "hat"
    let hat = other
    let refusal = code { () throws(CairnError) in try session.merge(hat) }
    #expect(refusal == "knitting.different_pieces")
    #expect(session == before)
  }
}

@Suite struct `A session as stored` {
  @Test func `reads back as itself`() throws {
    for stage in Stage.allCases {
      var session = try stage.session()
      session.note = "line\nbreak"
      session.source = "import"
      session.endZone = "Asia/Tokyo"
      var fields = Fields()
      session.write(to: &fields)
      #expect(try Session<Knitting>(recordID: session.recordID, fields: fields) == session)
    }
  }

  @Test func `keeps the fields of its kind when it is read without them`() throws {
    let session = try Stage.ended.session()
    var fields = Fields()
    session.write(to: &fields)
    fields["newer"] = .integer(1)
    var plain = try Session<NoDetail>(recordID: session.recordID, fields: fields)
    #expect(plain.kind == Knitting.kind)
    try plain.resize(start: clock("17:00"), end: nil)
    plain.write(to: &fields)
    let read = try Session<Knitting>(recordID: session.recordID, fields: fields)
    #expect(read.detail == session.detail && read.kind == Knitting.kind)
    #expect(read.timeline.start == (try clock("17:00")))
    #expect(fields["newer"] == .integer(1))
  }

  @Test(arguments: ["kind", "segments", "zone", "piece"])
  func `is malformed without a required field`(name: String) throws {
    let session = try Stage.ended.session()
    var fields = Fields()
    session.write(to: &fields)
    fields[name] = .null
    let damaged = fields
    let refusal = code { () throws(CairnError) in
      _ = try Session<Knitting>(recordID: session.recordID, fields: damaged)
    }
    #expect(refusal == "record.malformed")
  }
}
