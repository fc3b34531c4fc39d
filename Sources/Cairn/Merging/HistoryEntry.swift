/// One act of a person, with what their device knew of the acts of others.
package struct HistoryEntry: Sendable {
  /// The act.
  package let mutation: Mutation
  /// What the device knew, its own entries included.
  package let knowledge: Knowledge

  /// Creates an entry.
  package init(_ mutation: Mutation, knowledge: Knowledge) {
    (self.mutation, self.knowledge) = (mutation, knowledge)
  }

  /// Returns whether the act was done with knowledge of another.
  package func knows(_ other: HistoryEntry) -> Bool {
    knowledge.contains(other.mutation.stamp)
  }
}

extension [HistoryEntry] {
  /// How often each undone entry was undone and redone.
  package var turns: [RecordID: Int64] {
    var turns: [RecordID: Int64] = [:]
    for entry in self {
      guard let undone = entry.mutation.undoes else { continue }
      turns[undone] = Swift.max(turns[undone] ?? 0, entry.mutation.turn)
    }
    return turns
  }

  /// Whether each entry is in effect: an act, not an undo or redo, that is not undone.
  package var areInEffect: [Bool] {
    let turns = turns
    return map { $0.isInEffect(turns) }
  }
}

extension HistoryEntry {
  /// Returns whether the entry is an act that is not undone, by how often each one was undone and redone.
  func isInEffect(_ turns: [RecordID: Int64]) -> Bool {
    mutation.undoes == nil && (turns[mutation.id] ?? 0) % 2 == 0
  }

  /// Returns whether the entry is the last undo or redo of another.
  func isLasting(_ turns: [RecordID: Int64]) -> Bool {
    mutation.undoes.map { turns[$0] == mutation.turn } ?? false
  }
}
