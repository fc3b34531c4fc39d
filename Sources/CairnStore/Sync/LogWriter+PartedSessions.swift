import Cairn
import CairnSQL

/// A session that one device merged into another.
private struct SessionMerge {
  let step: Mutation
  let gone: Record
  let heir: Record

  /// Whether what the session went into is deleted, or about something else.
  var isUndone: Bool {
    let isGone = heir.deletion != nil && heir.fields["mergedInto"] == .null
    return isGone || gone.subject != heir.subject
  }
}

extension LogWriter {
  /// Takes merges of sessions back of which another device deleted one side, or gave it to another book, without
  /// knowing of them.
  ///
  /// Nobody meant such a merge: what was deleted goes, the other one has its time, its climbs and its pages again.
  func partSessions(in push: SyncPush) throws {
    for id in push.sessions.sorted() {
      guard let merge = try merge(of: id), try isMeantOtherwise(merge, push) else { continue }
      _ = try attempt(orRefused: true) { try part(merge) }
    }
    for id in try mergedUnseen(by: push) {
      guard let merge = try merge(of: id), merge.isUndone else { continue }
      _ = try attempt(orRefused: true) { try part(merge) }
    }
  }

  /// The sessions that went into one of which a device says something, which had not heard of that.
  private func mergedUnseen(by push: SyncPush) throws -> [RecordID] {
    guard let seen = push.seen, push.mayUndoMerges else { return [] }
    let (own, sessions) = (Set(push.lines.map(\.mutation.id)), push.sessions)
    let steps = try MutationTable.all(mentioning: "mergedInto", since: seen, in: connection)
    return steps.filter { !own.contains($0.id) }.flatMap(\.changes).filter { change in
      let heir: SessionID? = try? change.set.id("mergedInto")
      return change.kind == SessionRecord.kind && heir.map { sessions.contains($0.record) } == true
    }.map(\.id)
  }

  private func merge(of id: RecordID) throws -> SessionMerge? {
    guard let gone = try mergedSession(id),
      let step = try gone.stamp(of: "mergedInto").flatMap({ try mutation($0) }),
      let heir: SessionID = try gone.fields.id("mergedInto"),
      let record = try RecordTable.find(SessionRecord.kind, heir.record, in: connection)
    else { return nil }
    return SessionMerge(step: step, gone: gone, heir: record)
  }

  private func isMeantOtherwise(_ merge: SessionMerge, _ push: SyncPush) throws -> Bool {
    if try isDeletedBesides(merge.gone) || isMovedBesides(merge) { return true }
    // A device that merges knows its own log: what stands otherwise here came from another one.
    guard push.lines.contains(where: { $0.mutation.id == merge.step.id }) else { return false }
    return merge.isUndone
  }

  /// Whether a step gave the one that went to another book than the one it went into has.
  private func isMovedBesides(_ merge: SessionMerge) throws -> Bool {
    guard merge.gone.subject != merge.heir.subject else { return false }
    let known = merge.heir.subject
    return try steps(of: merge.gone.id).flatMap(\.changes).contains { change in
      change.id == merge.gone.id
        && zip(Record.subjects, known).contains { change.was[$0] != .null && change.was[$0] == $1 }
    }
  }

  /// Whether somebody deleted it, beside the merge.
  func isDeletedBesides(_ gone: Record) throws -> Bool {
    let merge = gone.stamp(of: "mergedInto")
    let sets = try steps(of: gone.id).filter { $0.stamp != merge }.flatMap(\.changes).filter {
      change in
      change.id == gone.id && change.set.members.contains { $0.name == RecordField.deleted }
    }
    return sets.first.map { $0.set[RecordField.deleted] != .null } ?? false
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

  /// Takes back what a merge set of the session that it kept, where that stands, and else the time of the other one.
  private func takeBack(_ merge: SessionMerge) throws {
    guard let change = merge.step.changes.first(where: { $0.id == merge.heir.id }) else { return }
    var fields = Fields()
    for (name, _) in change.set.members where merge.heir.stamp(of: name) == merge.step.stamp {
      fields[name] = change.was[name]
    }
    try set(fields, SessionRecord.kind, merge.heir.id)
    guard merge.heir.stamp(of: "segments") != merge.step.stamp,
      var heir = try endedSession(SessionID(merge.heir.id)),
      let gone = try? Session<NoDetail>(recordID: merge.gone.id, fields: merge.gone.fields),
      heir.leave(gone.timeline)
    else { return }
    try save(heir)
  }

  /// Gives the session that went its climbs back, where nobody moved them since.
  private func returnClimbs(of merge: SessionMerge) throws {
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
      try mendFirstGoes(across: [Identifier(change.id)])
    }
  }
}

extension SyncPush {
  /// Whether it deletes a session, or gives one to another book.
  fileprivate var mayUndoMerges: Bool {
    lines.flatMap(\.mutation.changes).contains { change in
      let names = Record.subjects + [RecordField.deleted]
      return change.kind == SessionRecord.kind && names.contains { change.set[$0] != .null }
    }
  }
}

extension Record {
  fileprivate static let subjects = ["entry", "story"]

  /// What a session is about.
  fileprivate var subject: [FieldValue] { Self.subjects.map { fields[$0] } }
}
