import Cairn
import CairnSQL

extension LogWriter {
  func changedSinceError(_ change: Change, _ made: Stamp) throws -> CairnError {
    let laterMutations = try MutationTable.all(mentioning: change.id, after: made, in: connection)
    let step = laterMutations.first { step in
      !step.entry.isAutomaticEntry && step.undoes?.isAutomaticEntry != true
        && step.changes.contains { $0.prevents(revertingOf: change) }
    }
    return CairnError(
      "history.changed_since",
      "\(Self.nounPhrase(change.kind)) was changed later, by “\(step?.title ?? "another device")”.",
      hint: "Undo that first, or keep later changes with --keep-changed."
    )
  }

  /// Returns the name of a kind of record in a sentence, such as `A book`.
  private static func nounPhrase(_ kind: RecordKind) -> String {
    switch kind {
    case Entry.recordKind, Work.recordKind: "A book"
    case Author.recordKind, Edition.recordKind: "An \(kind.name)"
    case ReadThrough.recordKind: "A reading"
    case RestDay.recordKind: "A rest day"
    default: "A \(kind.name)"
    }
  }
}

extension Change {
  /// Returns whether it is a later edit that a revert of `change` would lose: deleting a record loses all edits.
  fileprivate func prevents(revertingOf change: Change) -> Bool {
    guard change.isRestoration else { return overlapsFields(change) }
    return (kind, id) == (change.kind, change.id)
  }
}

extension Record {
  /// Returns whether the record still has the values of a change, so that undo loses nothing.
  ///
  /// A created or restored record is deleted as a whole, so it must have no newer values. Older ones predate its
  /// repeated creation, after the undo of an import. Automatic values do not count, nor does what this write set, from
  /// the stamp `own` on.
  func stillHas(_ change: Change, since made: Stamp, own: Stamp) -> Bool {
    let matches = change.set.members.allSatisfy { name, value in
      fields[name] == value || stamp(of: name)?.isAutomatic == true
    }
    guard matches, change.isCreation || change.isRestoration else { return matches }
    return fields.members.allSatisfy { name, value in
      let isKnown = stamp(of: name).map { $0 <= made || own <= $0 || $0.isAutomatic } == true
      // A restoration states few fields: one that was cleared since is not among them.
      let isStated = change.isCreation || change.set.contains(name)
      return isStated && change.set[name] == value || isKnown
    }
  }
}
