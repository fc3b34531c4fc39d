extension [Mutation] {
  /// How often each undone entry was undone and redone.
  package var turns: [RecordID: Int64] {
    var turns: [RecordID: Int64] = [:]
    for mutation in self {
      guard let undone = mutation.undoes else { continue }
      turns[undone] = Swift.max(turns[undone] ?? 0, mutation.turn)
    }
    return turns
  }

  /// Whether each one is in effect: an act, not an undo or redo, that is not undone.
  package var areInEffect: [Bool] {
    let turns = turns
    return map { $0.isInEffect(turns) }
  }
}

extension Mutation {
  /// Returns whether the act was done with knowledge of another; one that does not say is taken to know.
  package func knows(_ other: Mutation) -> Bool {
    knowledge == nil && stamp.node != other.stamp.node
      || knows(other.stamp) == true || knows(other.origin) == true
  }

  /// Returns whether neither of two acts was done with knowledge of the other.
  package func isConcurrent(with other: Mutation) -> Bool { !knows(other) && !other.knows(self) }

  /// Returns whether it is an act that is not undone, by how often each one was undone and redone.
  ///
  /// An undo of format 2 set values of its own, so it counts as an act.
  func isInEffect(_ turns: [RecordID: Int64]) -> Bool {
    undoes == nil
      ? (turns[entry] ?? 0) % 2 == 0 : !changes.isEmpty && changes.allSatisfy { $0.stamps.isEmpty }
  }

  /// Returns whether it is the last undo or redo of another.
  func isLasting(_ turns: [RecordID: Int64]) -> Bool { undoes.map { turns[$0] == turn } ?? false }
}
