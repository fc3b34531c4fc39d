import Cairn
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

  static let undo = reversal("Undo a history entry.") { try $0.undo($1, keepChanged: $2) }
  static let redo = reversal("Redo an undone history entry.") { try $0.redo($1, keepChanged: $2) }

  private static func reversal(
    _ summary: String,
    _ reverse: @escaping @Sendable (LogWriter, RecordID?, Bool) throws -> UndoReport
  ) -> Endpoint {
    Endpoint(
      summary,
      body: [
        SchemaField("entry", .id, "the history entry; default the last one"),
        SchemaField("keep_changed", .bool, "keep values that were changed later"),
      ],
      gives: .json(UndoReport.self)
    ) { context in
      let (entryID, keepsChanged) = (context.body.id("entry"), context.body.bool("keep_changed"))
      return try await context.write { try reverse($0, entryID, keepsChanged).json }
    }
  }
}
