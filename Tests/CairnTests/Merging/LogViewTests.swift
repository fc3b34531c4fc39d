import Cairn
import Testing

@Suite struct `The view of merged records` {
  private let first = RecordID(high: 1, low: 1)
  private let second = RecordID(high: 1, low: 2)

  private func record(
    _ id: RecordID,
    _ fields: [(String, FieldValue)],
    at time: UInt64
  ) -> Record {
    var values = Fields()
    values["kind"] = .text("reading")
    for (name, value) in fields { values[name] = value }
    let stamp = Stamp(time: time << 16, node: 1)
    return Record(kind: SessionRecord.kind, id: id, fields: values, stamp: stamp)
  }

  private func start(_ at: Int64) -> FieldValue {
    .text(TimerEvent(.start, pressed: Instant(milliseconds: at)).text)
  }

  private func segment(_ start: Int64, _ end: Int64?) -> Segment {
    Segment(
      start: Instant(milliseconds: start),
      end: end.map { Instant(milliseconds: $0) }
    )
  }

  @Test func `ends a session where another of its kind was started, and reports it`() {
    let view = LogView(
      LogContent([
        record(first, [("event.a", start(1_000))], at: 1_000),
        record(second, [("event.b", start(2_000))], at: 2_000),
      ])
    )
    #expect(view.sessions.map(\.segments) == [[segment(1_000, 2_000)], [segment(2_000, nil)]])
    #expect(view.issues.map(\.kind) == [.endedByOtherStart])
  }

  @Test func `shows merged sessions as one, and as two when the target is deleted`() {
    let target = record(first, [("times", .text("ended 100-160"))], at: 1)
    let merged = record(
      second,
      [("times", .text("ended 200-260")), ("mergedInto", .text(first.text))],
      at: 2
    )
    let view = LogView(LogContent([target, merged]))
    #expect(view.sessions.map(\.segments) == [[segment(100, 160), segment(200, 260)]])
    let deleted = record(
      first,
      [("times", .text("ended 100-160")), ("deleted", .text(Deletion.byPerson))],
      at: 3
    )
    let rest = LogView(LogContent([deleted, merged]))
    #expect(rest.sessions.map(\.id) == [second])
    #expect(rest.issues.map(\.kind) == [.ineffectiveMerge])
  }
}

@Suite struct `Explicit times` {
  @Test(arguments: ["ended 100-160,200-260", "paused 100-160", "running 100-160,200-"])
  func `are read as they are written`(text: String) {
    #expect(ExplicitTimes(text: text)?.text == text)
  }

  @Test(arguments: [
    "", "ended", "ended ", "ended 200-260,100-160", "ended 100-200,150-260", "over 1-2",
  ])
  func `are refused in another form, and if they overlap`(text: String) {
    #expect(ExplicitTimes(text: text) == nil)
  }
}

@Suite struct `An undo` {
  private let record = RecordID(high: 2, low: 1)

  private func entry(_ id: UInt64, _ note: String, at time: UInt64) -> HistoryEntry {
    var fields = Fields()
    fields["note"] = .text(note)
    let stamp = Stamp(time: time << 16, node: 1)
    let change = Change(kind: SessionRecord.kind, id: record, set: fields, was: Fields())
    let mutation = Mutation(
      id: RecordID(high: 3, low: id),
      stamp: stamp,
      at: Instant(milliseconds: Int64(time)),
      title: "note",
      changes: [change]
    )
    return HistoryEntry(mutation, knowledge: Knowledge())
  }

  @Test func `restores the earlier value, and loses against later ones`() {
    let history = [entry(1, "a", at: 1), entry(2, "b", at: 2), entry(3, "c", at: 3)]
    let undo = Undo(of: history[1], in: history)
    #expect(undo.changes.first?.set["note"] == .text("a"))
    #expect(history[1].valueStamp < undo.stamp)
    #expect(undo.stamp < history[2].valueStamp)
  }
}
