import Cairn
public import CairnAccounts
import CairnConnect
import CairnHTTP

extension Problem {
  /// Converts an error to an HTTP problem; the only place that maps error codes to statuses.
  init(_ error: any Error) {
    switch error {
    case let error as CairnError:
      let status = Self.status(of: error.code)
      let wait: Int64? = status == .unavailable ? 1 : nil
      let words = Self.publicMessages[error.code]
      let hint = words == Self.unusable ? Self.seeServerLog : error.hint
      self.init(
        status,
        error.code,
        words ?? error.message,
        hint: hint,
        retryAfter: wait
      )
    case let exceeded as RateLimitExceeded:
      let (error, wait) = (exceeded.error, exceeded.seconds)
      self.init(.tooManyRequests, error.code, error.message, hint: error.hint, retryAfter: wait)
    case let refusal as DialectError: self.init(refusal.status, refusal.code, refusal.message)
    case let error as JSONError: self.init(CairnError(error))
    case is WrongMethod:
      self.init(
        .methodNotAllowed,
        "request.method",
        "This method is not allowed here.",
        hint: "The header Allow lists the methods of this path."
      )
    default:
      self.init(.internalError, "storage.unexpected", "Unexpected error.", hint: Self.seeServerLog)
    }
  }

  /// The problem of a request that the client abandoned; only the log and metrics show it.
  static let clientClosedRequest = Problem(
    HTTPStatus(499, "Client Closed Request"),
    "request.client_closed",
    "The client closed the request, or the server is shutting down."
  )

  /// Public messages of storage errors, because the original ones could reveal the database and its roles.
  private static let publicMessages = [
    "storage.unreachable": unusable, "storage.privileged_role": unusable,
    "storage.missing_role": unusable, "storage.schema_incomplete": unusable,
    "storage.not_prepared": unusable, "storage.foreign_tables": unusable,
    "storage.undeclared_pooler": unusable, "account.moved": unusable,
    "storage.damaged": "The log is damaged.",
    "storage.interrupted": "The database cancelled the operation.",
    "storage.failed": "The log could not be read or written.",
    "storage.cannot_write": "A file could not be written.",
    "storage.no_directory": "A folder could not be created.",
    "input.no_file": "A file could not be read.",
  ]

  private static let unusable = "The database cannot be used."
  private static let seeServerLog = "Try again in a moment. See the server log for details."

  /// Returns the details for the server log that the response withholds: the message and the cause.
  ///
  /// For an unexpected error that is only its type, because its message could contain personal data.
  func reason(_ error: any Error) -> String? {
    if code == "storage.unexpected" { return "\(type(of: error))" }
    guard let error = error as? CairnError else { return nil }
    let message = Self.publicMessages[code] == nil ? "" : error.message
    let details = [message, error.cause].filter { !$0.isEmpty }
    return details.isEmpty ? nil : details.joined(separator: " ")
  }

  /// Returns the status of an error: that of its code, else of what was not found, else of its family.
  static func status(of code: String) -> HTTPStatus {
    if let known = statuses[code] { return known }
    if code.hasSuffix("not_found") { return .notFound }
    if publicMessages[code] == unusable { return .unavailable }
    return switch code.prefix(while: { $0 != "." }) {
    case "json", "request": .badRequest
    case "session", "history": .conflict
    case "csv", "import", "input", "kindle", "kobo", "koreader", "openreads", "usage", "zip":
      .unprocessable
    case "account", "diversity", "goal", "reading", "setting", "isbn", "record": .unprocessable
    case "attempt", "climb", "climbing", "connection", "grade", "listening", "story", "webhook":
      .unprocessable
    default: .internalError
    }
  }

  /// The statuses of codes that differ from the rest of their family.
  private static let statuses: [String: HTTPStatus] = [
    "sync.malformed": .badRequest, "sync.newer_protocol": .badRequest,
    "sync.older_protocol": .upgradeRequired,
    "account.name_taken": .conflict, "climbing.wrong_kind": .conflict,
    "diversity.question_closed": .conflict, "import.nothing_to_undo": .conflict,
    "import.running": .conflict, "import.undone": .conflict,
    "listening.different_stories": .conflict, "listening.id_reused": .conflict,
    "listening.wrong_kind": .conflict, "reading.already_open": .conflict,
    "reading.book_not_found": .conflict, "reading.different_books": .conflict,
    "reading.duplicate_edition": .conflict, "reading.merged": .conflict,
    "reading.same_book": .conflict, "reading.session_open": .conflict,
    "request.wrong_log": .conflict, "story.ambiguous": .conflict, "sync.epoch_mismatch": .conflict,
    "connection.ambiguous": .conflict, "connection.no_folder": .conflict,
    "connection.too_many": .conflict, "webhook.too_many": .conflict,
    "request.field": .unprocessable, "request.key_reused": .unprocessable,
    "session.ends_before_start": .unprocessable, "session.in_future": .unprocessable,
    "session.invalid_mood": .unprocessable, "session.invalid_tag": .unprocessable,
    "session.invalid_value": .unprocessable,
    "session.no_segments": .unprocessable, "session.segments_overlap": .unprocessable,
    "session.time_before_segment": .unprocessable, "session.time_out_of_range": .unprocessable,
    "session.too_long": .unprocessable, "session.too_short": .unprocessable,
    "storage.too_big": .unprocessable, "sync.invalid_device_name": .unprocessable,
    "request.host": .misdirected,
    "account.scope": .forbidden, "connection.paused": .forbidden,
    "connection.invalid_path": .forbidden, "connection.file_exists": .methodNotAllowed,
    "request.origin": .forbidden,
    "server.metrics_forbidden": .forbidden,
    "request.media_type": .unsupportedMediaType,
    "account.log_too_large": .contentTooLarge, "request.too_large": .contentTooLarge,
    "connection.changed_since": .preconditionFailed, "request.changed_since": .preconditionFailed,
    "account.invalid_setup_link": .notFound, "account.no_public_sessions": .notFound,
    "account.single_user": .notFound, "reading.not_deleted": .notFound,
    "reading.not_on_shelf": .notFound, "webhook.off": .notFound,
    "account.not_signed_in": .unauthorized, "account.wrong_password": .unauthorized,
    "account.busy": .unavailable, "storage.busy": .unavailable,
    "storage.interrupted": .unavailable, "storage.newer_log": .unavailable,
    "storage.no_log": .unavailable, "storage.overloaded": .unavailable,
    "storage.unknown_commit": .unavailable,
    "account.full": .insufficientStorage, "connection.full": .insufficientStorage,
    "storage.cannot_write": .insufficientStorage,
    "storage.full": .insufficientStorage,
  ]
}

extension Logger {
  /// Returns a report that logs each error with its code and its details.
  public func report(_ message: String) -> ErrorReport {
    { error in
      let problem = Problem(error)
      let fields = [("code", problem.code), ("reason", problem.reason(error))]
      log(.error, message, fields.compactMap { name, text in text.map { (name, .text($0)) } })
    }
  }
}
