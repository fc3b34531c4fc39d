import Cairn

extension HistoryCheck {
  /// An undo leaves what there would be had the act never been; undone and redone nothing has changed.
  func undoIsNever(_ entry: Mutation) throws(Failure) {
    let id = entry.id
    let isUnknown = entries.allSatisfy { $0.id == id || !$0.knows(entry) }
    var undone = person
    try perform(.undo(id), &undone)
    if isUnknown { try isNever(entry, undone.view) }
    try perform(.redo(id), &undone)
    guard !person.log.hasUnsettled(entry.changes) else { return }
    try require(Shape(undone.view) == shape, "undo and redo is not nothing", entry.title)
  }

  private func perform(_ act: Act, _ person: inout Person) throws(Failure) {
    do { try person.perform(act, at: 1_000_000) } catch { throw Failure("undo refused", act.name) }
  }

  private func isNever(_ entry: Mutation, _ undone: LogView) throws(Failure) {
    var log = base
    for other in entries where other.id != entry.id { log.apply(other) }
    // It also settles what earlier undos left.
    guard !log.hasUnsettled(entry.changes) else { return }
    let isNever = Shape(undone) == Shape(LogView(log.content))
    try require(isNever, "undo is not never", entry.title)
  }

  /// One act undone after another, whichever first, leaves what there was; all redone, what there is.
  func allUndoneIsNever() throws(Failure) {
    let acts = entries.filter { isInEffect($0) }
    let all = (base.history + entries).flatMap { $0.changes }
    guard !acts.isEmpty, !person.log.hasUnsettled(all) else { return }
    let never = try shapeWithoutActs()
    for order in [acts, acts.reversed()] {
      var undone = person
      for act in order { try perform(.undo(act.id), &undone) }
      try require(Shape(undone.view) == never, "all undone is not never", order[0].title)
      for act in order { try perform(.redo(act.id), &undone) }
      try require(
        Shape(undone.view) == shape,
        "all redone is not the same",
        order[0].title
      )
    }
  }

  /// Returns the base without what was undone of it.
  private func shapeWithoutActs() throws(Failure) -> Shape {
    var never = Person(node: 9, base)
    for entry in base.history where entry.undoes == nil && !isInEffect(entry) {
      try perform(.undo(entry.id), &never)
    }
    return Shape(never.view)
  }
}

extension SimulatedLog {
  /// Returns whether one of the fields has a value that an undo put back and that another one, unknown to it, undid.
  fileprivate func hasUnsettled(_ changes: [Change]) -> Bool {
    changes.contains { change in
      change.set.members.contains { isUnsettled(change.id, $0.name) }
    }
  }

  private func isUnsettled(_ id: RecordID, _ name: String) -> Bool {
    guard let record = record(id), let stamp = record.stamp(of: name), stamp.turn > 0 else {
      return false
    }
    let acts = zip(history, history.areInEffect).filter(\.1).map(\.0)
    let last = acts.filter { act in act.changes.contains { $0.id == id && $0.set.contains(name) } }
      .max { $0.stamp < $1.stamp }
    let due = last?.changes.first { $0.id == id }?.set[name] ?? .null
    return due != record.fields[name]
  }
}
