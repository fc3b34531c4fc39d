import Cairn
import CairnSQL

/// The changes that other devices made to the records of a history entry.
///
/// Undo restores the state without the entry, and keeps concurrent changes by other devices.
struct ConcurrentChanges {
  private struct Step {
    let stamp: Stamp
    let change: Change
    /// Whether a person made the change, not as an undo.
    let isMeant: Bool
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
      try MutationTable.hasOther(than: target.node, in: connection)
    else { return }
    let ids = Set(parts.flatMap { $0.changes.map(\.id) })
    var standing: [RecordID: Bool] = [:]
    for step in try MutationTable.all(mentioningAnyOf: ids, in: connection) {
      let stands = try standing[step.line] ?? Self.stands(step.line, connection)
      standing[step.line] = stands
      guard stands else { continue }
      let isMeant = step.undoes == nil && !step.line.isAutomaticEntry
      for change in step.netChanges where ids.contains(change.id) {
        let step = Step(stamp: step.stamp, change: change, isMeant: isMeant)
        steps[change.id, default: []].append(step)
      }
    }
  }

  private static func stands(_ line: RecordID, _ connection: any SQLConnection) throws -> Bool {
    try HistoryQuery.find(line, in: connection)?.stands == true
  }

  /// Returns the part of a change that no other device overwrote later without knowledge of it.
  func rest(of change: Change, made: Stamp) -> Change {
    let later = meant(of: change, made).filter { $0.stamp > made }
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
  func fields(without change: Change, made: Stamp) -> Fields {
    let others = meant(of: change, made)
    guard !others.isEmpty, !change.isCreation || others.contains(where: \.change.isCreation) else {
      return change.earlier
    }
    var fields = Fields()
    for (name, _) in rest(of: change, made: made).set.members {
      let before = steps(of: change).filter { $0.stamp < made && $0.change.set.contains(name) }
      let last = before.max { $0.stamp < $1.stamp }
      fields[name] = last?.change.set[name] ?? change.was[name]
    }
    return fields
  }

  private func steps(of change: Change) -> [Step] {
    (steps[change.id] ?? []).filter { $0.change.kind == change.kind }
  }

  private func meant(of change: Change, _ made: Stamp) -> [Step] {
    steps(of: change).filter { $0.isMeant && $0.stamp.node != made.node }
  }
}
