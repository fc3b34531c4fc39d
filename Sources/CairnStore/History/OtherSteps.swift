import Cairn
import CairnSQL

/// What was done with the things of a line of history that another device changed as well.
///
/// Undo leaves a thing as it would be had the line never been: with what another device set without knowing of it.
struct OtherSteps {
  private var steps: [RecordID: [(stamp: Stamp, change: Change, isUndo: Bool)]] = [:]

  /// Nothing was done elsewhere.
  init() {}

  /// Reads what stands of the things that a line changed, where another device did something.
  init(
    beside target: HistoryRow,
    _ parts: [Mutation],
    in connection: any SQLConnection
  ) throws {
    guard target.undoes == nil, try MutationTable.hasOther(than: target.node, in: connection)
    else { return }
    let ids = Set(parts.flatMap { $0.changes.map(\.id) })
    var standing: [RecordID: Bool] = [:]
    for step in try MutationTable.all(mentioningAnyOf: ids, in: connection)
    where !step.line.isOfRule {
      let stands = try standing[step.line] ?? Self.stands(step.line, connection)
      standing[step.line] = stands
      guard stands else { continue }
      for change in step.netChanges where ids.contains(change.id) {
        steps[change.id, default: []].append((step.stamp, change, step.undoes != nil))
      }
    }
  }

  private static func stands(_ line: RecordID, _ connection: any SQLConnection) throws -> Bool {
    try HistoryQuery.find(line, in: connection)?.stands == true
  }

  /// What puts a record back as it would be without a change; empty where others set all of it as well.
  func fields(without change: Change, made: Stamp) -> Fields {
    let all = (steps[change.id] ?? []).filter { $0.change.kind == change.kind }
    let others = all.filter { $0.stamp.node != made.node && !$0.isUndo }
    guard !others.isEmpty, !change.isCreation || others.contains(where: \.change.isCreation) else {
      return change.earlier
    }
    var fields = Fields()
    for (name, value) in change.set.members
    where !others.contains(where: { $0.stamp > made && $0.change.set[name] == value }) {
      let before = all.filter { $0.stamp < made && $0.change.set.contains(name) }
      let last = before.max { $0.stamp < $1.stamp }
      fields[name] = last?.change.set[name] ?? change.was[name]
    }
    return fields
  }
}
