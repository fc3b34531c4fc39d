import Cairn

extension Mutation {
  /// Returns the net change of a record; nil if there is none.
  func change(of id: RecordID) -> Change? { netChanges.first { $0.id == id } }

  /// Returns whether a session it created was split off another one, not logged within its time.
  ///
  /// A part starts where the rest ends and has all remaining time, no note and no end position of its own.
  func splitsOff(_ part: SessionID, from session: Record) throws -> Bool {
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
