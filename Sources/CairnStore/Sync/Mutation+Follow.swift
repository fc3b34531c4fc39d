import Cairn

extension Mutation {
  /// Whether a value it sets merely follows from a session that it changes: where the reader is, and
  /// that a book was begun or read to its end.
  ///
  /// Nothing is lost with such a value, for the session keeps what it follows from.
  func followsSession(_ field: String, of kind: RecordKind) -> Bool {
    guard Self.followers[kind]?.contains(field) == true else { return false }
    return changes.contains { $0.kind == SessionRecord.kind }
  }

  private static let followers: [RecordKind: [String]] = [
    ReadThrough.recordKind: ["position", "started", "finished", "stopped", "outcome", "edition"],
    Entry.recordKind: ["status"],
  ]
}

extension RecordKind {
  /// Whether nobody chooses the values of a field: they say what a rule did, or where something stands
  /// among others.
  func isUnchosen(_ field: String) -> Bool {
    let isPlace =
      (self == Climb.recordKind && field == "position")
      || (self == Attempt.recordKind && field == "number")
    return isPlace || Self.unchosen.contains(field)
  }

  private static let unchosen: Set = [
    RecordField.deleted, "mark", "activeDevice", "isClockAdjusted", "isStartAutomatic", "isFinishAutomatic",
    "sourceRow", "pageCount", "reportedCompleted", "reportedStory", "enrichmentPromptShown",
    "enrichmentAsked", "enrichmentAskedOf", "enrichmentCompleted",
  ]
}
