import Cairn
import CairnSQL

/// A merge of one session into another.
struct SessionMerge {
  let step: Mutation
  let gone: Record
  let mergeTarget: Record
  /// Whether the sessions belong to different books or stories, after following merges of those.
  fileprivate let hasOtherSubject: Bool

  /// Whether the merge target is deleted, or belongs to another book or story.
  fileprivate var isUndone: Bool {
    let isGone = mergeTarget.deletion != nil && mergeTarget.fields["mergedInto"] == .null
    return isGone || hasOtherSubject
  }
}

extension LogWriter {
  /// Undoes session merges if another device concurrently deleted one side or moved it to another book.
  ///
  /// Nobody intended such a merge. The deleted side is removed; the other gets its time, climbs and pages back.
  func undoStaleMerges(in push: SyncPush) throws {
    try repeatDeletions(in: push)
    var parted: [SessionMerge] = []
    for id in push.sessions.sorted() {
      guard let merge = try merge(of: id), try isContradicted(merge, push) else { continue }
      try beginAutomaticMutation()
      if try attempt(orRefused: true, { try part(merge) }) != nil { parted.append(merge) }
    }
    for id in try mergedConcurrently(by: push) {
      guard let merge = try merge(of: id), merge.isUndone else { continue }
      try beginAutomaticMutation()
      if try attempt(orRefused: true, { try part(merge) }) != nil { parted.append(merge) }
    }
    try follow(parted, in: push)
  }

  /// Moves restored sessions to the book or story that theirs was merged into in between.
  private func follow(_ parted: [SessionMerge], in push: SyncPush) throws {
    guard !parted.isEmpty else { return }
    let stories = parted.compactMap { merge in
      (try? merge.gone.fields.id("story") as Identifier<Story>?)?.record
    }
    _ = try attempt(orRefused: true) { try reconcileBookMerges(in: push) }
    _ = try attempt(orRefused: true) { try reconcileStoryMerges(Set(stories)) }
  }

  /// Deletes sessions that were restored automatically before their deletion arrived.
  private func repeatDeletions(in push: SyncPush) throws {
    for change in push.lines.flatMap(\.mutation.changes)
    where change.kind == SessionRecord.kind && change.set[RecordField.deleted] != .null
      && change.set["mergedInto"] == .null
    {
      let record = try RecordTable.find(change.kind, change.id, in: connection)
      let step = try record?.stamp(of: RecordField.deleted).flatMap { try mutation($0) }
      guard record?.deletion == nil, step?.line.isAutomaticEntry == true else { continue }
      try beginAutomaticMutation()
      title = "Delete a session that was brought back"
      try delete(change.kind, change.id)
    }
  }

  /// Returns the sessions that another device merged, unseen by this one, into a session that the push changes.
  private func mergedConcurrently(by push: SyncPush) throws -> [RecordID] {
    let changes = push.lines.flatMap(\.mutation.changes)
    guard let seen = push.seen, changes.contains(where: \.affectsWholeSession) else { return [] }
    let (own, sessions) = (Set(push.lines.map(\.mutation.stamp.node)), push.sessions)
    let steps = try MutationTable.all(mentioning: "mergedInto", since: seen, in: connection)
    return steps.filter { !own.contains($0.stamp.node) }.flatMap(\.changes).filter { change in
      let mergeTarget: SessionID? = try? change.set.id("mergedInto")
      return change.kind == SessionRecord.kind && mergeTarget.map { sessions.contains($0.record) } == true
    }.map(\.id)
  }

  func merge(of id: RecordID) throws -> SessionMerge? {
    guard let gone = try mergedSession(id),
      let step = try gone.stamp(of: "mergedInto").flatMap({ try mutation($0) }),
      let mergeTarget: SessionID = try gone.fields.id("mergedInto"),
      let record = try RecordTable.find(SessionRecord.kind, mergeTarget.record, in: connection)
    else { return nil }
    let hasOtherSubject = try subject(of: gone) != subject(of: record)
    return SessionMerge(step: step, gone: gone, mergeTarget: record, hasOtherSubject: hasOtherSubject)
  }

  /// Returns the book and the story of a session, after following merges.
  private func subject(of session: Record) throws -> [RecordID?] {
    let book: Identifier<Entry>? = try session.fields.id("entry")
    let story: Identifier<Story>? = try session.fields.id("story")
    return [
      try book.map { try mergeTarget(ofBook: $0).record }, try story.map { try mergeTarget(ofStory: $0).record },
    ]
  }

  private func isContradicted(_ merge: SessionMerge, _ push: SyncPush) throws -> Bool {
    let steps = push.lines.map(\.mutation)
    if try isDeletedOutsideMerge(merge.gone) { return true }
    guard let place = steps.firstIndex(where: { $0.id == merge.step.id }) else {
      return isMovedElsewhere(merge, by: steps)
    }
    // A device that merges knows its own log. A different state came from another one, unless this one changed it
    // later.
    let isOwn = steps[place...].flatMap(\.changes).contains {
      $0.id == merge.mergeTarget.id && $0.affectsWholeSession
    }
    return !isOwn && merge.isUndone
  }

  /// Returns whether one of the mutations moved the merged session to another book or story than its target has.
  private func isMovedElsewhere(_ merge: SessionMerge, by steps: [Mutation]) -> Bool {
    guard merge.hasOtherSubject else { return false }
    return steps.flatMap(\.changes).contains { change in
      change.id == merge.gone.id && Record.subjects.contains { change.set[$0] != .null }
    }
  }

  /// Returns whether the session is deleted for a reason other than a merge.
  func isDeletedOutsideMerge(_ gone: Record) throws -> Bool {
    for step in try steps(of: gone.id) {
      let sets = step.changes.first { change in
        change.id == gone.id && change.set["mergedInto"] == .null
          && change.set.contains(RecordField.deleted)
      }
      guard let sets, try HistoryQuery.find(step.line, in: connection)?.stands == true
      else { continue }
      return sets.set[RecordField.deleted] != .null
    }
    return false
  }

  private func part(_ merge: SessionMerge) throws {
    title = "Part two sessions that were merged while one of them was changed"
    let isDeleted = try isDeletedOutsideMerge(merge.gone)
    try takeBack(merge)
    try returnClimbs(of: merge)
    var fields = Fields()
    fields["mergedInto"] = .null
    if !isDeleted { fields[RecordField.deleted] = .null }
    try set(fields, SessionRecord.kind, merge.gone.id)
  }

  /// Reverts the values that a merge set on its target, if still current, and removes the merged session's time.
  private func takeBack(_ merge: SessionMerge) throws {
    guard let change = merge.step.change(of: merge.mergeTarget.id),
      var mergeTarget = try? Session<NoDetail>(recordID: merge.mergeTarget.id, fields: merge.mergeTarget.fields),
      let gone = try? Session<NoDetail>(recordID: merge.gone.id, fields: merge.gone.fields)
    else { return }
    var fields = Fields()
    for (name, _) in change.set.members where merge.mergeTarget.stamp(of: name) == merge.step.stamp {
      fields[name] = change.was[name]
    }
    for time in [gone.timeline] + (try times(of: merge.gone, before: change)) {
      _ = mergeTarget.leave(time)
    }
    // Not the end before the merge: the session may have been open then and have ended automatically later.
    fields.set("segments", mergeTarget.timeline.text)
    fields.set("endedAt", mergeTarget.timeline.end)
    try set(fields, SessionRecord.kind, merge.mergeTarget.id)
  }

  /// Moves the climbs back to the merged session unless they were moved again.
  func returnClimbs(of merge: SessionMerge) throws {
    let own = FieldValue.text(merge.gone.id.text)
    let moved = merge.step.changes.filter {
      $0.kind == Climb.recordKind && $0.was["session"] == own
    }
    for change in moved {
      let record = try RecordTable.find(Climb.recordKind, change.id, in: connection)
      guard record?.stamp(of: "session") == merge.step.stamp else { continue }
      var fields = Fields()
      for (name, _) in change.set.members { fields[name] = change.was[name] }
      try set(fields, Climb.recordKind, change.id)
    }
  }
}

extension Change {
  /// Whether it deletes a session or moves it to another book or story, which concerns all of its time.
  fileprivate var affectsWholeSession: Bool {
    let names = Record.subjects + [RecordField.deleted]
    return kind == SessionRecord.kind && names.contains { set[$0] != .null }
  }
}

extension Record {
  fileprivate static let subjects = ["entry", "story"]
}
