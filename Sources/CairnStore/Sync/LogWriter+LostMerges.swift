import Cairn
import CairnSQL

/// Sessions merged by a mutation that lost the time of their target to another device.
struct LostMerge {
  fileprivate let target: SessionID
  fileprivate let merged: [RecordID]

  /// Creates nil for a mutation that merged nothing into the target.
  init?(into target: SessionID, by loser: Mutation) {
    merged =
      loser.changes.filter {
        $0.kind == SessionRecord.kind && $0.set["mergedInto"] == .text(target.record.text)
      }.map(\.id)
    self.target = target
    if merged.isEmpty { return nil }
  }
}

extension LogWriter {
  /// Gives merged sessions back their time, which the current time of their target does not have.
  func resolveLostMerges(_ lostMerges: [LostMerge]) throws {
    for lost in lostMerges where try endedSession(lost.target) != nil {
      try beginAutomaticMutation()
      _ = try attempt(catchesErrors: true) {
        for merged in lost.merged { try reinstate(merged, into: lost.target) }
      }
    }
  }

  /// Restores a merged session with its climbs and end, unless its time is occupied.
  ///
  /// If it is adjacent to the target, the target gets its time instead.
  private func reinstate(_ merged: RecordID, into id: SessionID) throws {
    guard let merge = try merge(of: merged), let record = try mergedSession(merged),
      try !isDeletedOutsideMerge(record),
      var mergeTarget = try endedSession(id),
      record.fields["mergedInto"] == .text(id.record.text),
      var remainder = try? Session<NoDetail>(recordID: merged, fields: record.fields),
      try removeOccupiedTime(&remainder)
    else { return }
    let meets = [
      remainder.timeline.start == mergeTarget.timeline.end,
      remainder.timeline.end == mergeTarget.timeline.start,
    ]
    if meets.contains(true), mergeTarget.add(remainder) {
      return try save(mergeTarget, titled: "Time of a merged session kept")
    }
    try reinstate(merged)
    try save(remainder)
    try revertTarget(of: merge)
    try returnClimbs(of: merge)
  }

  /// Reverts what a merge set on its target besides the time, such as a position, unless edited later.
  private func revertTarget(of merge: SessionMerge) throws {
    let id = merge.mergeTarget.id
    guard let change = merge.step.change(of: id),
      let record = try RecordTable.find(SessionRecord.kind, id, in: connection)
    else { return }
    var fields = Fields()
    for (name, value) in change.was.members
    where record.stamp(of: name)?.unturned == merge.step.stamp { fields[name] = value }
    try set(fields, SessionRecord.kind, id)
  }
}
