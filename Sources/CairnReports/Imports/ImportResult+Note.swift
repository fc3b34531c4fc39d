package import Cairn

extension ImportResult {
  /// Reads the JSON of ``note``.
  package init?(note: JSON?) {
    guard let note, let title = note["title"]?.stringValue else { return nil }
    let count = { (name: String) in note[name]?.intValue ?? 0 }
    self.title = title
    (added, updated, unchanged) = (count("added"), count("updated"), count("unchanged"))
    (kept, replaced) = (count("kept"), count("replaced"))
    addedByKind = Dictionary(
      note["things"].members.map { ($0.key, $0.value.intValue ?? 0) },
      uniquingKeysWith: +
    )
    books = Dictionary(
      note["books"].members.map { ($0.key, $0.value.intValue ?? 0) },
      uniquingKeysWith: +
    )
    items = note["items"].elements.map { Item(note: $0) }
    skipped = note["skipped"].elements.map { ImportIssue(note: $0) }
    issues = note["issues"].elements.map { ImportIssue(note: $0) }
  }

  /// The complete result as JSON, for other servers of the database.
  package var note: JSON {
    .members(
      ("title", .string(title)),
      ("added", .integer(Int64(added))),
      ("updated", .integer(Int64(updated))),
      ("unchanged", .integer(Int64(unchanged))),
      ("kept", .integer(Int64(kept))),
      ("replaced", .integer(Int64(replaced))),
      ("things", .counts(addedByKind)),
      ("books", .counts(books)),
      ("items", .array(items.map(\.note))),
      ("skipped", .array(skipped.map(\.json))),
      ("issues", .array(issues.map(\.json)))
    )
  }
}

extension ImportResult.Item {
  fileprivate init(note: JSON) {
    line = note["line"]?.intValue
    (title, kindName) = (note["title"]?.stringValue ?? "", note["kind"]?.stringValue ?? "")
    (fields, words) = (note["fields"].stringValues, note["words"].stringValues)
  }

  fileprivate var note: JSON {
    .members(
      ("line", .number(line.map { Int64($0) })),
      ("title", .string(title)),
      ("kind", .string(kindName)),
      ("fields", .texts(fields)),
      ("words", .texts(words))
    )
  }
}

extension ImportIssue {
  package init(note: JSON) {
    self.init(line: note["line"]?.intValue, message: note["message"]?.stringValue ?? "")
  }
}
