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
      let start = try StartClimbing(form.filled, zone: context.zone.name)
      let response = try await context.start(form, once: context.key(in: form)) {
        (store) throws(CairnError) in try start.run(in: store)
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
      let request = try StopRequest(form, context)
      _ = try await request.run(context, once: key)
      return context.done(key, at: "/sessions/\(id.record.text)")
    } catch let error as CairnError where error.code != "session.not_found" {
      let formError = FormError(context, formID: .end, error: error, typed: form)
      return try await SessionPages.refusal(context, formError)
    }
  }
}
