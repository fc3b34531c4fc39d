import Cairn
import CairnHTTP
import CairnStore

/// The handlers of `/api/v1/history`.
enum HistoryHandlers {
  static let list = Endpoint(
    "List what was done, newest first, page by page.",
    query: [.limit(50), SchemaField("before", .id, "what the page before gave as next")],
    gives: .json(.page("lines", of: .historyLine))
  ) { context in
    let limit = Int(context.query.integer("limit") ?? 50)
    let before = context.query.id("before")
    let rows = try await context.log.history(limit: limit + 1, before: before)
    let next = rows.count > limit ? rows[limit - 1].id.text : nil
    return HTTPResponse(
      .members(("lines", .array(rows.prefix(limit).map(\.json))), ("next", .text(next)))
    )
  }

  private static let members = [
    SchemaField("line", .id, "the line; the last thing done unless given"),
    SchemaField("keep_changed", .bool, "leave alone what was changed again since"),
  ]

  static let undo = Endpoint(
    "Take back a line of history.",
    body: members,
    gives: .json(.takenBack)
  ) { context in
    let (line, keeps) = (context.body.id("line"), context.body.bool("keep_changed"))
    return try await context.write("Undo") { try $0.undo(line, keepChanged: keeps).json }
  }

  static let redo = Endpoint(
    "Do again what was undone.",
    body: members,
    gives: .json(.takenBack)
  ) { context in
    let (line, keeps) = (context.body.id("line"), context.body.bool("keep_changed"))
    return try await context.write("Redo") { try $0.redo(line, keepChanged: keeps).json }
  }
}
