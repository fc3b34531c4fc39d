package import Cairn

/// The result or preview of an import: counts, and the items one by one.
package struct ImportResult: Sendable {
  /// An added or changed item of the file.
  package struct Item: Sendable {
    package let line: Int?
    package let title: String
    package let kindName: String
    /// The names of the changed fields; empty for an added item.
    package let changedFields: [String]
    /// The changes as text for people.
    package let changes: [String]

    /// Creates the item; `changes` are its changed fields, in code and as text for people.
    package init(
      line: Int?,
      title: String,
      kindName: String,
      changes: (fields: [String], texts: [String]) = ([], [])
    ) {
      (self.line, self.title, self.kindName) = (line, title, kindName)
      (changedFields, self.changes) = changes
    }
  }

  package var title: String
  package var (added, updated, unchanged): (Int, Int, Int)
  package var (kept, replaced): (Int, Int)
  /// The number of added items by ``Item/kindName``: book, session, annotation, climb or story.
  package var addedByKind: [String: Int]
  /// The file's books by status, `with_isbn`, `without_isbn` and `similar` (likely duplicates).
  package var books: [String: Int]
  /// The added items, then the changed ones, each in the order of the file.
  package var items: [Item]
  package var (skipped, issues): ([ImportIssue], [ImportIssue])

  /// Summarises a report; keeps at most `limit` items, and `limit` issues of each kind.
  package init(_ report: ImportReport, _ plan: ImportPlan, limit: Int = .max) {
    title = plan.title
    (added, updated, unchanged) = (report.added.count, report.updated.count, report.unchanged)
    (kept, replaced) = (report.kept, report.replaced)
    addedByKind = report.added.reduce(into: [:]) { $0[$1.kindName, default: 0] += 1 }
    books = Self.counts(of: plan)
    let new = report.added.prefix(limit).map { Item($0) }
    let changed = report.updated.prefix(limit - new.count)
    items = new + changed.map { Item($0.item, ($0.fields, $0.changeTexts)) }
    skipped = Array(report.skipped.prefix(limit))
    issues = Array(plan.issues.prefix(limit))
  }

  /// Creates an empty result for a file that could not be parsed.
  package init() {
    self.init(ImportReport(), ImportPlan(source: "", title: "", items: [], issues: []))
  }
}

extension ImportResult.Item {
  fileprivate init(_ item: ImportItem, _ changes: (fields: [String], texts: [String]) = ([], [])) {
    self.init(line: item.line, title: item.title, kindName: item.kindName, changes: changes)
  }
}

extension ImportItem {
  /// The type of the item in one word.
  package var kindName: String {
    switch records.first?.kind {
    case SessionRecord.kind?: "session"
    case Cairn.Annotation.recordKind?: "annotation"
    case Climb.recordKind?: "climb"
    case Story.recordKind?: "story"
    default: "book"
    }
  }
}
