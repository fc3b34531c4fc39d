import Cairn
import CairnSQL

/// A concurrent change of a session's time by two devices.
struct TimelineConflict {
  let session: SessionID
  /// The mutation with the losing values.
  let loser: Mutation
  /// The mutation with the current values; nil if the history does not contain it.
  let winner: Mutation?
}

extension LogWriter {
  /// Resolves concurrent changes of a session's time by two devices.
  ///
  /// One of the two changes is current. A session that the other change merged gets its time back. A part that the
  /// other change split off is merged again if the current time covers it. Any other session keeps its time.
  func resolveTimelineConflicts(_ timelineConflicts: [TimelineConflict]) throws {
    for loss in timelineConflicts {
      guard let session = try endedSession(loss.session) else { continue }
      try beginAutomaticMutation()
      _ = try attempt(catchesErrors: true) { try resolve(loss, session.id) }
    }
  }

  private func resolve(_ loss: TimelineConflict, _ session: SessionID) throws {
    for merged in loss.loser.merged(into: session) { try reinstate(merged, into: session) }
    let holders = [session] + (loss.winner?.begun ?? [])
    for begun in loss.loser.begun where !holders.contains(begun) {
      let moved = try loss.winner.map { try $0.moves(session, with: endedSession(begun)) } ?? false
      let record = try RecordTable.find(SessionRecord.kind, session.record, in: connection)
      let isPart = try record.map { try loss.loser.splitsOff(begun, from: $0) } ?? false
      if try isPart && mergeIntoHolder(begun, into: holders, moved: moved) {
        try revertLoser(loss.loser, of: session)
      }
      for holder in holders { try makeRoom(for: begun, in: holder) }
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
    try revertLoser(merge.step, of: id)
    try returnClimbs(of: merge)
  }

  /// Reverts what the losing mutation set on a session besides its time, such as a position, unless edited later.
  private func revertLoser(_ loser: Mutation, of id: SessionID) throws {
    guard let change = loser.change(of: id.record),
      let record = try RecordTable.find(SessionRecord.kind, id.record, in: connection)
    else { return }
    var fields = Fields()
    for (name, value) in change.was.members where record.stamp(of: name)?.unturned == loser.stamp {
      fields[name] = value
    }
    try set(fields, SessionRecord.kind, id.record)
  }

  /// Removes the time that a losing mutation moved to another session.
  func makeRoom(for begun: SessionID, in id: SessionID) throws {
    guard let other = try endedSession(begun), var session = try endedSession(id),
      session.timeline.overlaps(other.timeline, now: now), session.subtract(other.timeline)
    else { return }
    try save(session, titled: "Session trimmed for one from another device")
  }
}

extension Mutation {
  /// Returns whether it moved all of a session's time, including a part that was split off.
  fileprivate func moves(_ id: SessionID, with part: Session<NoDetail>?) -> Bool {
    guard let part, let change = change(of: id.record),
      let old = change.timelineBefore, let new = change.timeline, old.covers(part.timeline)
    else { return false }
    return new.active(until: .limit) >= old.active(until: .limit)
  }

  /// Returns the sessions that it merged into the given one.
  fileprivate func merged(into id: SessionID) -> [RecordID] {
    changes.filter {
      $0.kind == SessionRecord.kind && $0.set["mergedInto"] == .text(id.record.text)
    }.map(\.id)
  }
}
