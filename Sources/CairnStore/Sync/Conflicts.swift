public import Cairn
import CairnActions
import CairnReports
import CairnSQL

enum ConflictQuery {
  /// Returns the open conflicts, the latest first, in groups that are resolved together.
  ///
  /// A group holds the fields that one mutation set and that depend on each other. A conflict is closed once its record
  /// is deleted or has the value, unless the conflict is about that deletion.
  static func choices(in connection: any SQLConnection) throws -> [[Conflict]] {
    var all: [Conflict] = []
    try RecordTable.each(Conflict.self, in: connection) { all.append($0) }
    var choices: [Choice: [Conflict]] = [:]
    for conflict in all {
      choices[try Choice(conflict, in: connection), default: []].append(conflict)
    }
    return try choices.values.filter { try $0.contains { try isOpen($0, in: connection) } }
      .map { $0.sorted { ($0.rank, $1.stamp) < ($1.rank, $0.stamp) } }
      .sorted { ($0[0].stamp, $0[0].recordID) > ($1[0].stamp, $1[0].recordID) }
  }

  private static func isOpen(
    _ conflict: Conflict,
    in connection: any SQLConnection
  ) throws -> Bool {
    let record = try RecordTable.find(conflict.kind, conflict.about, in: connection)
    guard let record else { return true }
    if conflict.isOfDeletion { return try isOpen(conflict, deletionOf: record, in: connection) }
    if conflict.isOfRunning { return try isOpen(conflict, endOf: record, in: connection) }
    return record.deletion == nil && record.fields[conflict.field] != conflict.value
  }
}

extension ConflictQuery {
  /// Returns whether the deletion that caused the conflict is still in effect; a later one was deliberate.
  ///
  /// A climb in a deleted session is not open, because it is restored with its session.
  private static func isOpen(
    _ conflict: Conflict,
    deletionOf record: Record,
    in connection: any SQLConnection
  ) throws -> Bool {
    let stored = try RecordTable.find(Conflict.recordKind, conflict.recordID, in: connection)
    guard record.deletion != nil, let deletedStamp = record.stamp(of: RecordField.deleted),
      let stored, deletedStamp.time <= stored.latestStamp.time
    else { return false }
    guard record.kind == Climb.recordKind, let session: SessionID = try record.fields.id("session")
    else { return true }
    return try RecordTable.find(SessionRecord.kind, session.record, in: connection)?.deletion == nil
  }
}

extension ConflictQuery {
  /// Returns whether the session still has the end of the conflict or an automatic one; others were chosen.
  private static func isOpen(
    _ conflict: Conflict,
    endOf record: Record,
    in connection: any SQLConnection
  ) throws -> Bool {
    let stored = try RecordTable.find(Conflict.recordKind, conflict.recordID, in: connection)
    guard record.deletion == nil, record.fields["endedAt"] != .null,
      let end = record.stamp(of: "endedAt"), let stored
    else { return false }
    return end.isAutomatic ? record.wasEndedAutomatically : end.time == stored.latestStamp.time
  }
}

/// The grouping key of conflicts that are resolved in one step.
private struct Choice: Hashable {
  /// Nil for a deletion, which is one conflict however many fields were edited.
  private let stamp: Stamp?
  private let subject: RecordID
  private let topic: String

  init(_ conflict: Conflict, in connection: any SQLConnection) throws {
    stamp = conflict.isOfDeletion ? nil : conflict.stamp
    topic = conflict.topic ?? "\(conflict.kind.name).\(conflict.field)"
    // The status of a book and the outcome of its reading are one choice.
    let reading =
      conflict.kind == ReadThrough.recordKind && conflict.topic != nil
      ? try RecordTable.find(conflict.kind, conflict.about, in: connection) : nil
    let entry: Identifier<Entry>? = try reading?.fields.id("entry")
    subject = entry?.record ?? conflict.about
  }
}

extension Conflict {
  /// Whether the losing value is that the session is still running.
  fileprivate var isOfRunning: Bool {
    kind == SessionRecord.kind && field == "endedAt" && value == .null
  }

  /// Groups of fields that only make sense together; the first field represents its group.
  private static let topics: [(name: String, fields: [(RecordKind, String)])] = [
    ("time", ["segments", "endedAt", "endZone", "interruptions"].map { (SessionRecord.kind, $0) }),
    ("grade", ["grade", "gradeScale"].map { (Climb.recordKind, $0) }),
    ("result", ["result", "tick"].map { (Attempt.recordKind, $0) }),
    (
      "status",
      [(Entry.recordKind, "status")]
        + ["outcome", "finished", "stopped", "reason"].map { (ReadThrough.recordKind, $0) }
    ),
  ]

  /// The name of the group that its field belongs to; nil for an independent field.
  fileprivate var topic: String? { position?.name }

  /// The position of its field within the group.
  fileprivate var rank: Int { position?.rank ?? 0 }

  private var position: (name: String, rank: Int)? {
    for (name, fields) in Self.topics {
      if let rank = fields.firstIndex(where: { $0 == (kind, field) }) { return (name, rank) }
    }
    return nil
  }
}

extension Log {
  /// Returns the open conflicts, the latest first.
  public func openConflicts() async throws -> [ConflictView] {
    try await read { connection in
      try ConflictQuery.choices(in: connection).map { try ConflictView($0, in: connection) }
    }
  }

  /// Returns the open conflicts of one session, book, climb, story or author, the latest first.
  package func openConflicts(of home: RecordID) async throws -> [ConflictView] {
    try await read { connection in
      try ConflictQuery.choices(in: connection).compactMap { group in
        let found = try OwningEntity(group[0].kind, group[0].about, in: connection)
        return found?.id == home ? try ConflictView(group, in: connection) : nil
      }
    }
  }

  /// Returns the number of open conflicts.
  package func openConflictCount() async throws -> Int {
    try await read { try ConflictQuery.choices(in: $0).count }
  }
}

extension LogWriter {
  /// Replaces the current value with the losing one, for all fields of its group, and returns the conflict.
  ///
  /// The change can be undone. Throws `sync.conflict_not_found`, `record.malformed` if the record would become
  /// unreadable, and for a session `session.already_running` and `session.overlap`, also when it is restored.
  @discardableResult
  public func useLosingValue(_ id: RecordID) throws -> ConflictView {
    let conflictView = try openConflict(id)
    title = "Used the other \(conflictView.field) of \(conflictView.subject)"
    if conflictView.conflict.isOfDeletion { return try reinstate(conflictView) }
    try requireFreeTime(for: conflictView)
    for conflict in conflictView.together {
      try set(Fields(taking: conflict, among: conflictView.together), conflict.kind, conflict.about)
      try delete(Conflict.recordKind, conflict.recordID)
    }
    return conflictView
  }

  private func reinstate(_ conflictView: ConflictView) throws -> ConflictView {
    try reinstate(
      conflictView.conflict.kind,
      conflictView.conflict.about,
      changed: conflictView.conflict.stamp.instant
    )
    title = "Restored \(conflictView.subject)"
    for conflict in conflictView.together { try delete(Conflict.recordKind, conflict.recordID) }
    return conflictView
  }

  /// Discards the losing value, for all fields of its group, and returns the conflict.
  ///
  /// Throws `sync.conflict_not_found`.
  @discardableResult
  public func keepCurrentValue(_ id: RecordID) throws -> ConflictView {
    let conflictView = try openConflict(id)
    title = "Kept the current \(conflictView.field) of \(conflictView.subject)"
    for conflict in conflictView.together { try delete(Conflict.recordKind, conflict.recordID) }
    return conflictView
  }

  private func openConflict(_ id: RecordID) throws -> ConflictView {
    let choice = try ConflictQuery.choices(in: connection).first { choice in
      choice.contains { $0.recordID == id }
    }
    guard let choice else { throw Self.noConflict(id) }
    return try ConflictView(choice, in: connection)
  }

  /// Throws if another session of the kind occupies the new time, as every edit does.
  private func requireFreeTime(for conflictView: ConflictView) throws {
    guard conflictView.conflict.kind == SessionRecord.kind, conflictView.conflict.topic != nil
    else { return }
    let now = try session(SessionID(conflictView.conflict.about), as: NoDetail.self)
    let new = try Session<NoDetail>(
      recordID: conflictView.conflict.about,
      fields: conflictView.losingFields
    )
    if !new.timeline.isEnded, let open = try SessionQuery.open(new.kind, in: connection),
      open.id != new.id
    {
      throw CairnError.alreadyRunning(open)
    }
    let known = try conflicts(of: now).map(\.id)
    if let other = try conflicts(of: new).first(where: { !known.contains($0.id) }) {
      throw CairnError.overlap(other)
    }
  }

  private static func noConflict(_ id: RecordID) -> CairnError {
    CairnError(
      "sync.conflict_not_found",
      "There is no sync conflict “\(ShortID(id).text)”.",
      hint: "List the open conflicts; it may already be resolved."
    )
  }
}

extension Fields {
  /// Creates the fields that apply a losing value, given the others of its group.
  ///
  /// A date that was set automatically becomes a chosen one. A reading keeps only one kind of end.
  init(taking conflict: Conflict, among together: [Conflict]) {
    self.init()
    self[conflict.field] = conflict.value
    guard conflict.kind == ReadThrough.recordKind else { return }
    if conflict.field == "started" { self["isStartAutomatic"] = .null }
    if conflict.field == "finished" { self["isFinishAutomatic"] = .null }
    guard conflict.field == "outcome" else { return }
    let isFinished = conflict.value == .text(ReadThrough.Outcome.finished.name)
    var clearedFields = isFinished ? [] : ["finished", "isFinishAutomatic"]
    if isFinished || conflict.value == .null { clearedFields.append("stopped") }
    for name in clearedFields where !together.contains(where: { $0.field == name }) {
      self[name] = .null
    }
  }
}
