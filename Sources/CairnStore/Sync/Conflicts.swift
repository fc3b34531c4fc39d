public import Cairn
import CairnActions
import CairnReports
import CairnSQL

enum ConflictQuery {
  /// Returns the open conflicts, the latest first, in groups that are resolved together.
  ///
  /// A group holds the fields that one mutation set and that depend on each other.
  static func choices(in connection: any SQLConnection) throws -> [[Conflict]] {
    var choices: [Choice: [Conflict]] = [:]
    for conflict in try ConflictTable.all(in: connection) {
      choices[try Choice(conflict, in: connection), default: []].append(conflict)
    }
    return try choices.values.filter { try $0.contains { try isOpen($0, in: connection) } }
      .map { $0.sorted { ($0.rank, $1.stamp) < ($1.rank, $0.stamp) } }
      .sorted { ($0[0].stamp, $0[0].recordID) > ($1[0].stamp, $1[0].recordID) }
  }

  /// Returns whether it is about the record as it is: still deleted, or there with another value.
  private static func isOpen(
    _ conflict: Conflict,
    in connection: any SQLConnection
  ) throws -> Bool {
    guard let record = try RecordTable.find(conflict.kind, conflict.about, in: connection) else {
      return false
    }
    if conflict.isOfDeletion { return try isDeletedByItself(record, in: connection) }
    return try record.deletion == nil && !conflict.hasSameMeaning(record.fields[conflict.field])
      && (conflict.field != "startPosition" || !startsAtSharedEnd(record, in: connection))
  }

  /// Returns whether a rule moved the start of a session to its end, and no earlier session ended farther on.
  ///
  /// Both ended on the same page then, and nothing is missing if it counts once.
  private static func startsAtSharedEnd(
    _ record: Record,
    in connection: any SQLConnection
  ) throws -> Bool {
    let mover = try record.stamp(of: "startPosition").flatMap {
      try MutationTable.find($0, in: connection)
    }
    guard mover?.entry.isAutomaticEntry == true,
      let reading = try? Session<Reading>(recordID: record.id, fields: record.fields),
      let end = reading.detail.endPosition, reading.detail.startPosition == end
    else { return false }
    let query: SQL = """
      SELECT end_position FROM reading
      WHERE entry = \(reading.detail.entry) AND read_through = \(reading.detail.readThrough)
        AND started_at < \(reading.timeline.start) AND end_position IS NOT NULL
      """
    return try !(connection.values(query) as [String]).contains {
      end.isBefore(try Position(text: $0), pages: reading.detail.pageCount)
    }
  }

  /// Returns whether a record is deleted or merged, and no climb in a deleted session, with which it is restored.
  private static func isDeletedByItself(
    _ record: Record,
    in connection: any SQLConnection
  ) throws -> Bool {
    guard record.deletion != nil else { return false }
    guard record.kind == Climb.recordKind, let session: SessionID = try record.fields.id("session")
    else { return true }
    return try RecordTable.find(SessionRecord.kind, session.record, in: connection)?.deletion == nil
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
  /// Whether an edit lost against the deletion of its record.
  var isOfDeletion: Bool { field == RecordField.deleted }

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

  /// Returns whether a value is the losing one, or another spelling of the same tag.
  fileprivate func hasSameMeaning(_ current: FieldValue) -> Bool {
    guard field.hasPrefix(SessionTags.prefix), case .text = value, case .text = current else {
      return value == current
    }
    return true
  }

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
    }
    return conflictView
  }

  private func reinstate(_ conflictView: ConflictView) throws -> ConflictView {
    let merges = conflictView.isMerged ? try merges(of: conflictView.conflict.about) : []
    if !merges.isEmpty {
      try separate(merges)
      title = "Separated: \(conflictView.subject)"
      return conflictView
    }
    try reinstate(
      conflictView.conflict.kind,
      conflictView.conflict.about,
      changed: conflictView.conflict.stamp.instant
    )
    title = "Restored \(conflictView.subject)"
    return conflictView
  }

  /// Sets the current value again, for all fields of its group, now with knowledge of the losing one; returns the conflict.
  ///
  /// The change can be undone. Throws `sync.conflict_not_found`.
  @discardableResult
  public func keepCurrentValue(_ id: RecordID) throws -> ConflictView {
    let conflictView = try openConflict(id)
    try separate(unknownMerges(conflictView))
    title = conflictView.keptTitle
    for (record, fields) in conflictView.together.byRecord {
      try setAgain(fields, record.kind, record.id)
    }
    return conflictView
  }

  /// Sets the current values of fields again, now with knowledge of all others, and of the fields that hide a record.
  func setAgain(_ names: [String], _ kind: RecordKind, _ id: RecordID) throws {
    guard let record = try RecordTable.find(kind, id, in: connection) else { return }
    var values = Fields()
    let merge = record.hasTarget ? [RecordField.mergedInto] : []
    for name in names + record.fields.deletionFields + merge
    where record.fields.contains(name) || name == RecordField.mergedInto {
      values[name] = record.fields[name]
    }
    try store(Change(kind: kind, id: id, set: values, was: values), over: record)
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

extension ConflictView {
  /// The title of the act that keeps the current value.
  fileprivate var keptTitle: String {
    guard isOfDeletion else { return "Kept the current \(field) of \(subject)" }
    return "\(isMerged ? "Kept merged" : "Kept deleted"): \(subject)"
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

extension [Conflict] {
  /// The fields of each record, in order.
  fileprivate var byRecord: [(record: (kind: RecordKind, id: RecordID), fields: [String])] {
    reduce(into: []) { records, conflict in
      if let index = records.firstIndex(where: { $0.record == (conflict.kind, conflict.about) }) {
        records[index].fields.append(conflict.field)
      } else {
        records.append(((conflict.kind, conflict.about), [conflict.field]))
      }
    }
  }
}
