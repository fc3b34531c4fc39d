public import Cairn
import CairnSQL

extension LogWriter {
  /// Applies a plan as one line of history that is undone as one.
  ///
  /// `progress` hears how many items are done. A second run of the same plan changes nothing and
  /// leaves no line. What the person deleted stays deleted, and a session whose time is taken by
  /// another is left out; both are reported.
  public func apply(
    _ plan: ImportPlan,
    progress: (Int) throws -> Void
  ) throws -> ImportReport {
    title = plan.title
    beginBatch()
    var run = ImportRun(plan, self)
    for (index, item) in plan.items.enumerated() {
      try run.apply(item)
      try progress(index + 1)
    }
    return run.report
  }
}

extension Log {
  /// Applies a plan, or with `dryRun` tells exactly what it would do and changes nothing.
  public func apply(
    _ plan: ImportPlan,
    dryRun: Bool,
    progress: @escaping @Sendable (Int) throws -> Void
  ) async throws -> ImportReport {
    do {
      return try await write(plan.title) { writer in
        let report = try writer.apply(plan, progress: progress)
        if dryRun { throw DryRun(report: report) }
        return report
      }
    } catch let only as DryRun {
      return only.report
    }
  }

  private struct DryRun: Error {
    let report: ImportReport
  }

  /// What an import looks up to find books again.
  public func libraryIndex() async throws -> LibraryIndex {
    try await read { connection in
      var index = LibraryIndex()
      try connection.each("SELECT id, name FROM author ORDER BY id") {
        index.add(Identifier<Author>(try $0.id(0)), name: try $0.text(1))
      }
      try connection.each(
        """
        SELECT work.id, work.title, (
          SELECT author.name FROM credit JOIN author ON author.id = credit.author
          WHERE credit.work = work.id AND credit.is_contributor = 0
          ORDER BY credit.position LIMIT 1)
        FROM work ORDER BY work.id
        """
      ) {
        index.add(
          Identifier<Work>(try $0.id(0)),
          title: try $0.text(1),
          author: try $0.textOrNil(2)
        )
      }
      try connection.each("SELECT id, isbn, work FROM edition WHERE isbn IS NOT NULL ORDER BY id") {
        index.add(
          Identifier<Edition>(try $0.id(0)),
          isbn: try $0.text(1),
          of: Identifier(try $0.id(2))
        )
      }
      try connection.each(
        """
        SELECT reading.entry, reading.read_through
        FROM session JOIN reading ON reading.session = session.id
        WHERE session.source IS NOT NULL
        ORDER BY session.started_at DESC
        """
      ) {
        index.add(Identifier<ReadThrough>(try $0.id(1)), of: Identifier(try $0.id(0)))
      }
      try connection.each(
        """
        SELECT entry, id FROM read_through
        WHERE outcome IS NULL
        ORDER BY id DESC
        """
      ) {
        index.add(Identifier<ReadThrough>(try $0.id(1)), of: Identifier(try $0.id(0)))
      }
      try connection.each("SELECT id, work FROM entry ORDER BY id") {
        index.add(Identifier<Entry>(try $0.id(0)), of: Identifier(try $0.id(1)))
      }
      return index
    }
  }
}
