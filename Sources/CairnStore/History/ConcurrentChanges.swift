import Cairn
import CairnReports
import CairnSQL

/// The changes that other devices made to the records of a history entry.
///
/// Undo restores the state without the entry, and keeps concurrent changes by other devices.
struct ConcurrentChanges {
  private struct Step {
    let stamp: Stamp
    let change: Change
    /// Whether a person made the change, not as an undo.
    let isManual: Bool
  }

  private var steps: [RecordID: [Step]] = [:]

  /// Creates an empty value, without changes by other devices.
  init() {}

  /// Reads the changes in effect to the records of an entry, if other devices wrote to the log.
  init(
    beside target: HistoryRow,
    _ parts: [Mutation],
    in connection: any SQLConnection
  ) throws {
    guard target.undoes == nil, !target.isAutomatic,
      try MutationTable.hasForeignMutations(to: target.node, in: connection)
    else { return }
    let ids = Set(parts.flatMap { $0.changes.map(\.id) })
    var inEffect: [RecordID: Bool] = [:]
    for step in try MutationTable.all(mentioningAnyOf: ids, in: connection) {
      let isInEffect = try inEffect[step.line] ?? Self.isInEffect(step.line, connection)
      inEffect[step.line] = isInEffect
      guard isInEffect else { continue }
      let isManual = step.undoes == nil && !step.line.isAutomaticEntry
      for change in step.netChanges where ids.contains(change.id) {
        let step = Step(stamp: step.stamp, change: change, isManual: isManual)
        steps[change.id, default: []].append(step)
      }
    }
  }

  private static func isInEffect(_ entryID: RecordID, _ connection: any SQLConnection) throws
    -> Bool
  {
    try HistoryQuery.find(entryID, in: connection)?.isInEffect == true
  }

  /// Returns the part of a change that no other device overwrote later without knowledge of it.
  func effectivePart(of change: Change, original: Stamp) -> Change {
    let later = concurrentSteps(of: change, original).filter { $0.stamp > original }
    guard !later.isEmpty else { return change }
    var (set, was) = (Fields(), Fields())
    for (name, value) in change.set.members {
      let isSet = later.contains { step in
        guard step.change.set.contains(name) else { return false }
        return step.change.set[name] == value || step.change.was[name] != value
      }
      if !isSet { (set[name], was[name]) = (value, change.was[name]) }
    }
    return Change(kind: change.kind, id: change.id, set: set, was: was)
  }

  /// Returns the fields that revert a change but keep those of others; empty if others set all of them.
  func fields(without change: Change, original: Stamp) -> Fields {
    let others = concurrentSteps(of: change, original)
    guard !others.isEmpty, !change.isCreation || others.contains(where: \.change.isCreation) else {
      return change.earlier
    }
    var fields = Fields()
    for (name, _) in effectivePart(of: change, original: original).set.members {
      let before = steps(of: change).filter { $0.stamp < original && $0.change.set.contains(name) }
      let last = before.max { $0.stamp < $1.stamp }
      fields[name] = last?.change.set[name] ?? change.was[name]
    }
    return fields
  }

  private func steps(of change: Change) -> [Step] {
    (steps[change.id] ?? []).filter { $0.change.kind == change.kind }
  }

  private func concurrentSteps(of change: Change, _ original: Stamp) -> [Step] {
    steps(of: change).filter { $0.isManual && $0.stamp.node != original.node }
  }
}
