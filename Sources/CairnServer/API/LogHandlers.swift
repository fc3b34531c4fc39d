import Cairn
import CairnAccounts
import CairnHTTP
import CairnJSON

/// The handlers of `/api/v1/account/log`: backup and restore of the whole log as a file.
enum LogHandlers {
  static let type = "application/vnd.sqlite3"

  static let download = Endpoint.owner("Download the whole log.", gives: .file(type)) { context in
    try await context.logFile()
  }

  private static let restored: JSONFields<RestoredLog> = [
    .init("state", .choice(["restored"])) { _ in "restored" },
    .init("records") { $0.records },
    .init("unreadable") { $0.unreadable },
  ]

  static let restore = Endpoint.owner(
    "Replace the log with an uploaded one; the current log is backed up first.",
    file: type,
    gives: .json(restored)
  ) { context in
    HTTPResponse(restored.json(try await context.restoreLog(context.request.body)))
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

  /// Replaces the whole log; throws `account.full` for a file beyond the quota, and as ``OpenLog/restore(_:)``.
  func restoreLog(_ file: [UInt8]) async throws -> RestoredLog {
    try requireQuota(of: file)
    return try await accountLog().restore(file)
  }

  /// Returns the whole log as a download.
  func logFile() async throws -> HTTPResponse {
    let log = try accountLog()
    let name = "cairn-\(zone.day(at: now).text).sqlite"
    return try await download(name, type: LogHandlers.type, log.copy)
  }
}
