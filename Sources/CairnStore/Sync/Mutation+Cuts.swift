import Cairn

extension Mutation {
  /// What it does to a record in the end; nil where that is nothing.
  func change(of id: RecordID) -> Change? { netChanges.first { $0.id == id } }

  /// Whether a session that it made is a part that a split cut off another, and not one that was logged within the
  /// time of that: a part begins where the rest ends, has all that was behind, no note and no end of its own.
  func cutsOff(_ part: SessionID, from session: Record) throws -> Bool {
    guard let change = change(of: session.id), let begun = self.change(of: part.record),
      let (old, rest) = change.timelineBefore.flatMap({ old in change.timeline.map { (old, $0) } }),
      let time = begun.timeline, let end = rest.end, end <= time.start, old.covers(time),
      rest.active(until: .limit) + time.active(until: .limit) == old.active(until: .limit),
      begun.set["note"] == .null
    else { return false }
    let hasOwnEnd = begun.set["endPosition"] != change.was["endPosition"]
    guard begun.set["endPosition"] == .null || !hasOwnEnd else { return false }
    return ["discipline", "place"].allSatisfy { name in
      [.null, change.was[name], session.fields[name]].contains(begun.set[name])
    }
  }
}
