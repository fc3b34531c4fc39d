import Cairn
import CairnHTTP
import CairnStore

/// The handlers of the forms about climbing sessions.
enum ClimbingForms {
  /// Starts a session and redirects to its page.
  static let start: Handler = { context in
    let form = try context.form()
    do {
      var start = ClimbingStartRequest()
      start.climbing = try ClimbingEdit(form)
      start.sessionContext.place = try form.text("place")
      start.note = try form.text("note", limit: JSONSchema.longTextLimit)
      let response = try await start.run(context, once: context.key(in: form))
      guard case .string(let id)? = try JSON(parsing: Array(response.utf8))["id"] else {
        return .seeOther("/")
      }
      return .seeOther("/sessions/\(id)")
    } catch let error as CairnError {
      let formError = FormError(context, place: .climbStart, error: error, typed: form)
      let page = TodayPage(try await Today(context, formError)).html
      return HTTPResponse(Problem(error).status, page: page)
    }
  }

  /// Stops a session and redirects to its page.
  static let end: Handler = { context in
    let form = try context.form()
    let (id, key) = (try context.sessionID(), context.key(in: form))
    do {
      var end = try StopRequest(form, context)
      end.climbing = try ClimbingEdit(form.touched)
      _ = try await end.run(context, id, once: key)
      return context.done(key, at: "/sessions/\(id.record.text)")
    } catch let error as CairnError where error.code != "session.not_found" {
      let formError = FormError(context, place: .end, error: error, typed: form)
      return try await SessionPages.refusal(context, formError)
    }
  }
}
