import Cairn
import CairnActions
import CairnJSON
import CairnReports

extension DeleteSessions {
  static let members = [
    SchemaField(required: "ids", .list(.id, limit: 500), "the ids of the sessions")
  ]

  static let result: JSONFields<[SessionID]> = [
    .init("ids") { $0 },
    .init("state", .choice(["deleted"])) { _ in "deleted" },
  ]

  /// Reads the body of `POST /api/v1/sessions/delete`; throws `request.field`.
  init(_ input: Input) throws(CairnError) {
    let named = input.texts("ids") ?? []
    var ids: [SessionID] = []
    for id in named.compactMap({ RecordID(text: $0) }).map(SessionID.init) where !ids.contains(id) {
      ids.append(id)
    }
    guard !ids.isEmpty else { throw .field("ids", "is empty") }
    self.init(ids)
  }
}
