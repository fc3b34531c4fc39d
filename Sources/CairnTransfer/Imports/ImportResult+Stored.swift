package import Cairn
import CairnJSON
import CairnReports

extension ImportResult {
  /// Reads the JSON of ``stored``.
  package init?(stored: JSON?) {
    guard let stored, let title = stored["title"]?.stringValue else { return nil }
    let count = { (name: String) in stored[name]?.intValue ?? 0 }
    self.init()
    self.title = title
    (added, updated, unchanged) = (count("added"), count("updated"), count("unchanged"))
    (kept, replaced) = (count("kept"), count("replaced"))
    addedByKind = Dictionary(
      stored["things"].members.map { ($0.key, $0.value.intValue ?? 0) },
      uniquingKeysWith: +
    )
    books = Dictionary(
      stored["books"].members.map { ($0.key, $0.value.intValue ?? 0) },
      uniquingKeysWith: +
    )
    items = stored["items"].elements.map { Item(stored: $0) }
    skipped = stored["skipped"].elements.map { ImportIssue(stored: $0) }
    issues = stored["issues"].elements.map { ImportIssue(stored: $0) }
  }

  /// The complete result as JSON, for other servers of the database.
  package var stored: JSON {
    .members(
      ("title", .string(title)),
      ("added", .integer(Int64(added))),
      ("updated", .integer(Int64(updated))),
      ("unchanged", .integer(Int64(unchanged))),
      ("kept", .integer(Int64(kept))),
      ("replaced", .integer(Int64(replaced))),
      ("things", .counts(addedByKind)),
      ("books", .counts(books)),
      ("items", .array(items.map(\.stored))),
      ("skipped", .array(skipped.map(\.json))),
      ("issues", .array(issues.map(\.json)))
    )
  }
}

extension ImportResult.Item {
  fileprivate init(stored: JSON) {
    self.init(
      line: stored["line"]?.intValue,
      title: stored["title"]?.stringValue ?? "",
      kindName: stored["kind"]?.stringValue ?? "",
      changes: (stored["fields"].stringValues, stored["changes"].stringValues)
    )
  }

  fileprivate var stored: JSON {
    .members(
      ("line", .number(line.map { Int64($0) })),
      ("title", .string(title)),
      ("kind", .string(kindName)),
      ("fields", .texts(changedFields)),
      ("changes", .texts(changes))
    )
  }
}

extension ImportIssue {
  package init(stored: JSON) {
    self.init(line: stored["line"]?.intValue, message: stored["message"]?.stringValue ?? "")
  }
}

extension JSON {
  /// Returns counts as a JSON object, sorted by name.
  static func counts(_ counts: [String: Int]) -> JSON {
    .object(
      counts.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .integer(Int64($0.value))) }
    )
  }
}
