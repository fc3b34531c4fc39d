public import Cairn
import CairnSQL

extension LogWriter {
  /// Notes that nothing is unknown, the first time that an action makes it so: an answer, or a book
  /// that is deleted, wished for or merged.
  ///
  /// What says the same again changes nothing and is none; an undo only takes back. Something of it
  /// must be the person's own word. Of nearly every shelf one row tells that something is unknown;
  /// only else is all of it read.
  func noteCompletion() throws {
    guard mayComplete, undoes == nil,
      try find(CompletedShelf.self, CompletedShelf.id) == nil, try !lacksFactOfWork(),
      try hasOwnFact()
    else { return }
    let books = try DescribedShelf(connection).books.filter { !$0.isWished }
    guard !books.isEmpty, books.allSatisfy(\.missing.isEmpty) else { return }
    try save(CompletedShelf(at: now))
  }

  private func hasOwnFact() throws -> Bool {
    let query: SQL = "SELECT 1 FROM fact WHERE source = \(FactSource.me.name) LIMIT 1"
    return try connection.first(query) { _ in true } ?? false
  }

  /// Whether of some book that is not only wished for a fact of the work itself is unknown.
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

/// Everything that was ever said of authors and works, in no particular order, and when nothing was
/// unknown for the first time.
public typealias GivenAnswers = (answers: [GivenAnswer], completed: Completion?)

extension Log {
  /// What was ever said, read from the records themselves, which remember what was taken back.
  public func givenAnswers() async throws -> GivenAnswers {
    try await read { try Self.givenAnswers(in: $0) }
  }

  fileprivate static func givenAnswers(in connection: any SQLConnection) throws -> GivenAnswers {
    var answers: [GivenAnswer] = []
    for kind in [Author.recordKind, Work.recordKind] {
      let said: SQL = "kind = \(kind.name) AND CAST(fields AS TEXT) LIKE '%\"fact.%'"
      try RecordTable.each(kind, where: said, in: connection) {
        answers += GivenAnswer.all(in: $0)
      }
    }
    let whole = try RecordTable.find(CompletedShelf.recordKind, CompletedShelf.id, in: connection)
    return (answers, whole.flatMap { Completion($0) })
  }
}

extension Change {
  /// Whether nothing may be unknown after it although something was before.
  var mayCompleteShelf: Bool {
    switch kind {
    case Author.recordKind, Work.recordKind:
      set.members.contains { $0.name.utf8.starts(with: "fact.".utf8) || $0.name == "credits" }
    case Entry.recordKind:
      set.members.contains { [RecordField.deleted, "status"].contains($0.name) }
    default: false
    }
  }
}

extension LogWriter {
  /// What was ever said until now, as ``Log/givenAnswers()`` tells it.
  public func givenAnswers() throws -> GivenAnswers { try Log.givenAnswers(in: connection) }
}
