import Cairn
import CairnHTTP
import CairnJSON
import CairnReports
import CairnStore

/// The handlers of `/api/v1/history`.
enum HistoryHandlers {
  static let list = Endpoint(
    "List the history, newest first, paginated.",
    query: [.limit(50), SchemaField("before", .id, "the `next` value of the previous page")],
    gives: ListPage<HistoryRow>.fields("entries")
  ) { context in
    let limit = Int(context.query.integer("limit") ?? 50)
    let before = context.query.id("before")
    let rows = try await context.log.history(limit: limit + 1, before: before)
    let next = rows.count > limit ? rows[limit - 1].id.text : nil
    return ListPage(rows: Array(rows.prefix(limit)), next: next)
  }

  private static let members = [
    SchemaField("entry", .id, "the history entry; default the last one"),
    SchemaField("keep_changed", .bool, "keep values that were changed later"),
  ]

  static let undo = Endpoint(
    "Undo a history entry.",
    body: members,
    gives: .json(UndoReport.self)
  ) { context in
    let (entryID, keepsChanged) = (context.body.id("entry"), context.body.bool("keep_changed"))
    return try await context.write {
      try $0.undo(entryID, keepChanged: keepsChanged).json
    }
  }

  static let redo = Endpoint(
    "Redo an undone history entry.",
    body: members,
    gives: .json(UndoReport.self)
  ) { context in
    let (entryID, keepsChanged) = (context.body.id("entry"), context.body.bool("keep_changed"))
    return try await context.write {
      try $0.redo(entryID, keepChanged: keepsChanged).json
    }
  }
}
