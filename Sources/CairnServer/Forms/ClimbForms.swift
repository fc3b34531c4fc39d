import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnPages
import CairnReports
import CairnStore

/// The handlers of a climb's page and of the forms about climbs.
enum ClimbForms {
  static let show: Handler = { context in
    HTTPResponse(.ok, page: try await ClimbPage(context).html)
  }

  /// Adds a climb to the session in the path.
  static let add: Handler = { context in
    let form = try context.form()
    let (key, id) = (context.key(in: form), try context.sessionID())
    do {
      let new = try NewClimb(form: form, ClimbEdit(form: form))
      let short = try await context.log.write(once: key) { writer in
        ShortID(try AddClimb(new, to: id).run(in: writer).record).text
      }
      return context.done(key, at: "/sessions/\(id.record.text)", to: "c-\(short)")
    } catch let error as CairnError where error.code != "session.not_found" {
      let formError = FormError(context, formID: .climb, error: error, typed: form)
      return try await SessionPages.refusal(context, formError)
    }
  }

  /// Logs another attempt.
  static let attempt: Handler = { context in
    let form = try context.form()
    let (key, row) = (context.key(in: form), try await context.climb())
    let word = AttemptChoice(name: form["result"] ?? "")
    _ = try await context.log.write(once: key) { writer in
      try LogAttempt(word.result, word.tick, to: row.climb.id).run(in: writer)
      return row.shortID.text
    }
    let own = row.climb.session.map { "/sessions/\($0.record.text)" } ?? row.path
    let page = form["back"].map { LocalRedirect($0).text } ?? own
    return context.done(key, at: page, to: "c-\(row.shortID.text)")
  }

  static let edit: Handler = { context in
    let marked = try await context.climb().marks
    return try await change(context, .climb) { form in
      let edit = try ClimbEdit(form: form, marked: marked)
      return { try EditClimb($1, edit).run(in: $0) }
    }
  }

  static let delete: Handler = { context in
    let page = pageAfterDeleting(try await context.log.climb(context.climbID()))
    return try await change(context, .climb, at: page) { _ in { try DeleteClimb($1).run(in: $0) } }
  }

  /// Returns the page to show after deleting a climb: that of its session, or of its day.
  private static func pageAfterDeleting(_ row: ClimbRow?) -> String {
    guard let row else { return "/logbook" }
    guard let session = row.climb.session else { return row.day.logbookPath }
    return "/sessions/\(session.record.text)"
  }

  static let changeAttempt: Handler = { context in
    let attempt = try context.attemptID()
    return try await change(context, .attempt) { form in
      let word = AttemptChoice(name: form["result"] ?? "")
      return { writer, id in
        let old = AttemptChoice(try writer.climbRow(id).attempt(attempt))
        // An unchanged choice is only the displayed default, so the tick stays automatic.
        let tick: Tick?? = word == old ? nil : .some(word.tick)
        try EditAttempt(attempt, of: id, to: word.result, tick).run(in: writer)
      }
    }
  }

  static let deleteAttempt: Handler = { context in
    let attempt = try context.attemptID()
    return try await change(context, .attempt) { _ in
      { try DeleteAttempt(attempt, of: $1).run(in: $0) }
    }
  }

  private typealias Rule = @Sendable (LogWriter, Identifier<Climb>) throws -> Void

  /// Applies a form to the climb in the path and redirects to its page or to `path`.
  private static func change(
    _ context: AuthenticatedContext,
    _ formID: FormError.FormID,
    at path: String? = nil,
    _ rule: (FormValues) throws -> Rule
  ) async throws -> HTTPResponse {
    let (form, id) = (try context.form(), try context.climbID())
    let key = context.key(in: form)
    do {
      let rule = try rule(form)
      try await context.apply(key) { try rule($0, id) }
      return context.done(key, at: path ?? "/climbs/\(id.record.text)")
    } catch let error as CairnError where !error.code.hasSuffix(".not_found") {
      let formError = FormError(context, formID: formID, error: error, typed: form)
      return HTTPResponse(Problem(error).status, page: try await ClimbPage(context, formError).html)
    }
  }
}

extension AuthenticatedContext {
  /// Redirects to an anchor of a page that shows a toast with an undo button.
  fileprivate func done(_ key: RequestKey?, at path: String, to mark: String) -> HTTPResponse {
    .seeOther(
      (key.map { ReturnPath.with("done", $0.mutation.text, path) } ?? path) + "#\(mark)"
    )
  }
}

/// The page of a session, which depends on its kind and state.
enum SessionPages {
  /// Returns the page with the error of a rejected form.
  static func refusal(_ context: AuthenticatedContext, _ formError: FormError) async throws
    -> HTTPResponse
  {
    HTTPResponse(Problem(formError.error).status, page: try await html(context, formError))
  }

  static func html(_ context: AuthenticatedContext, _ formError: FormError? = nil) async throws
    -> HTML
  {
    let row = try await context.session()
    return row.endedAt == nil && row.kind == Climbing.kind
      ? try await ClimbingPage(context, formError).html
      : try await SessionPage(context, formError).html
  }
}
