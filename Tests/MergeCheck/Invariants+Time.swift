import Cairn

extension HistoryCheck {
  /// All time that an act added counts, unless an act removed it that knew, where nothing is reported.
  func noTimeIsLost() throws(Failure) {
    let counted = person.view.counted
    for entry in entries where isInEffect(entry) {
      for (kind, added) in effects[entry.id]?.added ?? [:] {
        let lost = lost(entry, kind, added, counted[kind] ?? [])
        try require(lost.isEmpty, "time lost", "\(entry.title) \(kind) \(lost)")
      }
    }
    try noTimeOfTheBaseIsLost(counted)
  }

  private func lost(
    _ entry: Mutation,
    _ kind: String,
    _ added: [Segment],
    _ counted: [Segment]
  ) -> [Segment] {
    let isAgain = ["restore", "undo", "redo"].contains(entry.title)
    // An undo may have brought back what another act had added, which is undone by now.
    if isAgain, entries.contains(where: { $0.undoes == nil && !isInEffect($0) }) {
      return []
    }
    var lost = untilPressed(added, isAgain).subtracting(counted)
      .clipped(.beginning, Instant(milliseconds: now))
    for other in entries {
      let effect = effects[other.id]
      let knew = other.knows(entry) && other.id != entry.id
      if knew, effect?.wasReported ?? false { return [] }
      if knew || isAgain { lost = lost.subtracting(effect?.removed[kind] ?? []) }
    }
    return lost
  }

  /// A session ran on as its device saw it, until somebody pressed stop.
  private func untilPressed(_ added: [Segment], _ isAgain: Bool) -> [Segment] {
    let pressed =
      entries
      .filter { ["pause", "stop"].contains($0.title) && isInEffect($0) }
      .map { $0.stamp.instant }
    if isAgain {
      return added.filter { $0.end != nil }.clipped(.beginning, pressed.min() ?? .endless)
    }
    guard let last = added.last, last.end == nil else { return added }
    return added.clipped(.beginning, pressed.filter { $0 > last.start }.min() ?? .endless)
  }

  private func noTimeOfTheBaseIsLost(_ counted: TimeByKind) throws(Failure) {
    let isOver = entries.contains { entry in
      entry.changes.contains { $0.set.members.contains { $0.name.hasPrefix("over.") } }
    }
    guard !isOver, effects.values.allSatisfy({ !$0.wasReported }) else { return }
    for (kind, held) in LogView(base.content).counted {
      var lost = held.subtracting(counted[kind] ?? [])
        .clipped(.beginning, Instant(milliseconds: now))
      for effect in effects.values { lost = lost.subtracting(effect.removed[kind] ?? []) }
      try require(lost.isEmpty, "time of the base lost", "\(kind) \(lost)")
    }
  }

  /// What was deleted stays deleted unless somebody restores it.
  func staysDeleted() throws(Failure) {
    for entry in entries where entry.title == "delete" && isInEffect(entry) {
      for change in entry.changes { try staysDeleted(change) }
    }
  }

  private func staysDeleted(_ change: Change) throws(Failure) {
    let view = person.view
    if view.content.session(change.id)?.isDeleted == true {
      let isShown = view.sessions.contains { session in
        session.members.contains { view.content.sessions[$0].id == change.id }
      }
      try require(!isShown, "deleted and shown", change.id.shortName)
    } else {
      let isRestored = entries.contains { entry in
        ["restore", "undo", "redo"].contains(entry.title)
          && entry.changes.contains {
            $0.id == change.id && $0.set.contains(RecordField.isDeleted)
          }
      }
      try require(isRestored, "back without a restore", change.id.shortName)
    }
  }
}
