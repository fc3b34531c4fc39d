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

  @Test func `reports a start inside stated times, which it does not count`() {
    let times = ("times", FieldValue.text("ended 1000-3000"))
    let view = LogView(LogContent([record(first, [times, ("event.b", start(2_000))], at: 3_000)]))
    #expect(view.sessions.map(\.segments) == [[segment(1_000, 3_000)]])
    #expect(view.issues.map(\.kind) == [.ineffectivePress])
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

  private func act(_ id: UInt64, _ note: String, was: FieldValue = .null) -> Mutation {
    var (set, old) = (Fields(), Fields())
    (set["note"], old["note"]) = (.text(note), was)
    return Mutation(
      id: RecordID(high: 3, low: id),
      stamp: Stamp(time: id << 16, node: 1),
      at: Instant(milliseconds: Int64(id)),
      title: "note",
      changes: [Change(kind: SessionRecord.kind, id: record, set: set, was: old)]
    )
  }

  /// Undoes or redoes acts one after another; returns the note after each.
  private func notes(of acts: [Mutation], undoing order: [Int]) -> [FieldValue] {
    var notes = acts[0].changes[0].record(stamp: acts[0].stamp)
    for act in acts { _ = notes.join(act.changes[0].record(stamp: act.stamp)) }
    var turns: [RecordID: Int64] = [:]
    return order.map { index in
      let entry = acts[index].entry
      let undo = Undo(
        of: entry,
        turn: turns[entry] ?? 0,
        in: acts,
        inEffect: Set(acts.map(\.entry)).filter { (turns[$0] ?? 0) % 2 == 0 },
        records: [record: notes]
      )
      turns[entry] = undo.turn
      for change in undo.changes { _ = notes.join(change.record(stamp: acts[index].stamp)) }
      return notes.fields["note"]
    }
  }

  @Test(arguments: [
    ([1, 0], ["a", "before"]), ([0, 1], ["b", "before"]),
    ([1, 0, 0, 1], ["a", "before", "a", "b"]),
    ([0, 1, 1, 0], ["b", "before", "b", "b"]),
  ])
  func `leaves what there would be without the acts, whichever is undone first`(
    order: [Int],
    after: [String]
  ) {
    let acts = [act(1, "a", was: .text("before")), act(2, "b", was: .text("a"))]
    #expect(notes(of: acts, undoing: order) == after.map { .text($0) })
  }

  @Test func `loses against an edit of another device that it did not know`() throws {
    let acts = [act(1, "a"), act(2, "b")]
    var note = acts[0].changes[0].record(stamp: acts[0].stamp)
    let entries = Set(acts.map(\.entry))
    let undo = Undo(
      of: acts[0].entry,
      turn: 0,
      in: [acts[0]],
      inEffect: entries,
      records: [record: note]
    )
    _ = note.join(acts[1].changes[0].record(stamp: acts[1].stamp))
    let isReplaced = note.join(undo.changes[0].record(stamp: acts[0].stamp))
    #expect(!isReplaced)
    #expect(note.fields["note"] == .text("b"))
  }
}
