package import Cairn

/// The result or preview of an import: counts, and the items one by one.
package struct ImportResult: Sendable {
  /// An added or changed item of the file.
  package struct Item: Sendable {
    package let line: Int?
    package let title: String
    package let kindName: String
    /// The names of the changed fields; empty for an added item.
    let fields: [String]
    /// The changes as text for people.
    package let changes: [String]
  }

  package let title: String
  package let (added, updated, unchanged): (Int, Int, Int)
  package let (kept, replaced): (Int, Int)
  /// The number of added items by ``Item/kindName``: book, session, annotation, climb or story.
  package let addedByKind: [String: Int]
  /// The file's books by status, `with_isbn`, `without_isbn` and `similar` (likely duplicates).
  package let books: [String: Int]
  /// The added items, then the changed ones, each in the order of the file.
  package let items: [Item]
  package let (skipped, issues): ([ImportIssue], [ImportIssue])

  /// Summarises a report; keeps at most `limit` items, and `limit` issues of each kind.
  package init(_ report: ImportReport, _ plan: ImportPlan, limit: Int = .max) {
    title = plan.title
    (added, updated, unchanged) = (report.added.count, report.updated.count, report.unchanged)
    (kept, replaced) = (report.kept, report.replaced)
    addedByKind = Dictionary(report.added.map { ($0.kindName, 1) }, uniquingKeysWith: +)
    books = Self.counts(of: plan)
    let new = report.added.prefix(limit).map { Item($0, [], []) }
    let changed = report.updated.prefix(limit - new.count)
    items = new + changed.map { Item($0.item, $0.fields, $0.changeTexts) }
    skipped = Array(report.skipped.prefix(limit))
    issues = Array(plan.issues.prefix(limit))
  }

  /// Creates an empty result for a file that could not be parsed.
  package init() {
    self.init(ImportReport(), ImportPlan(source: "", title: "", items: [], issues: []))
  }
}

extension ImportResult.Item {
  fileprivate init(_ item: ImportItem, _ fields: [String], _ changes: [String]) {
    (line, title, kindName) = (item.line, item.title, item.kindName)
    (self.fields, self.changes) = (fields, changes)
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
