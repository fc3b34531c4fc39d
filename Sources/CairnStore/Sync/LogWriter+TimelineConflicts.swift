import Cairn
import CairnSQL

/// What two devices did to the time of a session without knowing of each other.
struct TimelineConflict {
  let session: SessionID
  /// What does not stand.
  let loser: Mutation
  /// What does; nil where no line tells of it.
  let winner: Mutation?
}

extension LogWriter {
  /// Settles what two devices did to the time of one session without knowing of each other.
  ///
  /// One of both stands. A session that the other merged into it has its time again; one that the other cut out of
  /// it, and of which all the time is in what stands, is joined with that; any other keeps its own time.
  func settleTimes(_ losses: [TimelineConflict]) throws {
    for loss in losses {
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
      let isPart = try record.map { try loss.loser.cutsOff(begun, from: $0) } ?? false
      if try isPart && fold(begun, into: holders, moved: moved) {
        try takeBack(loss.loser, of: session)
      }
      for holder in holders { try makeRoom(for: begun, in: holder) }
    }
  }

  /// Has a session that was merged into one stand for itself again, unless both meet, or all of its time is taken.
  ///
  /// Its climbs and its end, which the other one had by the merge, go with it.
  private func bringBack(_ gone: RecordID, into id: SessionID) throws {
    guard let merge = try merge(of: gone), let record = try mergedSession(gone),
      try !isDeletedBesides(record),
      var mergeTarget = try endedSession(id),
      record.fields["mergedInto"] == .text(id.record.text),
      var rest = try? Session<NoDetail>(recordID: gone, fields: record.fields),
      try leaveTimeOfOthers(&rest)
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

  /// Takes back what a step that does not stand set of a session beside its time, a place in a book say, where
  /// nobody has set it since.
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

  /// Has a session give up the time that a step took out of it for another one, where that lost.
  func makeRoom(for begun: SessionID, in id: SessionID) throws {
    guard let other = try endedSession(begun), var session = try endedSession(id),
      session.timeline.overlaps(other.timeline, now: now), session.leave(other.timeline)
    else { return }
    try save(session, titled: "Make room for a session that was logged on another device")
  }
}

extension Mutation {
  /// Whether it gave all of the time of a session to another time of the day, and a part that was cut off it as well.
  fileprivate func moves(_ id: SessionID, with part: Session<NoDetail>?) -> Bool {
    guard let part, let change = change(of: id.record),
      let old = change.timelineBefore, let new = change.timeline, old.covers(part.timeline)
    else { return false }
    return new.active(until: .limit) >= old.active(until: .limit)
  }

  /// The sessions that it merged into one.
  fileprivate func merged(into id: SessionID) -> [RecordID] {
    changes.filter {
      $0.kind == SessionRecord.kind && $0.set["mergedInto"] == .text(id.record.text)
    }.map(\.id)
  }
}
