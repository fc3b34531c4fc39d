extension Mutation {
  /// Returns whether a value it sets is derived from a session that it changes.
  ///
  /// Examples are the bookmark and the start or end of a reading. Such a value needs no conflict, because the session
  /// keeps its source.
  package func isDerivedFromSession(_ field: String, of kind: RecordKind) -> Bool {
    guard Self.followers[kind]?.contains(field) == true else { return false }
    return changes.contains { $0.kind == SessionRecord.kind }
  }

  private static let followers: [RecordKind: [String]] = [
    ReadThrough.recordKind: ["position", "started", "finished", "stopped", "outcome", "edition"],
    Entry.recordKind: ["status"],
  ]
}

extension RecordKind {
  /// Returns whether no person chooses the field's value: it is set automatically, or a position in a list.
  package func isComputed(_ field: String) -> Bool {
    let isPosition =
      (self == Climb.recordKind && field == "position")
      || (self == Attempt.recordKind && field == "number")
    return isPosition || Self.computed.contains(field)
  }

  private static let computed: Set = [
    RecordField.deleted, RecordField.isDeleted, "clockMark", "activeDevice", "isClockAdjusted",
    "isStartAutomatic", "isFinishAutomatic",
    "sourceRow", "pageCount", "reportedCompleted", "reportedStory", "enrichmentPromptShown",
    "enrichmentAsked", "enrichmentAskedOf", "enrichmentCompleted",
  ]
}
