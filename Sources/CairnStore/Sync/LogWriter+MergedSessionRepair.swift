import Cairn
import CairnActions
import CairnReports
import CairnSQL

extension LogWriter {
  /// Applies concurrent edits of a merged session to its merge target: climbs, notes and additional time.
  ///
  /// A merge moves only what its device knows. Later arrivals would stay with a session that nobody sees.
  func reconcileMergedSessions(in push: SyncPush) throws {
    for id in push.sessions.sorted() {
      try beginAutomaticMutation()
      try breakMergeCycle(from: id)
    }
    for id in push.sessions.sorted() {
      guard let merged = try mergedSession(id),
        let target = try endedSession(SessionID(mergeTarget(of: id, SessionRecord.kind)))
      else { continue }
      try beginAutomaticMutation()
      try moveClimbs(of: SessionID(id), to: target.id)
      guard Self.relevantFields.contains(where: { push.sets($0, of: id) }),
        let merge = try mergeChange(of: merged)
      else { continue }
      // One part that cannot be moved must not block the others or the push.
      _ = try attempt(catchesErrors: true) { try moveLateEdits(merged, since: merge, to: target) }
    }
  }

  private func moveLateEdits(
    _ merged: Record,
    since merge: Change,
    to mergeTarget: Session<NoDetail>
  ) throws {
    var mergeTarget = mergeTarget
    if merged.hasNote(missingIn: merge.set),
      try mergeTarget.appendLateNote(merged.fields.text("note"))
    {
      try save(mergeTarget, titled: Self.late)
    }
    try copyLateValues(of: merged, since: merge, to: mergeTarget.id.record)
    try moveLateTime(of: merged, since: merge, to: mergeTarget.id)
  }

  /// Restores one session of a cycle of merges.
  private func breakMergeCycle(from id: RecordID) throws {
    var chain: [RecordID] = []
    var next = id
    while chain.count < 16, let merged = try mergedSession(next) {
      chain.append(next)
      guard let mergeTarget: SessionID = try merged.fields.id("mergedInto") else { return }
      next = mergeTarget.record
      guard let first = chain.firstIndex(of: next) else { continue }
      let kept = try chain[first...].filter { id in
        try mergedSession(id).map { try !isDeletedOutsideMerge($0) } ?? false
      }
      return try kept.min().map(reinstate) ?? ()
    }
  }

  /// Restores a merged session as an independent one.
  func reinstate(_ merged: RecordID) throws {
    let title = "Session restored: it was merged while the other one was edited"
    try reinstate(merged: merged, SessionRecord.kind, titled: title)
  }

  /// The fields that affect the merge target: a later merge, and the values that a merge takes over.
  private static let relevantFields =
    ["mergedInto", "note", "segments"] + transferredFields + MergedFieldRepair.names

  private static let transferredFields = [
    "startPosition", "endPosition", "moodBefore", "moodAfter", "place",
  ]

  /// Copies values that were edited in the merged session, if the target still has the value from the merge.
  private func copyLateValues(of merged: Record, since merge: Change, to mergeTarget: RecordID)
    throws
  {
    let record = try RecordTable.find(SessionRecord.kind, mergeTarget, in: connection)
    let changes = try steps(of: merged.id).flatMap(\.changes).filter { $0.id == merged.id }
    var fields = Fields()
    for name in Self.transferredFields where merge.set[name] != .null {
      let known = merge.set[name]
      guard record?.fields[name] == known, changes.contains(where: { $0.was[name] == known })
      else { continue }
      fields[name] = merged.fields[name]
    }
    if let record { MergedFieldRepair(merged, merge, record).fill(&fields) }
    title = Self.late
    try set(fields, SessionRecord.kind, mergeTarget)
  }

  private static let late = "Late changes applied to a merged session"

  /// Returns the change that the merge made to its target.
  private func mergeChange(of merged: Record) throws -> Change? {
    let merge = try merged.stamp(of: "mergedInto").flatMap { try mutation($0) }
    return merge?.netChanges.first { $0.timeline != nil }
  }

  /// Adds time to the target that the merge did not know and no session occupies.
  ///
  /// Removes time that the merged session has given up.
  private func moveLateTime(
    of merged: Record,
    since merge: Change,
    to id: SessionID
  ) throws {
    guard var mergeTarget = try endedSession(id),
      var remainder = try? Session<NoDetail>(recordID: merged.id, fields: merged.fields),
      let known = merge.timeline
    else { return }
    for old in try times(of: merged, before: merge) { _ = mergeTarget.subtract(old) }
    if remainder.subtract(known), try removeOccupiedTime(&remainder) {
      _ = mergeTarget.add(remainder)
    }
    try save(mergeTarget, titled: Self.late)
  }

  /// Returns the time that edits removed from a session, except for what the target had before the merge.
  func times(of merged: Record, before merge: Change) throws -> [Timeline] {
    let own = try Session<NoDetail>(recordID: merged.id, fields: merged.fields)
    let changes = try steps(of: merged.id).flatMap(\.changes)
    return changes.compactMap { change in
      guard change.id == merged.id, let before = change.timelineBefore else { return nil }
      var old = Session(id: own.id, detail: own.detail, timeline: before, zone: own.zone)
      let keptTimelines = [own.timeline, merge.timelineBefore].compactMap(\.self)
      return keptTimelines.allSatisfy { old.subtract($0) } ? old.timeline : nil
    }
  }

  /// Returns the mutations that mention a record, the latest first.
  func steps(of id: RecordID) throws -> [Mutation] {
    try MutationTable.all(mentioning: id, after: Stamp(time: 0, node: 0), in: connection)
  }
}

extension LogWriter {
  func save(_ session: Session<NoDetail>, titled title: String) throws {
    self.title = title
    try save(session)
  }

  /// Removes the time that other sessions occupy; returns false if none is left.
  func removeOccupiedTime(_ session: inout Session<NoDetail>) throws -> Bool {
    guard session.timeline.isEnded else { return false }
    for other in try conflicts(of: session) where !session.subtract(other.timeline) { return false }
    return true
  }

  func mutation(_ stamp: Stamp) throws -> Mutation? {
    try MutationTable.find(stamp, in: connection)
  }

  func endedSession(_ id: SessionID) throws -> Session<NoDetail>? {
    guard let session = try find(Session<NoDetail>.self, id.record), session.timeline.isEnded
    else { return nil }
    return session
  }

  func mergedSession(_ id: RecordID) throws -> Record? { try mergedRecord(SessionRecord.kind, id) }

  /// Moves the climbs of a session behind those of another one.
  private func moveClimbs(of id: SessionID, to target: SessionID) throws {
    let query: SQL = "SELECT id FROM climb WHERE session = \(id) ORDER BY position, id"
    for climb in try connection.values(query) as [RecordID] {
      guard var climb = try find(Climb.self, climb) else { continue }
      title = Self.late
      let last = try ClimbQuery.all(of: target, in: connection).map(\.climb.position).max()
      climb.climbContext = .session(target)
      climb.position = (last ?? 0) + 1
      try save(climb)
    }
  }
}

extension Session {
  /// Removes the time of another timeline; returns false if none would be left.
  mutating func subtract(_ other: Timeline) -> Bool {
    for segment in other.segments {
      guard let end = segment.end, segment.start < end else { continue }
      do { try makeRoom(for: segment.start..<end) } catch { return false }
    }
    return true
  }

  /// Appends a note; returns false if there is none, the session has it, or it would not fit.
  fileprivate mutating func appendLateNote(_ late: String?) -> Bool {
    guard let late, note?.contains(late) != true,
      late.utf8.count + (note?.utf8.count ?? 0) < Record.textLimit
    else { return false }
    addNote(late)
    return true
  }

  /// Adds only the time of another session; returns false if both overlap.
  mutating func add(_ other: Session) -> Bool {
    var (merged, other) = (self, other)
    (other.note, other.sessionContext) = (nil, SessionContext())
    guard (try? merged.merge(other)) != nil else { return false }
    merged.sessionContext = sessionContext
    self = merged
    return true
  }
}

extension Record {
  /// Returns whether it has a note that the given fields do not contain.
  fileprivate func hasNote(missingIn set: Fields) -> Bool {
    guard case .text(let note) = fields["note"] else { return false }
    guard case .text(let known) = set["note"] else { return true }
    return !known.contains(note)
  }
}

extension Change {
  /// The new time, if it gives a session only ended segments.
  var timeline: Timeline? { kind == SessionRecord.kind ? set.endedTimeline : nil }

  /// The previous time, if the session had only ended segments.
  var timelineBefore: Timeline? { kind == SessionRecord.kind ? was.endedTimeline : nil }
}

extension Fields {
  fileprivate var endedTimeline: Timeline? {
    guard case .text(let text) = self["segments"],
      let segments = try? Timeline(text: text, endedAt: nil).segments
    else { return nil }
    return try? Timeline(ended: segments)
  }
}

extension SyncPush {
  /// The sessions that it changes, or to which a changed record belongs.
  var sessions: Set<RecordID> {
    var sessions: Set<RecordID> = []
    func note(_ kind: RecordKind, _ id: RecordID, _ fields: Fields) {
      if kind == SessionRecord.kind { sessions.insert(id) }
      let session = try? fields.id("session") as SessionID?
      if let session { sessions.insert(session.record) }
    }
    for sent in mutations {
      for change in sent.mutation.changes { note(change.kind, change.id, change.set) }
    }
    for record in records { note(record.kind, record.id, record.fields) }
    return sessions
  }

  /// Returns whether one of its mutations sets the field of a session.
  fileprivate func sets(_ name: String, of id: RecordID) -> Bool {
    mutations.flatMap(\.mutation.changes).contains { $0.id == id && $0.set[name] != .null }
  }
}
