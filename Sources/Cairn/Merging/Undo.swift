/// The values by which a history entry is undone or redone.
///
/// Each field gets the value of the last act in effect, under the stamp that the field has, with the next
/// turn. So an undo loses against every later edit, known or not, and any number of undos, whichever comes
/// first, leaves what there would be without all these acts.
package struct Undo {
  /// A change of one record by an act.
  private struct Step {
    let stamp: Stamp
    let entry: RecordID
    let change: Change
    /// Whether it is an undo or redo of format 2, whose values have the stamp of that undo.
    let isFormer: Bool

    init(_ mutation: Mutation, _ change: Change) {
      (stamp, entry, self.change) = (mutation.stamp, mutation.undoes ?? mutation.entry, change)
      isFormer = mutation.undoes != nil
    }
  }

  /// The number of this undo or redo of the entry; odd for an undo.
  package let turn: Int64
  /// The values, with their stamps.
  package private(set) var changes: [Change] = []
  /// The records with a value of another act, which stays.
  package private(set) var kept: Set<RecordID> = []
  private let entry: RecordID
  private let inEffect: Set<RecordID>
  private var steps: [RecordID: [Step]] = [:]

  /// Computes the undo of an entry, or the redo if it was undone.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - turn: How often the entry was undone and redone.
  ///   - history: All acts that changed the same records; of undos and redos only those of format 2.
  ///   - inEffect: The entries that are not undone.
  ///   - records: The records that the entry changed, as they are.
  package init(
    of entry: RecordID,
    turn: Int64,
    in history: [Mutation],
    inEffect: Set<RecordID>,
    records: [RecordID: Record]
  ) {
    (self.entry, self.turn) = (entry, turn + 1)
    self.inEffect = turn % 2 == 0 ? inEffect.subtracting([entry]) : inEffect.union([entry])
    for mutation in history where mutation.changes.contains(where: { records[$0.id] != nil }) {
      for change in mutation.netChanges where records[change.id] != nil {
        steps[change.id, default: []].append(Step(mutation, change))
      }
    }
    var added: Set<RecordID> = []
    for mutation in history where mutation.entry == entry {
      for change in mutation.netChanges where added.insert(change.id).inserted {
        if let record = records[change.id] { add(change, record) }
      }
    }
  }

  private mutating func add(_ change: Change, _ record: Record) {
    var (set, was, stamps) = (Fields(), Fields(), [String: Stamp]())
    for name in names(change) {
      guard let stamp = record.stamp(of: name) else { continue }
      guard let maker = maker(of: stamp, change.id, name),
        maker.entry == entry || !inEffect.contains(maker.entry)
      else {
        kept.insert(change.id)
        continue
      }
      guard stamp.turn > 0 || maker.isFormer || !inEffect.contains(maker.entry) else { continue }
      (set[name], was[name]) = (value(change.id, name), record.fields[name])
      stamps[name] = stamp.turned
    }
    guard !set.isEmpty else { return }
    changes.append(Change(kind: change.kind, id: change.id, set: set, was: was, stamps: stamps))
  }

  /// Returns the fields that the entry set; of a record that no act in effect creates or restores only its
  /// deletion, because it keeps its values.
  private func names(_ change: Change) -> [String] {
    let steps = steps[change.id] ?? []
    let isThere = steps.contains { step in
      !step.isFormer && inEffect.contains(step.entry)
        && step.change.set.contains(RecordField.deleted)
        && step.change.set[RecordField.deleted] == .null
    }
    guard isThere || !steps.contains(where: { $0.change.isCreation }) else {
      return RecordField.existence
    }
    let own = steps.filter { $0.entry == entry && !$0.isFormer }.flatMap { $0.change.set.names }
    return Set(own).sorted()
  }

  /// Returns the act that first set a value with this stamp; nil if the history lacks it.
  private func maker(of stamp: Stamp, _ id: RecordID, _ name: String) -> Step? {
    steps[id]?.first { $0.stamp == stamp.unturned && $0.change.set.contains(name) }
  }

  /// Returns the value of the last act in effect, otherwise the one before all acts.
  private func value(_ id: RecordID, _ name: String) -> FieldValue {
    let setters = (steps[id] ?? []).filter { !$0.isFormer && $0.change.set.contains(name) }
    let last = setters.filter { inEffect.contains($0.entry) }.max { $0.stamp < $1.stamp }
    if let last { return last.change.set[name] }
    let first = setters.min { $0.stamp < $1.stamp }?.change.was[name] ?? .null
    let isCreation = name == RecordField.deleted && first == Deletion.notCreated
    return isCreation ? .text(Deletion.byUndo) : first
  }
}

extension Change {
  /// Whether the change created its record, so that not even a reverted one existed before.
  package var isCreation: Bool { was[RecordField.deleted] == Deletion.notCreated }
}
