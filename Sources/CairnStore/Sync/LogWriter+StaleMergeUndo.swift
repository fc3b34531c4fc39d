import Cairn
import CairnActions
import CairnReports
import CairnSQL

/// A merge of one session into another.
struct SessionMerge {
  let step: Mutation
  let merged: Record
  let mergeTarget: Record
  /// Whether the sessions belong to different books or stories, after following merges of those.
  fileprivate let hasOtherSubject: Bool

  /// Whether the merge target is deleted, or belongs to another book or story.
  fileprivate var isUndone: Bool {
    let isTargetDeleted = mergeTarget.deletion != nil && mergeTarget.fields["mergedInto"] == .null
    return isTargetDeleted || hasOtherSubject
  }
}

extension LogWriter {
  /// Undoes session merges if another device concurrently deleted one side or moved it to another book.
  ///
  /// Nobody intended such a merge. The deleted side is removed; the other gets its time, climbs and pages back.
  func undoStaleMerges(in push: SyncPush) throws {
    try repeatDeletions(in: push)
    var undoneMerges: [SessionMerge] = []
    for id in push.sessions.sorted() {
      guard let merge = try merge(of: id), try isContradicted(merge, push) else { continue }
      try beginAutomaticMutation()
      if try attempt(catchesErrors: true, { try undoMerge(merge) }) != nil {
        undoneMerges.append(merge)
      }
    }
    for id in try mergedConcurrently(by: push) {
      guard let merge = try merge(of: id), merge.isUndone else { continue }
      try beginAutomaticMutation()
      if try attempt(catchesErrors: true, { try undoMerge(merge) }) != nil {
        undoneMerges.append(merge)
      }
    }
    try reconcileSubjects(undoneMerges, in: push)
  }

  /// Moves restored sessions to the book or story that theirs was merged into in between.
  private func reconcileSubjects(_ undoneMerges: [SessionMerge], in push: SyncPush) throws {
    guard !undoneMerges.isEmpty else { return }
    let stories = undoneMerges.compactMap { merge in
      (try? merge.merged.fields.id("story") as Identifier<Story>?)?.record
    }
    _ = try attempt(catchesErrors: true) { try reconcileBookMerges(in: push) }
    _ = try attempt(catchesErrors: true) { try reconcileStoryMerges(Set(stories)) }
  }

  /// Deletes sessions that were restored automatically before their deletion arrived.
  private func repeatDeletions(in push: SyncPush) throws {
    for change in push.mutations.flatMap(\.mutation.changes)
    where change.kind == SessionRecord.kind && change.set.deletion != nil
      && change.set["mergedInto"] == .null
    {
      let record = try RecordTable.find(change.kind, change.id, in: connection)
      let step = try record?.deletionStamp.flatMap { try mutation($0) }
      guard record?.deletion == nil, step?.entry.isAutomaticEntry == true else { continue }
      try beginAutomaticMutation()
      title = "Restored session deleted"
      try delete(change.kind, change.id)
    }
  }

  /// Returns the sessions that were merged into one that the push deletes or moves, concurrently with that.
  private func mergedConcurrently(by push: SyncPush) throws -> [RecordID] {
    let changes = push.mutations.map(\.mutation).flatMap { act in
      act.changes.filter(\.affectsWholeSession).map { (act: act, session: $0.id) }
    }
    guard !changes.isEmpty else { return [] }
    return try acts.all(in: connection).flatMap { merge in
      merge.changes.filter { merged in
        changes.contains { $0.session == merged.mergeTarget && $0.act.isConcurrent(with: merge) }
      }.map(\.id)
    }
  }

  func merge(of id: RecordID) throws -> SessionMerge? {
    guard let merged = try mergedSession(id),
      let step = try merged.stamp(of: "mergedInto").flatMap({ try mutation($0) }),
      let mergeTarget: SessionID = try merged.fields.id("mergedInto"),
      let record = try RecordTable.find(SessionRecord.kind, mergeTarget.record, in: connection)
    else { return nil }
    let hasOtherSubject = try subject(of: merged) != subject(of: record)
    return SessionMerge(
      step: step,
      merged: merged,
      mergeTarget: record,
      hasOtherSubject: hasOtherSubject
    )
  }

  /// Returns the book and the story of a session, after following merges.
  private func subject(of session: Record) throws -> [RecordID?] {
    let book: Identifier<Entry>? = try session.fields.id("entry")
    let story: Identifier<Story>? = try session.fields.id("story")
    return [
      try book.map { try mergeTarget(of: $0.record, Entry.recordKind) },
      try story.map { try mergeTarget(of: $0.record, Story.recordKind) },
    ]
  }

  private func isContradicted(_ merge: SessionMerge, _ push: SyncPush) throws -> Bool {
    let steps = push.mutations.map(\.mutation)
    if try isDeletedOutsideMerge(merge.merged) { return true }
    guard let mergeIndex = steps.firstIndex(where: { $0.id == merge.step.id }) else {
      return isMovedElsewhere(merge, by: steps)
    }
    // The merging device knew its own log, so a different state comes from another device, unless this push changed
    // the target later.
    let isChangedByPush = steps[mergeIndex...].flatMap(\.changes).contains {
      $0.id == merge.mergeTarget.id && $0.affectsWholeSession
    }
    return !isChangedByPush && merge.isUndone
  }

  /// Returns whether one of the mutations moved the merged session to another book or story than its target has.
  private func isMovedElsewhere(_ merge: SessionMerge, by steps: [Mutation]) -> Bool {
    guard merge.hasOtherSubject else { return false }
    return steps.flatMap(\.changes).contains { change in
      change.id == merge.merged.id && Record.subjects.contains { change.set[$0] != .null }
    }
  }

  /// Returns whether the session is deleted for a reason other than a merge.
  func isDeletedOutsideMerge(_ merged: Record) throws -> Bool {
    for step in try steps(of: merged.id) {
      let sets = step.changes.first { change in
        change.id == merged.id && change.set["mergedInto"] == .null
          && RecordField.existence.contains { change.set.contains($0) }
      }
      guard let sets, try HistoryQuery.find(step.entry, in: connection)?.isInEffect == true
      else { continue }
      return sets.set.deletion != nil
    }
    return false
  }

  private func undoMerge(_ merge: SessionMerge) throws {
    title = "Sessions separated: one was edited during the merge"
    let isDeleted = try isDeletedOutsideMerge(merge.merged)
    try revertTarget(merge)
    try returnClimbs(of: merge)
    var fields = Fields()
    fields["mergedInto"] = .null
    if !isDeleted { fields.restore() }
    try set(fields, SessionRecord.kind, merge.merged.id)
  }

  /// Reverts the values that a merge set on its target, if still current, and removes the merged session's time.
  private func revertTarget(_ merge: SessionMerge) throws {
    guard let change = merge.step.change(of: merge.mergeTarget.id),
      var mergeTarget = try? Session<NoDetail>(
        recordID: merge.mergeTarget.id,
        fields: merge.mergeTarget.fields
      ),
      let merged = try? Session<NoDetail>(recordID: merge.merged.id, fields: merge.merged.fields)
    else { return }
    var fields = Fields()
    for (name, _) in change.set.members
    where merge.mergeTarget.stamp(of: name)?.unturned == merge.step.stamp {
      fields[name] = change.was[name]
    }
    for time in [merged.timeline] + (try times(of: merge.merged, before: change)) {
      _ = mergeTarget.subtract(time)
    }
    // Not the end before the merge: the session may have been open then and have ended automatically later.
    fields.set("segments", mergeTarget.timeline.text)
    fields.set("endedAt", mergeTarget.timeline.end)
    try set(fields, SessionRecord.kind, merge.mergeTarget.id)
  }

  /// Moves the climbs back to the merged session unless they were moved again.
  func returnClimbs(of merge: SessionMerge) throws {
    let own = FieldValue.text(merge.merged.id.text)
    let moved = merge.step.changes.filter {
      $0.kind == Climb.recordKind && $0.was["session"] == own
    }
    for change in moved {
      let record = try RecordTable.find(Climb.recordKind, change.id, in: connection)
      guard record?.stamp(of: "session")?.unturned == merge.step.stamp else { continue }
      var fields = Fields()
      for (name, _) in change.set.members { fields[name] = change.was[name] }
      try set(fields, Climb.recordKind, change.id)
    }
  }
}

extension Change {
  /// Whether it deletes a session or moves it to another book or story, which concerns all of its time.
  fileprivate var affectsWholeSession: Bool {
    let names = Record.subjects + RecordField.existence
    return kind == SessionRecord.kind && names.contains { set[$0] != .null }
  }

  /// The session into which it merges another one; nil for any other change.
  fileprivate var mergeTarget: RecordID? {
    let target: SessionID? = try? set.id("mergedInto")
    return kind == SessionRecord.kind ? target?.record : nil
  }
}

extension Record {
  fileprivate static let subjects = ["entry", "story"]
}
