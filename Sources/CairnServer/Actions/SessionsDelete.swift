import Cairn
import CairnStore

/// The wish to delete sessions, all of them or none, from whichever door it came.
struct SessionsDelete: Sendable {
  let ids: [SessionID]

  /// Deletes them in one line of history; throws `session.not_found`, and nothing is deleted then.
  func run(_ context: AuthenticatedContext, once key: RequestKey?) async throws -> String {
    try await context.log.write("Delete sessions", once: key) { writer in
      let rows = try ids.map { try writer.row($0) }
      for id in ids { try writer.delete(SessionRecord.kind, id.record) }
      writer.title = rows.count == 1 ? "Delete \(rows[0].words)" : "Delete \(rows.count) sessions"
      let names = ids.map { JSON.string($0.record.text) }
      return JSON.members(("ids", .array(names)), ("state", .string("deleted"))).text
    }
  }
}

extension SessionsDelete {
  static let members = [
    SchemaField(needed: "ids", .list(.id, limit: 500), "the sessions")
  ]

  /// Reads the body of `POST /api/v1/sessions/delete`; throws `request.field`.
  init(_ input: Input) throws(CairnError) {
    let named = input.texts("ids") ?? []
    var ids: [SessionID] = []
    for id in named.compactMap({ RecordID(text: $0) }).map(SessionID.init) where !ids.contains(id) {
      ids.append(id)
    }
    guard !ids.isEmpty else { throw .field("ids", "names no session") }
    self.ids = ids
  }
}
