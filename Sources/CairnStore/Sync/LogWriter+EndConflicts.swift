import Cairn
import CairnSQL

/// A place or mood at the end of a session that one device set, while another cut the session in two.
struct EndConflict {
  let session: RecordID
  let name: String
  /// What cut it.
  let split: Mutation
  /// What set its end.
  let other: Mutation

  /// Nil where no end is meant, or not just one of both cut the session.
  init?(_ session: RecordID, _ name: String, _ one: Mutation?, _ another: Mutation?) {
    guard ["endPosition", "moodAfter"].contains(name), let one, let another,
      one.cuts(session) != another.cuts(session), !one.merges, !another.merges
    else { return nil }
    (self.session, self.name) = (session, name)
    (split, other) = one.cuts(session) ? (one, another) : (another, one)
  }
}

extension LogWriter {
  /// Gives the last part of sessions that were cut the end that another device gave the whole.
  ///
  /// The first part ends where the cut was. Where the end lies before the cut, both end there.
  func settleEnds(_ ends: [EndConflict]) throws {
    for end in ends {
      guard let begun = end.split.begun.first,
        let part = try RecordTable.find(SessionRecord.kind, begun.record, in: connection),
        let cut = end.split.change(of: end.session),
        let set = end.other.change(of: end.session)?.set[end.name],
        part.deletion == nil, part.fields[end.name] == cut.was[end.name]
      else { continue }
      try beginAutomaticMutation()
      title = "Give the last part of a session its end"
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
  /// Whether it merged a session, or a book, into another.
  fileprivate var merges: Bool { changes.contains { $0.set["mergedInto"] != .null } }

  /// Whether it cut a session in two.
  fileprivate func cuts(_ id: RecordID) -> Bool {
    begun.count == 1 && begun[0].record != id
      && changes.contains { $0.id == id && $0.set["segments"] != .null }
  }
}

extension FieldValue {
  /// Whether it is a place before another one.
  fileprivate func isBefore(_ other: FieldValue) -> Bool {
    guard case .text(let one) = self, case .text(let another) = other,
      let one = try? Position(text: one), let another = try? Position(text: another)
    else { return false }
    return one.isBefore(another, pages: nil)
  }
}
