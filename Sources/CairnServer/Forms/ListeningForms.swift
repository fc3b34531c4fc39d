import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnJSON
import CairnPages
import CairnReports
import CairnStore

/// The handlers of the Listening page and of the listening forms on the Today page.
enum ListeningForms {
  static let show: Handler = { context in
    HTTPResponse(.ok, page: try await ListeningPage(context).html)
  }

  /// Starts a listening session and redirects to the Today page.
  static let start: Handler = { context in
    try await handle(context, .listenStart) { form, key in
      let (form, zone) = (form.filled, context.zone.name)
      let start = try StartListening(StoryChoice(form), form, zone: zone)
      try await context.start(form, once: key) { (store) throws(CairnError) in
        try start.run(in: store)
      }
      return .seeOther("/")
    }
  }

  /// Stops a listening session.
  static let end: Handler = { context in
    try await handle(context, .listenEnd) { form, key in
      let request = try StopRequest(form, context)
      _ = try await request.run(context, once: key)
      return context.done(key, at: "/")
    }
  }

  private static func handle(
    _ context: AuthenticatedContext,
    _ formID: FormError.FormID,
    _ action: (FormValues, RequestKey?) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let form = try context.form()
    do {
      return try await action(form, context.key(in: form))
    } catch let error as CairnError {
      let formError = FormError(context, formID: formID, error: error, typed: form)
      let page = TodayPage(try await Today(context, formError)).html
      return HTTPResponse(Problem(error).status, page: page)
    }
  }
}
