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
  /// One of both is current. A session that the losing one merged into it gets its time back. One that the losing one
  /// split off is merged, if the current time covers it. Any other session keeps its own time.
  func resolveTimelineConflicts(_ timelineConflicts: [TimelineConflict]) throws {
    for loss in timelineConflicts {
      guard let session = try endedSession(loss.session) else { continue }
      try beginAutomaticMutation()
      _ = try attempt(orRefused: true) { try settle(loss, session.id) }
    }
  }

  private func settle(_ loss: TimelineConflict, _ session: SessionID) throws {
    for gone in loss.loser.merged(into: session) { try bringBack(gone, into: session) }
    let holders = [session] + (loss.winner?.begun ?? [])
    for begun in loss.loser.begun where !holders.contains(begun) {
      let moved = try loss.winner.map { try $0.moves(session, with: endedSession(begun)) } ?? false
      let record = try RecordTable.find(SessionRecord.kind, session.record, in: connection)
      let isPart = try record.map { try loss.loser.splitsOff(begun, from: $0) } ?? false
      if try isPart && mergeIntoHolder(begun, into: holders, moved: moved) {
        try takeBack(loss.loser, of: session)
      }
      for holder in holders { try makeRoom(for: begun, in: holder) }
    }
  }

  /// Restores a merged session with its climbs and end, unless its time is occupied.
  ///
  /// If it is adjacent to the target, the target gets its time instead.
  private func bringBack(_ gone: RecordID, into id: SessionID) throws {
    guard let merge = try merge(of: gone), let record = try mergedSession(gone),
      try !isDeletedOutsideMerge(record),
      var mergeTarget = try endedSession(id),
      record.fields["mergedInto"] == .text(id.record.text),
      var rest = try? Session<NoDetail>(recordID: gone, fields: record.fields),
      try removeOccupiedTime(&rest)
    else { return }
    let meets = [
      rest.timeline.start == mergeTarget.timeline.end, rest.timeline.end == mergeTarget.timeline.start,
    ]
    if meets.contains(true), mergeTarget.take(rest) {
      return try save(mergeTarget, titled: "Keep the time of a session that was merged")
    }
    try bringBack(gone)
    try save(rest)
    try takeBack(merge.step, of: id)
    try returnClimbs(of: merge)
  }

  /// Reverts what the losing mutation set on a session besides its time, such as a position, unless edited later.
  private func takeBack(_ loser: Mutation, of id: SessionID) throws {
    guard let change = loser.change(of: id.record),
      let record = try RecordTable.find(SessionRecord.kind, id.record, in: connection)
    else { return }
    var fields = Fields()
    for (name, value) in change.was.members where record.stamp(of: name) == loser.stamp {
      fields[name] = value
    }
    try set(fields, SessionRecord.kind, id.record)
  }

  /// Removes the time that a losing mutation moved to another session.
  func makeRoom(for begun: SessionID, in id: SessionID) throws {
    guard let other = try endedSession(begun), var session = try endedSession(id),
      session.timeline.overlaps(other.timeline, now: now), session.leave(other.timeline)
    else { return }
    try save(session, titled: "Make room for a session that was logged on another device")
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
