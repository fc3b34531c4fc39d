package import Cairn
package import CairnJSON
package import CairnReports
import CairnStore

// The JSON form of imports, documented in `docs/cli.md`.

/// The result of an import, or its preview.
package struct ImportSummary: JSONModel {
  let result: ImportResult
  /// Whether it is a preview.
  let isDry: Bool

  /// Creates the summary.
  package init(_ result: ImportResult, isDry: Bool) {
    (self.result, self.isDry) = (result, isDry)
  }

  package static let fields = JSONFields<ImportSummary>(
    named: "ImportReport",
    [
      .init("title", \.result.title),
      .init("dry_run", \.isDry),
      .init("added", \.result.added),
      .init("updated", \.result.updated),
      .init("unchanged", \.result.unchanged),
      .init("kept", \.result.kept),
      .init("replaced", \.result.replaced),
      .object("books", \.result.books, bookFields),
      .init("items", \.result.items),
      .init("skipped", \.result.skipped),
      .init("issues", \.result.issues),
    ]
  )

  private static let bookFields: JSONFields<[String: Int]> = [
    .list(
      "statuses",
      { books in ReadingStatus.all.compactMap { status in books[status.name].map { (status, $0) } }
      },
      [.init("status", .string) { $0.0 }, .init("count") { $0.1 }]
    ),
    .init("with_isbn") { $0["with_isbn"] ?? 0 },
    .init("without_isbn") { $0["without_isbn"] ?? 0 },
    .init("similar") { $0["similar"] ?? 0 },
  ]
}

extension ImportResult.Item: JSONModel {
  package static let fields: JSONFields<ImportResult.Item> = [
    .init("line", .integer, \.line),
    .init("title", \.title),
    .init("kind", .choice(["book", "session", "annotation", "climb", "story"]), \.kindName),
    .init("change", .choice(["added", "changed"])) {
      $0.changedFields.isEmpty ? "added" : "changed"
    },
    .init("fields", \.changedFields),
  ]
}

extension ImportIssue: JSONModel {
  package static let fields: JSONFields<ImportIssue> = [
    .init("line", .integer, \.line),
    .init("message", \.message),
  ]
}

/// The result of merging an exported log, or its preview, with a limited number of entries of each kind.
package struct LogMergeSummary: JSONModel {
  let report: LogMergeReport
  let limit: Int

  /// Creates the summary.
  package init(_ report: LogMergeReport, limit: Int = .max) {
    (self.report, self.limit) = (report, limit)
  }

  package static let fields = JSONFields<LogMergeSummary>(
    named: "JoinReport",
    [
      .init("records", \.report.records),
      .init("history", \.report.mutations),
      .init("known", \.report.known),
      .init("unreadable") { Array($0.report.unreadable.prefix($0.limit)) },
      .init("ended") { Array($0.report.ended.prefix($0.limit)) },
      .init("skipped") { Array($0.report.skipped.prefix($0.limit)) },
    ]
  )

  /// The fields with whether the merge can be undone, for other servers of the database.
  package static let storedFields = JSONFields<LogMergeSummary>(
    fields.all,
    [.init("undoable", \.report.isUndoable)]
  )
}
