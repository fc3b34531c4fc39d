import Cairn
import CairnSQL

extension LogWriter {
  /// Whether a record holds what a change set, but for what rules made of it since.
  func stands(_ change: Change, of record: Record, since made: Stamp) throws -> Bool {
    let newer = record.changed(change, since: made)
    guard !newer.isEmpty else { return true }
    let later = try later(change, made)
    guard later.allSatisfy(\.line.isOfRule) else { return false }
    let rules = Set(later.map(\.stamp))
    return newer.allSatisfy { name in record.stamp(of: name).map(rules.contains) ?? false }
  }

  func changedSince(_ change: Change, _ made: Stamp) throws -> CairnError {
    let later = try later(change, made).first { !$0.line.isOfRule }?.title
    return CairnError(
      "history.changed_since",
      "\(Self.thing(change.kind)) was changed again since, by “\(later ?? "another device")”.",
      hint: "Undo that first, or keep what was changed since with --keep-changed."
    )
  }

  /// What set something since of what a change set, the latest first.
  ///
  /// A record that was made counts as a whole. Others only mention the id, or set other fields.
  private func later(_ change: Change, _ made: Stamp) throws -> [Mutation] {
    try MutationTable.all(mentioning: change.id, after: made, in: connection)
      .filter { $0.changes.contains { $0.touches(change) } }
  }

  /// What a record is to a person: `A book`.
  private static func thing(_ kind: RecordKind) -> String {
    switch kind {
    case Entry.recordKind, Work.recordKind: "A book"
    case Author.recordKind, Edition.recordKind: "An \(kind.name)"
    case ReadThrough.recordKind: "A reading"
    case Freeze.recordKind: "A day of rest"
    default: "A \(kind.name)"
    }
  }
}

extension Record {
  /// The fields that hold other than a change set: none of them, and taking it back loses nothing.
  ///
  /// A record that was made must hold nothing newer, since all of it goes. What is older it held
  /// before it was made once more, by an import that had been undone.
  fileprivate func changed(_ change: Change, since made: Stamp) -> [String] {
    let own = change.set.members.map(\.name).filter { fields[$0] != change.set[$0] }
    guard change.isCreation else { return own }
    return own
      + fields.members.map(\.name).filter { name in
        change.set[name] != fields[name] && stamp(of: name).map { $0 <= made } != true
      }
  }
}
