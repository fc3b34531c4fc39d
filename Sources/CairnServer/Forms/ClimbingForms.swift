import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnJSON
import CairnPages
import CairnReports
import CairnStore

/// The handlers of the forms about climbing sessions.
enum ClimbingForms {
  /// Starts a session and redirects to its page.
  static let start: Handler = { context in
    let form = try context.form()
    do {
      var start = StartClimbing(SessionStart(zone: context.zone.name))
      start.climbing = try ClimbingEdit(form)
      start.start.sessionContext.place = try form.text("place")
      start.start.note = try form.text("note", limit: JSONSchema.longTextLimit)
      let response = try await context.run(once: context.key(in: form)) { [start] in
        try start.run(in: $0)
      }
      guard case .string(let id)? = try JSON(parsing: Array(response.utf8))["id"] else {
        return .seeOther("/")
      }
      return .seeOther("/sessions/\(id)")
    } catch let error as CairnError {
      let formError = FormError(context, formID: .climbStart, error: error, typed: form)
      let page = TodayPage(try await Today(context, formError)).html
      return HTTPResponse(Problem(error).status, page: page)
    }
  }

  /// Stops a session and redirects to its page.
  static let end: Handler = { context in
    let form = try context.form()
    let (id, key) = (try context.sessionID(), context.key(in: form))
    do {
      var request = try StopRequest(form, context)
      request.stop.climbing = try ClimbingEdit(form.touched)
      _ = try await request.run(context, once: key)
      return context.done(key, at: "/sessions/\(id.record.text)")
    } catch let error as CairnError where error.code != "session.not_found" {
      let formError = FormError(context, formID: .end, error: error, typed: form)
      return try await SessionPages.refusal(context, formError)
    }
  }
}
