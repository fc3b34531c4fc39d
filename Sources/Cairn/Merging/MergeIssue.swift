/// Something about merged records that a person should look at.
package struct MergeIssue: Sendable, Hashable {
  /// What happened.
  package enum Kind: String, Sendable {
    /// A session ended because another of its kind was started.
    case endedByOtherStart = "ended by other start"
    /// A press of the timer changed nothing.
    case ineffectivePress = "ineffective press"
    /// Two sessions of a kind have time in common; both count.
    case overlap = "overlap"
    /// Other sessions took all time of a session.
    case noTimeLeft = "no time left"
    /// A record was merged into one that is deleted or about another book.
    case ineffectiveMerge = "ineffective merge"
    /// A session ends on a page before the one on which it starts.
    case endsBeforeStart = "ends before start"
    /// A session starts with pages that were counted before.
    case pagesCountedBefore = "pages counted before"
    /// A stated flash is not the first attempt.
    case notFirstAttempt = "not first attempt"
    /// A value lost against one of a person who did not know of it.
    case lostValue = "lost value"
    /// A record was deleted by one person and changed by another who did not know of that.
    case changedWhereDeleted = "changed where deleted"
  }

  /// What happened.
  package let kind: Kind
  /// The session, book, attempt or record it is about.
  package let record: RecordID
  /// The other session or record, or the mutation.
  package var other: RecordID?
  /// The times or pages, as far as the kind has any.
  package var numbers: [Int64] = []
  /// The field of a value that lost.
  package var field: String?
  /// The value that lost.
  package var value: FieldValue?

  init(_ kind: Kind, _ record: RecordID, _ other: RecordID? = nil, numbers: [Int64] = []) {
    (self.kind, self.record, self.other, self.numbers) = (kind, record, other, numbers)
  }
}
