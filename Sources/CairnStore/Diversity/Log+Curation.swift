public import Cairn
import CairnSQL

extension LogWriter {
  /// Records the first time that no fact is missing from the shelf.
  ///
  /// Only a real change can complete it: an answer, or a book that was deleted, merged or moved to the wishlist; an
  /// undo cannot. At least one fact must be the person's own. The whole shelf is read only if a query for one missing
  /// fact finds none.
  func recordCompletion() throws {
    guard mayComplete, state.entry.undoes == nil,
      try find(CompletedShelf.self, CompletedShelf.id) == nil, try !lacksFactOfWork(),
      try hasOwnFact()
    else { return }
    let books = try DescribedShelf(connection).books.filter { !$0.isOnWishlist }
    guard !books.isEmpty, books.allSatisfy(\.missing.isEmpty) else { return }
    try save(CompletedShelf(at: now))
  }

  private func hasOwnFact() throws -> Bool {
    let query: SQL = "SELECT 1 FROM fact WHERE source = \(FactSource.me.name) LIMIT 1"
    return try connection.first(query) { _ in true } ?? false
  }

  /// Returns whether a book outside the wishlist lacks a fact about the work itself.
  private func lacksFactOfWork() throws -> Bool {
    for kind in FactKind.ofWorks {
      let query: SQL = """
        SELECT 1 FROM entry
        WHERE status <> \(ReadingStatus.wishlist.name)
          AND NOT EXISTS (SELECT 1 FROM fact WHERE subject = entry.work AND kind = \(kind.name))
        LIMIT 1
        """
      if try connection.first(query, { _ in true }) == true { return true }
    }
    return false
  }
}

/// All answers ever given about authors and works, unordered, and when the shelf was first complete.
public typealias GivenAnswers = (answers: [GivenAnswer], completed: Completion?)

extension Log {
  /// Returns every answer ever given, read from the records, which retain removed answers.
  public func givenAnswers() async throws -> GivenAnswers {
    try await read { try Self.givenAnswers(in: $0) }
  }

  fileprivate static func givenAnswers(in connection: any SQLConnection) throws -> GivenAnswers {
    var answers: [GivenAnswer] = []
    for kind in [Author.recordKind, Work.recordKind] {
      let hasFacts: SQL = "kind = \(kind.name) AND CAST(fields AS TEXT) LIKE '%\"fact.%'"
      try RecordTable.each(kind, where: hasFacts, in: connection) {
        answers += GivenAnswer.all(in: $0)
      }
    }
    let whole = try RecordTable.find(CompletedShelf.recordKind, CompletedShelf.id, in: connection)
    return (answers, whole.flatMap { Completion($0) })
  }
}

extension Change {
  /// Whether the change can remove the last missing fact from the shelf.
  var mayCompleteShelf: Bool {
    switch kind {
    case Author.recordKind, Work.recordKind:
      set.members.contains { $0.name.utf8.starts(with: "fact.".utf8) || $0.name == "credits" }
    case Entry.recordKind:
      (["status"] + RecordField.existence).contains { set.contains($0) }
    default: false
    }
  }
}

extension LogWriter {
  /// Returns every answer given so far; see ``Log/givenAnswers()``.
  public func givenAnswers() throws -> GivenAnswers { try Log.givenAnswers(in: connection) }
}
