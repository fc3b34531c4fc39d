import Cairn
import CairnSQL

/// A session that one device merged into another.
struct SessionMerge {
  let step: Mutation
  let gone: Record
  let mergeTarget: Record
  /// Whether both are about different books or stories, by what those are now that were merged as well.
  fileprivate let isElsewhere: Bool

  /// Whether what the session went into is deleted, or about something else.
  fileprivate var isUndone: Bool {
    let isGone = mergeTarget.deletion != nil && mergeTarget.fields["mergedInto"] == .null
    return isGone || isElsewhere
  }
}

extension LogWriter {
  /// Takes merges of sessions back of which another device deleted one side, or gave it to another book, without
  /// knowing of them.
  ///
  /// Nobody meant such a merge: what was deleted goes, the other one has its time, its climbs and its pages again.
  func partSessions(in push: SyncPush) throws {
    try deleteAgain(in: push)
    var parted: [SessionMerge] = []
    for id in push.sessions.sorted() {
      guard let merge = try merge(of: id), try isMeantOtherwise(merge, push) else { continue }
      try beginAutomaticMutation()
      if try attempt(orRefused: true, { try part(merge) }) != nil { parted.append(merge) }
    }
    for id in try mergedUnseen(by: push) {
      guard let merge = try merge(of: id), merge.isUndone else { continue }
      try beginAutomaticMutation()
      if try attempt(orRefused: true, { try part(merge) }) != nil { parted.append(merge) }
    }
    try follow(parted, in: push)
  }

  /// Moves what came back to the book or the story that its own went into while it was gone.
  private func follow(_ parted: [SessionMerge], in push: SyncPush) throws {
    guard !parted.isEmpty else { return }
    let stories = parted.compactMap { merge in
      (try? merge.gone.fields.id("story") as Identifier<Story>?)?.record
    }
    _ = try attempt(orRefused: true) { try followMerges(in: push) }
    _ = try attempt(orRefused: true) { try followMergedStories(Set(stories)) }
  }

  /// Deletes what a rule brought back before it heard that somebody had deleted it.
  private func deleteAgain(in push: SyncPush) throws {
    for change in push.lines.flatMap(\.mutation.changes)
    where change.kind == SessionRecord.kind && change.set[RecordField.deleted] != .null
      && change.set["mergedInto"] == .null
    {
      let record = try RecordTable.find(change.kind, change.id, in: connection)
      let step = try record?.stamp(of: RecordField.deleted).flatMap { try mutation($0) }
      guard record?.deletion == nil, step?.line.isOfRule == true else { continue }
      try beginAutomaticMutation()
      title = "Delete a session that was brought back"
      try delete(change.kind, change.id)
    }
  }

  /// The sessions that another device put into one of which this one says something, and had not heard of that.
  private func mergedUnseen(by push: SyncPush) throws -> [RecordID] {
    let changes = push.lines.flatMap(\.mutation.changes)
    guard let seen = push.seen, changes.contains(where: \.isMeantForAll) else { return [] }
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
    let isElsewhere = try subject(of: gone) != subject(of: record)
    return SessionMerge(step: step, gone: gone, mergeTarget: record, isElsewhere: isElsewhere)
  }

  /// What a session is about, by what that is now.
  private func subject(of session: Record) throws -> [RecordID?] {
    let book: Identifier<Entry>? = try session.fields.id("entry")
    let story: Identifier<Story>? = try session.fields.id("story")
    return [
      try book.map { try mergeTarget(ofBook: $0).record }, try story.map { try mergeTarget(ofStory: $0).record },
    ]
  }

  private func isMeantOtherwise(_ merge: SessionMerge, _ push: SyncPush) throws -> Bool {
    let steps = push.lines.map(\.mutation)
    if try isDeletedBesides(merge.gone) { return true }
    guard let place = steps.firstIndex(where: { $0.id == merge.step.id }) else {
      return isMoved(merge, by: steps)
    }
    // A device that merges knows its own log: what stands otherwise came from another one, unless it did that later.
    let isOwn = steps[place...].flatMap(\.changes).contains {
      $0.id == merge.mergeTarget.id && $0.isMeantForAll
    }
    return !isOwn && merge.isUndone
  }

  /// Whether one of some steps gave the session that went to another book than the one it went into has.
  private func isMoved(_ merge: SessionMerge, by steps: [Mutation]) -> Bool {
    guard merge.isElsewhere else { return false }
    return steps.flatMap(\.changes).contains { change in
      change.id == merge.gone.id && Record.subjects.contains { change.set[$0] != .null }
    }
  }

  /// Whether somebody deleted it, beside merges.
  func isDeletedBesides(_ gone: Record) throws -> Bool {
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
    let isDeleted = try isDeletedBesides(merge.gone)
    try takeBack(merge)
    try returnClimbs(of: merge)
    var fields = Fields()
    fields["mergedInto"] = .null
    if !isDeleted { fields[RecordField.deleted] = .null }
    try set(fields, SessionRecord.kind, merge.gone.id)
  }

  /// Takes back what a merge set of the session that it kept, where that stands, and the time of the other one.
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
    // Never as it was before: it may have been open then, and have ended by a rule since.
    fields.set("segments", mergeTarget.timeline.text)
    fields.set("endedAt", mergeTarget.timeline.end)
    try set(fields, SessionRecord.kind, merge.mergeTarget.id)
  }

  /// Gives the session that went its climbs back, where nobody moved them since.
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
  /// Whether it deletes a session or gives it to another book, which is meant for all of its time.
  fileprivate var isMeantForAll: Bool {
    let names = Record.subjects + [RecordField.deleted]
    return kind == SessionRecord.kind && names.contains { set[$0] != .null }
  }
}

extension Record {
  fileprivate static let subjects = ["entry", "story"]
}
