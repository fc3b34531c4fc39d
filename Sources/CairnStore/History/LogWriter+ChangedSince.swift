import Cairn
import CairnSQL

extension LogWriter {
  func changedSince(_ change: Change, _ made: Stamp) throws -> CairnError {
    let later = try MutationTable.all(mentioning: change.id, after: made, in: connection)
    let step = later.first { step in
      !step.line.isOfRule && step.undoes?.isOfRule != true
        && step.changes.contains { $0.touches(change) }
    }
    return CairnError(
      "history.changed_since",
      "\(Self.thing(change.kind)) was changed again since, by “\(step?.title ?? "another device")”.",
      hint: "Undo that first, or keep what was changed since with --keep-changed."
    )
  }

  /// What a record is to a person: `A book`.
  private static func thing(_ kind: RecordKind) -> String {
    switch kind {
    case Entry.recordKind, Work.recordKind: "A book"
    case Author.recordKind, Edition.recordKind: "An \(kind.name)"
    case ReadThrough.recordKind: "A reading"
    case RestDay.recordKind: "A rest day"
    default: "A \(kind.name)"
    }
  }
}

extension Record {
  /// Whether a change is still what the record holds, so that taking it back loses nothing.
  ///
  /// A record that was made, or brought back, must hold nothing newer, since all of it goes. What is older it held
  /// before it was made once more, by an import that had been undone. A session that a rule ended may go. What this
  /// write set, from the stamp `own` on, is not newer.
  func still(_ change: Change, since made: Stamp, own: Stamp) -> Bool {
    let matches = change.set.members.allSatisfy { name, value in
      fields[name] == value || stamp(of: name)?.isAutomatic == true
    }
    guard matches, change.isCreation || change.bringsBack else { return matches }
    return fields.members.allSatisfy { name, value in
      let isKnown = stamp(of: name).map { $0 <= made || own <= $0 || $0.isAutomatic } == true
      return change.set[name] == value || isKnown
    }
  }
}
