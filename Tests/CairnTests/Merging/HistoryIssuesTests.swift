import Cairn
import Testing

@Suite struct `What is reported of a history` {
  private static let session = RecordID(high: 1, low: 1)
  private static let lost = RecordID(high: 2, low: 2)

  /// Returns an undo or redo of an act that the history lacks.
  private static func undo(_ turn: UInt16, _ note: String, was: String) -> Mutation {
    var (set, old) = (Fields(), Fields())
    (set["note"], old["note"]) = (.text(note), .text(was))
    let stamp = Stamp(time: 100, node: 7, turn: turn)
    let change = Change(
      kind: SessionRecord.kind,
      id: session,
      set: set,
      was: old,
      stamps: ["note": stamp]
    )
    return Mutation(
      id: RecordID(high: 3, low: UInt64(turn)),
      stamp: Stamp(time: 200 + UInt64(turn), node: 7),
      at: Instant(milliseconds: 0),
      title: "Undone",
      undoes: lost,
      turn: Int64(turn),
      knowledge: Knowledge(),
      changes: [change]
    )
  }

  @Test func `has no value of an act that a disk lost`() {
    let history = [
      Self.undo(1, "a", was: "b"), Self.undo(2, "b", was: "a"), Self.undo(3, "a", was: "b"),
    ]
    #expect(HistoryIssues(history, owners: [:]).lostValues.isEmpty)
  }
}
