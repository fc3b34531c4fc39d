import Cairn
import CairnAccounts
import CairnHTTP
import CairnJSON

/// The handlers of `/api/v1/account/log`: backup and restore of the whole log as a file.
enum LogHandlers {
  private static let type = "application/vnd.sqlite3"

  static let download = Endpoint.owner("Download the whole log.", gives: .file(type)) { context in
    try await context.logFile()
  }

  private static let restored: JSONFields<Int> = [
    .init("state", .choice(["restored"])) { _ in "restored" },
    .init("records") { $0 },
  ]

  static let restore = Endpoint.owner(
    "Replace the log with an uploaded one; the current log is backed up first.",
    file: type,
    gives: .json(restored)
  ) { context in
    let records = try await context.accountLog().restore(context.request.body)
    return HTTPResponse(restored.json(records))
  }
}

extension RequestContext {
  /// Throws `request.media_type` unless the `Content-Type` is one of the given media types.
  func requireType(_ types: [String]) throws(CairnError) {
    guard types.contains(request.mediaType) else {
      throw CairnError(
        "request.media_type",
        "The request body does not have a supported media type.",
        hint: "Send it with Content-Type: \(types.joined(separator: " or "))."
      )
    }
  }
}

extension AuthenticatedContext {
  /// Returns the log with its engine's operations; throws `account.single_user` in single-user mode.
  func accountLog() throws(CairnError) -> any OpenLog {
    _ = try account()
    guard let backing = lease.backing else { throw .notSignedIn }
    return backing
  }

  /// Returns the whole log as a download.
  func logFile() async throws -> HTTPResponse {
    let bytes = try await accountLog().copy()
    var response = HTTPResponse(.ok, type: "application/vnd.sqlite3", body: bytes)
    let name = "cairn-\(zone.day(at: now).text).sqlite"
    response.fields.append("content-disposition", "attachment; filename=\"\(name)\"")
    return response
  }
}
