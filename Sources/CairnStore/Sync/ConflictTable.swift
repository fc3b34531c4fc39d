package import Cairn
package import CairnSQL

/// The table `lost_value`: what lost against an act of a person who did not know of it.
///
/// Derived from the history, and for an automatic end from the session.
package enum ConflictTable {
  /// Returns all, in no order.
  package static func all(in connection: any SQLConnection) throws -> [Conflict] {
    try connection.all("SELECT kind, id, field, stamp, fields FROM lost_value") { row in
      guard let stamp = Stamp(text: try row["stamp"]),
        let fields = try? Fields(json: row["fields"])
      else { throw RecordTable.malformed("stamp") }
      let field: String = try row["field"]
      return Conflict(
        kind: RecordKind(try row["kind"]),
        about: try row["id"],
        field: field,
        value: fields[field],
        stamp: stamp
      )
    }
  }

  /// Replaces the conflicts of records.
  static func replace(
    _ ids: Set<RecordID>,
    with conflicts: [Conflict],
    in connection: any SQLConnection
  ) throws {
    for id in ids { try connection.run("DELETE FROM lost_value WHERE id = \(id)") }
    for conflict in conflicts {
      var fields = Fields()
      fields[conflict.field] = conflict.value
      try connection.run(
        """
        INSERT INTO lost_value (kind, id, field, stamp, fields)
        VALUES (\(conflict.kind.name), \(conflict.about), \(conflict.field),
          \(conflict.stamp.text), \(fields.json))
        """
      )
    }
  }
}

/// The conflicts that follow from the history of some records (ADR 0035).
struct ConflictFinder {
  /// A change of a record by an act.
  private struct Step {
    let act: Mutation
    let change: Change
    let isInEffect: Bool
  }

  private let history: [Mutation]
  private var steps: [RecordID: [Step]] = [:]
  private var found: Set<RecordID> = []
  private(set) var conflicts: [Conflict] = []

  init(of ids: Set<RecordID>, in connection: any SQLConnection) throws {
    let (history, owners) = try MutationTable.history(of: ids, in: connection)
    self.history = history
    for (act, isInEffect) in zip(history, history.areInEffect) {
      for change in act.netChanges where ids.contains(change.id) {
        let step = Step(act: act, change: change, isInEffect: isInEffect)
        steps[change.id, default: []].append(step)
      }
    }
    let issues = HistoryIssues(history, owners: owners, hidesMerged: true)
    for lost in issues.lostValues { add(lost) }
    add(issues.lostEdits)
    for id in steps.keys where kind(of: id) == SessionRecord.kind { addMovedStart(of: id) }
    for id in ids {
      let record = try RecordTable.find(SessionRecord.kind, id, in: connection)
      record.map { addAutomaticEnd(of: $0) }
    }
  }

  private func kind(of id: RecordID) -> RecordKind? { steps[id]?[0].change.kind }

  private mutating func add(_ id: RecordID, _ field: String, _ value: FieldValue, _ stamp: Stamp) {
    guard let kind = kind(of: id) else { return }
    add(Conflict(kind: kind, about: id, field: field, value: value, stamp: stamp))
  }

  private mutating func add(_ new: Conflict) {
    if found.insert(new.recordID).inserted { conflicts.append(new) }
  }

  /// Adds a session that ended while it ran, which follows from the record: a new device has it before its history.
  private mutating func addAutomaticEnd(of record: Record) {
    guard record.wasEndedAutomatically, let claim = record.stamp(of: "segments") else { return }
    add(
      Conflict(kind: record.kind, about: record.id, field: "endedAt", value: .null, stamp: claim)
    )
  }

  /// Adds a value, unless a session or a rule keeps what it states, or the merge target has what was merged.
  private mutating func add(_ lost: HistoryIssues.LostValue) {
    guard let kind = kind(of: lost.record), !kind.isComputed(lost.field),
      lost.field != RecordField.mergedInto,
      !history[lost.entry].isDerivedFromSession(lost.field, of: kind)
    else { return }
    add(lost.record, lost.field, lost.value, lost.stamp)
  }

  /// Adds the latest edit of each deleted session and climb, which stands for all: a restore has them all.
  private mutating func add(_ edits: [HistoryIssues.LostEdit]) {
    var latest: [RecordID: Stamp] = [:]
    for edit in edits {
      let stamp = history[edit.entry].stamp
      latest[edit.record] = max(latest[edit.record] ?? stamp, stamp)
    }
    for (id, stamp) in latest where kind(of: id)?.isDeletedDirectly == true {
      add(id, RecordField.deleted, .null, stamp)
    }
  }

  /// Adds the start position of a session if a rule replaced it by the session's end, so that no page counts.
  private mutating func addMovedStart(of id: RecordID) {
    let starts = setters("startPosition", of: id)
    guard let moved = starts.last, moved.act.entry.isAutomaticEntry,
      let stated = starts.last(where: { !$0.act.entry.isAutomaticEntry }),
      let end = setters("endPosition", of: id).last(where: { $0.act.stamp < moved.act.stamp }),
      moved.change.set["startPosition"] != .null,
      end.change.set["endPosition"] == moved.change.set["startPosition"]
    else { return }
    add(id, "startPosition", stated.change.set["startPosition"], stated.act.stamp)
  }

  /// Returns the changes in effect that set a field, by stamp.
  private func setters(_ field: String, of id: RecordID) -> [Step] {
    (steps[id] ?? []).filter { $0.isInEffect && $0.change.set.contains(field) }
      .sorted { $0.act.stamp < $1.act.stamp }
  }
}

extension RecordKind {
  /// Whether a person deletes such a record directly.
  var isDeletedDirectly: Bool { [SessionRecord.kind, Climb.recordKind].contains(self) }
}

extension Record {
  /// Whether it is a session that ended automatically while running; a paused one ends where it was paused.
  var wasEndedAutomatically: Bool {
    guard kind == SessionRecord.kind, case .text(let segments) = fields["segments"],
      segments.hasSuffix("-")
    else { return false }
    return fields["endedAt"] != .null && stamp(of: "endedAt")?.isAutomatic ?? false
  }
}
