import Cairn
import CairnHTTP
import CairnStore

/// The handlers of the Listening page and of the listening forms on the Today page.
enum ListeningForms {
  static let show: Handler = { context in
    HTTPResponse(.ok, page: try await ListeningPage(context).html)
  }

  /// Starts a listening session and redirects to the Today page.
  static let start: Handler = { context in
    try await handle(context, .listenStart) { form, key in
      var start = ListeningStartRequest(story: try StoryChoice(form))
      start.listening = try ListeningEdit(form)
      if start.listening.start == .some(nil) { start.listening.start = nil }
      start.note = try form.text("note", limit: JSONSchema.longTextLimit)
      _ = try await start.run(context, once: key)
      return .seeOther("/")
    }
  }

  /// Stops a listening session.
  static let end: Handler = { context in
    let id = try context.sessionID()
    return try await handle(context, .listenEnd) { form, key in
      var end = try StopRequest(form, context)
      end.listening = try ListeningEdit(form)
      _ = try await end.run(context, id, once: key)
      return context.done(key, at: "/")
    }
  }

  private static func handle(
    _ context: AuthenticatedContext,
    _ place: FormError.FormID,
    _ action: (FormValues, RequestKey?) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let form = try context.form()
    do {
      return try await action(form, context.key(in: form))
    } catch let error as CairnError {
      let formError = FormError(context, place: place, error: error, typed: form)
      let page = TodayPage(try await Today(context, formError)).html
      return HTTPResponse(Problem(error).status, page: page)
    }
  }
}

extension StoryChoice {
  /// Parses the id of a button or the title typed.
  init(_ form: FormValues) throws(CairnError) {
    id = form["story"].flatMap { $0.isEmpty ? nil : Story.id(client: $0) }
    title = try form.text("listenTitle") ?? ""
    author = try form.text("listenAuthor")
  }
}
