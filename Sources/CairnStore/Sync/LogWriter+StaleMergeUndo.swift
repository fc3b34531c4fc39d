import Cairn
import CairnSQL

extension LogWriter {
  /// Has what one device did with a session, while another merged it, happen to the session it went into: climbs
  /// and a note go there, and so does time that the merge did not know.
  ///
  /// A merge moves what its device knows. What comes later would stay with a session that nobody sees.
  func followMergedSessions(in push: SyncPush) throws {
    for id in push.sessions.sorted() {
      try beginAutomaticMutation()
      try openCircle(from: id)
    }
    for id in push.sessions.sorted() {
      guard let gone = try mergedSession(id), let mergeTarget = try mergeTarget(of: gone) else { continue }
      try beginAutomaticMutation()
      try moveClimbs(of: SessionID(id)) { _ in mergeTarget.id }
      guard Self.followed.contains(where: { push.sets($0, of: id) }),
        let made = try mergeMade(of: gone)
      else { continue }
      // What cannot go there must not hold back what can, nor what was sent.
      _ = try attempt(orRefused: true) { try hand(gone, since: made, to: mergeTarget) }
    }
  }

  private func hand(_ gone: Record, since made: Change, to mergeTarget: Session<NoDetail>) throws {
    var mergeTarget = mergeTarget
    if gone.hasNote(missingIn: made.set), try mergeTarget.addLate(gone.fields.text("note")) {
      try save(mergeTarget, titled: Self.late)
    }
    try followValues(of: gone, since: made, to: mergeTarget.id.record)
    try followTime(of: gone, since: made, to: mergeTarget.id)
    guard let cut = try cut(of: gone) else { return }
    for begun in cut.begun {
      if try !cut.cutsOff(begun, from: gone) || !fold(begun, into: [mergeTarget.id]) {
        try makeRoom(for: begun, in: mergeTarget.id)
      }
    }
  }

  /// Brings one back of sessions that were each merged into the next, and the last into the first.
  private func openCircle(from id: RecordID) throws {
    var row: [RecordID] = []
    var next = id
    while row.count < 16, let gone = try mergedSession(next) {
      row.append(next)
      guard let mergeTarget: SessionID = try gone.fields.id("mergedInto") else { return }
      next = mergeTarget.record
      guard let first = row.firstIndex(of: next) else { continue }
      let kept = try row[first...].filter { id in
        try mergedSession(id).map { try !isDeletedBesides($0) } ?? false
      }
      return try kept.min().map(bringBack) ?? ()
    }
  }

  /// Has a session that was merged into one stand for itself again.
  func bringBack(_ gone: RecordID) throws {
    title = "Bring a session back that was merged while the other was changed"
    var fields = Fields()
    fields[RecordField.deleted] = .null
    fields["mergedInto"] = .null
    try set(fields, SessionRecord.kind, gone)
  }

  /// What of a session is followed: a merge that came later, and what one takes over.
  private static let followed = ["mergedInto", "note", "segments"] + handedOn + MergedFieldRepair.names

  private static let handedOn = [
    "startPosition", "endPosition", "moodBefore", "moodAfter", "place",
  ]

  /// Gives an heir what was set of a session in the stead of what the merge took over from it, and which stands.
  ///
  /// A split moves a place only to where both parts meet.
  private func followValues(of gone: Record, since made: Change, to mergeTarget: RecordID) throws {
    let record = try RecordTable.find(SessionRecord.kind, mergeTarget, in: connection)
    let changes = try steps(of: gone.id).flatMap(\.changes).filter { $0.id == gone.id }
    var fields = Fields()
    for name in Self.handedOn where made.set[name] != .null {
      let known = made.set[name]
      guard record?.fields[name] == known, changes.contains(where: { $0.was[name] == known }),
        let step = try gone.stamp(of: name).flatMap({ try mutation($0) }), step.begun.isEmpty
      else { continue }
      fields[name] = gone.fields[name]
    }
    if let record { MergedFieldRepair(gone, made, record).fill(&fields) }
    title = Self.late
    try set(fields, SessionRecord.kind, mergeTarget)
  }

  private static let late = "Move what came late to a session that was merged"

  /// What a merge made of the session that another went into.
  private func mergeMade(of gone: Record) throws -> Change? {
    let merge = try gone.stamp(of: "mergedInto").flatMap { try mutation($0) }
    return merge?.netChanges.first { $0.timeline != nil }
  }

  /// Gives an heir the time of a session that the merge did not know of, as far as nobody has it, for what the
  /// session has given up.
  private func followTime(
    of gone: Record,
    since made: Change,
    to id: SessionID
  ) throws {
    guard var mergeTarget = try endedSession(id),
      var rest = try? Session<NoDetail>(recordID: gone.id, fields: gone.fields),
      let known = made.timeline
    else { return }
    for old in try times(of: gone, before: made) { _ = mergeTarget.leave(old) }
    if rest.leave(known), try leaveTimeOfOthers(&rest) { _ = mergeTarget.take(rest) }
    try save(mergeTarget, titled: Self.late)
  }

  /// The times that steps took from a session by giving it others, but for what the other one had before both were
  /// merged.
  ///
  /// What a step cut out has gone to another session.
  func times(of gone: Record, before made: Change) throws -> [Timeline] {
    let own = try Session<NoDetail>(recordID: gone.id, fields: gone.fields)
    let changes = try steps(of: gone.id).filter(\.begun.isEmpty).flatMap(\.changes)
    return changes.compactMap { change in
      guard change.id == gone.id, let before = change.timelineBefore else { return nil }
      var old = Session(id: own.id, detail: own.detail, timeline: before, zone: own.zone)
      let stays = [own.timeline, made.timelineBefore].compactMap(\.self)
      return stays.allSatisfy { old.leave($0) } ? old.timeline : nil
    }
  }

  /// All that was done with a record, the latest first.
  func steps(of id: RecordID) throws -> [Mutation] {
    try MutationTable.all(mentioning: id, after: Stamp(time: 0, node: 0), in: connection)
  }

  /// The step that gave one that was merged meanwhile its time, and may have cut sessions out of it.
  private func cut(of gone: Record) throws -> Mutation? {
    let cut = try gone.stamp(of: "segments").flatMap { try mutation($0) }
    return cut?.begun.contains(SessionID(gone.id)) == true ? nil : cut
  }

  /// Joins a session with those that hold all of its time already, or where that was `moved`, and are about the same;
  /// whether it did.
  func fold(_ begun: SessionID, into holders: [SessionID], moved: Bool = false) throws -> Bool {
    let holders = try holders.compactMap { try endedSession($0) }
    guard let session = try endedSession(begun), let first = holders.first, begun != first.id,
      try subject(of: begun) == subject(of: first.id)
    else { return false }
    var (rest, mergeTarget) = (session, first)
    guard moved || holders.contains(where: { !rest.leave($0.timeline) }) else { return false }
    title = "Join a session that was cut out of one with what that has become"
    try moveClimbs(of: begun) { climb in
      holders.last { $0.timeline.start <= climb.at ?? .limit && climb.at != nil }?.id ?? first.id
    }
    try delete(SessionRecord.kind, begun.record)
    var fields = Fields()
    fields.set("mergedInto", first.id)
    if mergeTarget.addLate(session.note) { try save(mergeTarget) }
    try set(fields, SessionRecord.kind, begun.record)
    return true
  }
}

extension LogWriter {
  func save(_ session: Session<NoDetail>, titled title: String) throws {
    self.title = title
    try save(session)
  }

  /// Leaves a session the time that nobody else has; false where that is none.
  func leaveTimeOfOthers(_ session: inout Session<NoDetail>) throws -> Bool {
    guard session.timeline.isEnded else { return false }
    for other in try conflicts(of: session) where !session.leave(other.timeline) { return false }
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

  func mergedSession(_ id: RecordID) throws -> Record? {
    guard let record = try RecordTable.find(SessionRecord.kind, id, in: connection),
      record.deletion != nil, record.fields["mergedInto"] != .null
    else { return nil }
    return record
  }

  /// The session at the end of a row of merges; nil where that is gone, or goes on.
  private func mergeTarget(of gone: Record) throws -> Session<NoDetail>? {
    var next = gone
    for _ in 0..<16 {
      guard let id: SessionID = try next.fields.id("mergedInto") else { return nil }
      if let mergeTarget = try endedSession(id) { return mergeTarget }
      guard let other = try mergedSession(id.record) else { return nil }
      next = other
    }
    return nil
  }

  /// What a session is about: a book, a story, or climbing.
  private func subject(of id: SessionID) throws -> [FieldValue] {
    let record = try RecordTable.find(SessionRecord.kind, id.record, in: connection)
    return ["kind", "entry", "story"].map { record?.fields[$0] ?? .null }
  }

  /// Puts the climbs of a session that is gone, or goes, behind those of another.
  func moveClimbs(of id: SessionID, to mergeTarget: (Climb) -> SessionID) throws {
    let query: SQL = "SELECT id FROM climb WHERE session = \(id) ORDER BY position, id"
    for climb in try connection.all(query, { try $0.id(0) }) {
      guard var climb = try find(Climb.self, climb) else { continue }
      title = Self.late
      let place = mergeTarget(climb)
      let last = try ClimbQuery.all(of: place, in: connection).map(\.climb.position).max()
      climb.occasion = .session(place)
      climb.position = (last ?? 0) + 1
      try save(climb)
    }
  }
}

extension Session {
  /// Gives up time that is in another timeline; false where none would be left.
  mutating func leave(_ other: Timeline) -> Bool {
    for segment in other.segments {
      guard let end = segment.end, segment.start < end else { continue }
      do { try makeRoom(for: segment.start..<end) } catch { return false }
    }
    return true
  }

  /// Adds a note that it does not have; false for none, and for one that would not fit.
  fileprivate mutating func addLate(_ late: String?) -> Bool {
    guard let late, note?.contains(late) != true,
      late.utf8.count + (note?.utf8.count ?? 0) < Record.textLimit
    else { return false }
    addNote(late)
    return true
  }

  /// Takes the time of another one, and nothing else of it; false where both share some.
  mutating func take(_ other: Session) -> Bool {
    var (merged, other) = (self, other)
    (other.note, other.sessionContext) = (nil, SessionContext())
    guard (try? merged.merge(other)) != nil else { return false }
    merged.sessionContext = sessionContext
    self = merged
    return true
  }
}

extension Record {
  /// Whether it has a note that is not in what was set.
  fileprivate func hasNote(missingIn set: Fields) -> Bool {
    guard case .text(let note) = fields["note"] else { return false }
    guard case .text(let known) = set["note"] else { return true }
    return !known.contains(note)
  }
}

extension Mutation {
  /// The sessions that it made or brought back.
  var begun: [SessionID] {
    changes.filter { change in
      change.kind == SessionRecord.kind && change.was[RecordField.deleted] != .null
        && change.set[RecordField.deleted] == .null
    }.map { SessionID($0.id) }
  }
}

extension Change {
  /// The time that it gives a session that has ended.
  var timeline: Timeline? { kind == SessionRecord.kind ? set.endedTimeline : nil }

  /// The time that such a session had before it.
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
  /// The sessions that something of it is, or belongs to.
  var sessions: Set<RecordID> {
    var sessions: Set<RecordID> = []
    func note(_ kind: RecordKind, _ id: RecordID, _ fields: Fields) {
      if kind == SessionRecord.kind { sessions.insert(id) }
      let session = try? fields.id("session") as SessionID?
      if let session { sessions.insert(session.record) }
    }
    for line in lines {
      for change in line.mutation.changes { note(change.kind, change.id, change.set) }
    }
    for record in records { note(record.kind, record.id, record.fields) }
    return sessions
  }

  /// Whether a step in it sets a field of a session.
  fileprivate func sets(_ name: String, of id: RecordID) -> Bool {
    lines.flatMap(\.mutation.changes).contains { $0.id == id && $0.set[name] != .null }
  }
}
