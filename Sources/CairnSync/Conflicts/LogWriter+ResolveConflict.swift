public import Cairn
import CairnActions
public import CairnReports
public import CairnStore

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
