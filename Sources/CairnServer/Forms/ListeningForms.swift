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
      var start = StartListening(try StoryChoice(form), SessionStart(zone: context.zone.name))
      start.listening = try ListeningEdit(form)
      if start.listening.start == .some(nil) { start.listening.start = nil }
      start.start.note = try form.text("note", limit: JSONSchema.longTextLimit)
      try await context.run(once: key) { [start] in try start.run(in: $0) }
      return .seeOther("/")
    }
  }

  /// Stops a listening session.
  static let end: Handler = { context in
    try await handle(context, .listenEnd) { form, key in
      var request = try StopRequest(form, context)
      request.stop.listening = try ListeningEdit(form)
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

extension StoryChoice {
  /// Parses the id of a button or the title typed.
  init(_ form: FormValues) throws(CairnError) {
    var new = NewStory(title: try form.text("listenTitle") ?? "")
    new.author = try form.text("listenAuthor")
    self.init(new)
    id = form["story"].flatMap { $0.isEmpty ? nil : Story.id(client: $0) }
  }
}
