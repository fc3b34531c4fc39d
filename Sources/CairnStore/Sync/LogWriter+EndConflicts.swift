import Cairn
import CairnSQL

/// An end position or mood that one device set while another split the session.
struct EndConflict {
  let session: RecordID
  let name: String
  /// The mutation that split the session.
  let split: Mutation
  /// The mutation that set the end.
  let other: Mutation

  /// Creates nil for a field that is not an end, or if both or neither of the mutations split the session.
  init?(_ session: RecordID, _ name: String, _ one: Mutation?, _ another: Mutation?) {
    guard Self.isEnd(name), let one, let another,
      one.splits(session) != another.splits(session), !one.merges, !another.merges
    else { return nil }
    (self.session, self.name) = (session, name)
    (split, other) = one.splits(session) ? (one, another) : (another, one)
  }

  /// Returns whether a field belongs to the end of a session.
  static func isEnd(_ name: String) -> Bool { ["endPosition", "moodAfter"].contains(name) }
}

extension LogWriter {
  /// Moves an end that another device set on the whole session to the last part of the split.
  ///
  /// The first part ends at the split. If the end is before the split, both parts end there.
  func resolveEndConflicts(_ ends: [EndConflict]) throws {
    for end in ends {
      guard let begun = end.split.begun.first,
        let part = try RecordTable.find(SessionRecord.kind, begun.record, in: connection),
        let cut = end.split.change(of: end.session),
        let set = end.other.change(of: end.session)?.set[end.name],
        part.deletion == nil, part.fields[end.name] == cut.was[end.name]
      else { continue }
      try beginAutomaticMutation()
      title = "End of a split session set"
      let isBefore = set.isBefore(cut.set[end.name])
      var (first, last) = (Fields(), Fields())
      first[end.name] = isBefore ? set : cut.set[end.name]
      last[end.name] = set
      if isBefore { last["startPosition"] = set }
      try self.set(first, SessionRecord.kind, end.session)
      try self.set(last, SessionRecord.kind, begun.record)
    }
  }
}

extension Mutation {
  /// Whether it merged a session or a book into another.
  fileprivate var merges: Bool { changes.contains { $0.set["mergedInto"] != .null } }

  /// Returns whether it split the session in two.
  fileprivate func splits(_ id: RecordID) -> Bool {
    begun.count == 1 && begun[0].record != id
      && changes.contains { $0.id == id && $0.set["segments"] != .null }
  }
}

extension FieldValue {
  /// Returns whether it is a position before the other one.
  fileprivate func isBefore(_ other: FieldValue) -> Bool {
    guard case .text(let one) = self, case .text(let another) = other,
      let one = try? Position(text: one), let another = try? Position(text: another)
    else { return false }
    return one.isBefore(another, pages: nil)
  }
}
