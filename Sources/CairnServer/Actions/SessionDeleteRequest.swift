import Cairn
import CairnActions
import CairnStore

/// A request to delete several sessions atomically, from the page or the API.
struct SessionDeleteRequest: Sendable {
  let ids: [SessionID]

  /// Deletes them in one history entry; throws `session.not_found`, and deletes nothing then.
  func run(_ context: AuthenticatedContext, once key: RequestKey?) async throws -> String {
    try await context.log.write("Sessions deleted", once: key) { writer in
      let rows = try ids.map { try writer.row($0) }
      for id in ids { try writer.delete(SessionRecord.kind, id.record) }
      writer.title =
        rows.count == 1 ? rows[0].historyTitle("deleted") : "\(rows.count) sessions deleted"
      let names = ids.map { JSON.string($0.record.text) }
      return JSON.members(("ids", .array(names)), ("state", .string("deleted"))).text
    }
  }
}

extension SessionDeleteRequest {
  static let members = [
    SchemaField(required: "ids", .list(.id, limit: 500), "the ids of the sessions")
  ]

  /// Reads the body of `POST /api/v1/sessions/delete`; throws `request.field`.
  init(_ input: Input) throws(CairnError) {
    let named = input.texts("ids") ?? []
    var ids: [SessionID] = []
    for id in named.compactMap({ RecordID(text: $0) }).map(SessionID.init) where !ids.contains(id) {
      ids.append(id)
    }
    guard !ids.isEmpty else { throw .field("ids", "is empty") }
    self.ids = ids
  }
}
