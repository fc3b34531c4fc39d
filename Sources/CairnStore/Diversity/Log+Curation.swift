public import Cairn
import CairnSQL

extension LogWriter {
  /// Notes that nothing is unknown, the first time an answer makes it so.
  ///
  /// Of nearly every shelf one row tells that something is unknown; only else is all of it read.
  func noteCompletion() throws {
    guard try find(CompletedShelf.self, CompletedShelf.id) == nil, try !lacksFactOfWork()
    else { return }
    let books = try DescribedShelf(connection).books.filter { !$0.isWished }
    guard !books.isEmpty, books.allSatisfy(\.missing.isEmpty) else { return }
    try save(CompletedShelf(at: now))
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
public typealias GivenAnswers = (answers: [GivenAnswer], completed: Instant?)

extension Log {
  /// What was ever said, read from the records themselves, which remember what was taken back.
  public func givenAnswers() async throws -> GivenAnswers {
    try await read { try Self.givenAnswers(in: $0) }
  }

  fileprivate static func givenAnswers(in connection: any SQLConnection) throws -> GivenAnswers {
    var answers: [GivenAnswer] = []
    for kind in [Author.recordKind, Work.recordKind] {
      let said: SQL = "kind = \(kind.name) AND fields LIKE '%\"fact.%'"
      try RecordTable.each(kind, where: said, in: connection) {
        answers += GivenAnswer.all(in: $0)
      }
    }
    let whole = try RecordTable.find(CompletedShelf.recordKind, CompletedShelf.id, in: connection)
    let isThere = whole?.deletion == nil
    return (answers, isThere ? try whole?.fields.instant("at") : nil)
  }
}

extension LogWriter {
  /// What was ever said until now, as ``Log/givenAnswers()`` tells it.
  public func givenAnswers() throws -> GivenAnswers { try Log.givenAnswers(in: connection) }
}
