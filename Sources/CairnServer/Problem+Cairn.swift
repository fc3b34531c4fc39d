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
      self.init(.methodNotAllowed, "request.method", "This method is not allowed here.")
    default:
      self.init(.internalError, "storage.unexpected", "Unexpected error.")
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

  private static func status(of code: String) -> HTTPStatus {
    if let known = statuses[code] { return known }
    if publicMessages[code] == unusable { return .unavailable }
    return switch code.prefix(while: { $0 != "." }) {
    case "json", "request": .badRequest
    case "session", "history": .conflict
    case "csv", "import", "input", "kindle", "kobo", "koreader", "openreads", "usage", "zip":
      .unprocessable
    case "account", "diversity", "goal", "reading", "setting", "isbn", "record": .unprocessable
    case "attempt", "climb", "climbing", "grade", "listening", "story", "webhook": .unprocessable
    default: .internalError
    }
  }

  private static let statuses: [String: HTTPStatus] = [
    "sync.malformed": .badRequest, "sync.newer_protocol": .badRequest,
    "sync.older_protocol": .upgradeRequired, "sync.epoch_mismatch": .conflict,
    "sync.conflict_not_found": .notFound, "sync.invalid_device_name": .unprocessable,
    "sync.device_not_found": .notFound,
    "request.host": .misdirected, "request.origin": .forbidden, "request.not_found": .notFound,
    "request.media_type": .unsupportedMediaType, "request.too_large": .contentTooLarge,
    "request.wrong_log": .conflict, "request.changed_since": .preconditionFailed,
    "request.key_reused": .unprocessable,
    "request.field": .unprocessable,
    "session.not_found": .notFound, "session.in_future": .unprocessable,
    "session.time_out_of_range": .unprocessable, "session.time_before_segment": .unprocessable,
    "session.ends_before_start": .unprocessable, "session.too_short": .unprocessable,
    "session.too_long": .unprocessable,
    "session.invalid_mood": .unprocessable, "session.invalid_value": .unprocessable,
    "session.no_segments": .unprocessable,
    "session.segments_overlap": .unprocessable,
    "reading.not_on_shelf": .notFound, "reading.not_deleted": .notFound,
    "reading.edition_not_found": .notFound, "reading.read_through_not_found": .notFound,
    "reading.shelf_not_found": .notFound, "reading.tag_not_found": .notFound,
    "reading.book_not_found": .conflict, "reading.already_open": .conflict,
    "reading.different_books": .conflict, "reading.merged": .conflict,
    "reading.same_book": .conflict, "reading.duplicate_edition": .conflict,
    "climb.not_found": .notFound, "attempt.not_found": .notFound,
    "diversity.author_not_found": .notFound, "diversity.question_closed": .conflict,
    "goal.not_found": .notFound, "goal.share_not_found": .notFound,
    "story.not_found": .notFound, "listening.share_not_found": .notFound,
    "story.ambiguous": .conflict,
    "listening.wrong_kind": .conflict, "listening.different_stories": .conflict,
    "listening.id_reused": .conflict, "climbing.wrong_kind": .conflict,
    "reading.session_open": .conflict,
    "history.not_found": .notFound,
    "webhook.not_found": .notFound, "webhook.off": .notFound, "webhook.too_many": .conflict,
    "account.not_signed_in": .unauthorized, "account.wrong_password": .unauthorized,
    "account.scope": .forbidden, "account.invalid_setup_link": .notFound,
    "account.credential_not_found": .notFound, "account.single_user": .notFound,
    "account.no_public_sessions": .notFound,
    "server.metrics_forbidden": .forbidden, "account.name_taken": .conflict,
    "account.busy": .unavailable, "account.moved": .unavailable,
    "account.log_too_large": .contentTooLarge, "input.not_a_log": .unprocessable,
    "import.not_found": .notFound, "import.running": .conflict, "import.undone": .conflict,
    "import.nothing_to_undo": .conflict, "storage.cannot_write": .insufficientStorage,
    "storage.busy": .unavailable, "storage.overloaded": .unavailable,
    "storage.newer_log": .unavailable, "storage.too_big": .unprocessable,
    "storage.no_log": .unavailable, "storage.interrupted": .unavailable,
    "storage.unknown_commit": .unavailable,
    "storage.full": .insufficientStorage, "account.full": .insufficientStorage,
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
