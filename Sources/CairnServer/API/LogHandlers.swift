import Cairn
import CairnHTTP
import CairnStore

/// `/api/v1/account/log`: one's whole log as a file.
enum LogHandlers {
  private static let type = "application/vnd.sqlite3"

  static let download = Endpoint.owner("Give the whole log.", gives: .file(type)) { context in
    try await context.logFile()
  }

  static let restore = Endpoint.owner(
    "Put a whole log in the place of the one there is, which is backed up.",
    file: type,
    gives: .json(["state": .choice(["restored"]), "records": .count])
  ) { context in
    let records = try await context.accountLog().restore(context.request.body)
    return HTTPResponse(
      .members(("state", .string("restored")), ("records", .integer(Int64(records))))
    )
  }
}

extension RequestContext {
  /// Throws `request.media_type` unless the body is declared as a file of one of some kinds.
  func requireType(_ types: [String]) throws(CairnError) {
    guard types.contains(request.mediaType) else {
      throw CairnError(
        "request.media_type",
        "The body of the request is not declared as a file of the right kind.",
        hint: "Send it with Content-Type: \(types.joined(separator: " or "))."
      )
    }
  }
}

extension AuthenticatedContext {
  /// The log with what its engine can do; throws `account.single_user` where there are no accounts.
  func accountLog() throws(CairnError) -> any OpenLog {
    _ = try account()
    guard let kept = lease.kept else { throw .notSignedIn }
    return kept
  }

  /// The whole log, to be saved as a file.
  func logFile() async throws -> HTTPResponse {
    let bytes = try await accountLog().copy()
    var response = HTTPResponse(.ok, type: "application/vnd.sqlite3", body: bytes)
    let name = "cairn-\(zone.day(at: now).text).sqlite"
    response.fields.append("content-disposition", "attachment; filename=\"\(name)\"")
    return response
  }
}
