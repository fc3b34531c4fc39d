import Cairn
import CairnStore

extension ImportResult {
  /// Reads what ``note`` wrote.
  init?(note: JSON?) {
    guard let note, let title = note["title"]?.told else { return nil }
    let count = { (name: String) in note[name]?.counted ?? 0 }
    self.title = title
    (added, updated, unchanged) = (count("added"), count("updated"), count("unchanged"))
    (kept, replaced) = (count("kept"), count("replaced"))
    things = Dictionary(
      note["things"].members.map { ($0.key, $0.value.counted ?? 0) },
      uniquingKeysWith: +
    )
    books = Dictionary(
      note["books"].members.map { ($0.key, $0.value.counted ?? 0) },
      uniquingKeysWith: +
    )
    items = note["items"].elements.map { Item(note: $0) }
    skipped = note["skipped"].elements.map { ImportIssue(note: $0) }
    issues = note["issues"].elements.map { ImportIssue(note: $0) }
  }

  /// All that is told of an import, for another server to tell it.
  var note: JSON {
    .members(
      ("title", .string(title)),
      ("added", .integer(Int64(added))),
      ("updated", .integer(Int64(updated))),
      ("unchanged", .integer(Int64(unchanged))),
      ("kept", .integer(Int64(kept))),
      ("replaced", .integer(Int64(replaced))),
      ("things", .counts(things)),
      ("books", .counts(books)),
      ("items", .array(items.map(\.note))),
      ("skipped", .array(skipped.map(\.json))),
      ("issues", .array(issues.map(\.json)))
    )
  }
}

extension ImportResult.Item {
  fileprivate init(note: JSON) {
    line = note["line"]?.counted
    (title, thing) = (note["title"]?.told ?? "", note["thing"]?.told ?? "")
    (fields, words) = (note["fields"].toldAll, note["words"].toldAll)
  }

  fileprivate var note: JSON {
    .members(
      ("line", .number(line.map { Int64($0) })),
      ("title", .string(title)),
      ("thing", .string(thing)),
      ("fields", .texts(fields)),
      ("words", .texts(words))
    )
  }
}

extension ImportIssue {
  fileprivate init(note: JSON) {
    self.init(line: note["line"]?.counted, message: note["message"]?.told ?? "")
  }
}

extension LogMergeReport {
  /// Reads what ``note`` wrote.
  init?(note: JSON?) {
    guard let note, let records = note["records"]?.counted else { return nil }
    self.init()
    self.records = records
    mutations = note["history"]?.counted ?? 0
    known = note["known"]?.counted ?? 0
    unreadable = note["unreadable"].toldAll
    ended = note["ended"].elements.map { ImportIssue(note: $0) }
    skipped = note["skipped"].elements.map { ImportIssue(note: $0) }
    isUndoable = note["undoable"] == .bool(true)
  }

  /// All that is told of a join, for another server to tell it.
  var note: JSON {
    guard case .object(let members) = json(most: ImportJobState.most) else { return .null }
    return .object(members + [JSON.Member("undoable", .bool(isUndoable))])
  }
}
