import Cairn
import CairnHTTP
import CairnStore

/// The page Listening, and what the forms about listening on the page Today do.
enum ListeningForms {
  static let show: Handler = { visit in
    HTTPResponse(.ok, page: try await ListeningPage(visit).html)
  }

  /// Starts to listen and leads back to the timer.
  static let start: Handler = { visit in
    try await handle(visit, .listenStart) { form, key in
      var start = ListeningStart(story: try StoryChoice(form))
      start.listening = try ListeningEdit(form)
      if start.listening.start == .some(nil) { start.listening.start = nil }
      start.note = try form.text("note", limit: Shape.longTextLimit)
      _ = try await start.run(visit, once: key)
      return .seeOther("/")
    }
  }

  /// Ends a listening session.
  static let end: Handler = { visit in
    let id = try visit.sessionID()
    return try await handle(visit, .listenEnd) { form, key in
      var end = try SessionEnd(form, visit)
      end.listening = try ListeningEdit(form)
      _ = try await end.run(visit, id, once: key)
      return visit.done(key, at: "/")
    }
  }

  private static func handle(
    _ visit: Visit,
    _ place: Mishap.Place,
    _ action: (FormValues, RequestKey?) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let form = try visit.form()
    do {
      return try await action(form, visit.key(in: form))
    } catch let error as CairnError {
      let mishap = Mishap(visit, place: place, error: error, typed: form)
      let page = TodayPage(try await Today(visit, mishap)).html
      return HTTPResponse(Problem(error).status, page: page)
    }
  }
}

extension StoryChoice {
  /// Reads the id of a button, or what was typed.
  init(_ form: FormValues) throws(CairnError) {
    id = form["story"].flatMap { $0.isEmpty ? nil : Story.id(client: $0) }
    title = try form.text("listenTitle") ?? ""
    author = try form.text("listenAuthor")
  }
}
