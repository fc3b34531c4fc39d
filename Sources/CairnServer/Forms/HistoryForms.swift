import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

/// The handlers of the History pages and their forms.
enum HistoryForms {
  static let timeline: Handler = { context in
    HTTPResponse(.ok, page: try await HistoryPage(context).html)
  }

  static let calendar: Handler = { context in
    HTTPResponse(.ok, page: try await CalendarPage(context).html)
  }

  /// Shows a session; an open reading or listening session redirects to the Today page.
  static let session: Handler = { context in
    let row = try await context.session()
    guard row.endedAt != nil || row.kind == Climbing.kind else { return .seeOther("/") }
    return HTTPResponse(.ok, page: try await SessionPages.html(context))
  }

  static let edit: Handler = { context in
    try await handle(context, .edit) { form, key in
      let row = try await context.session()
      let edit = try EditSession(form, of: row, SessionZones(context).clock(row), context.modules)
      try await context.run(once: key) { writer in
        try edit.run(in: writer)
        return edit.id
      }
      return row.path
    }
  }

  /// Moves the session to another book or story.
  static let book: Handler = { context in
    try await handle(context, .move) { form, key in
      let (row, title) = (try await context.session(), try form.text("title") ?? "")
      try await context.run(once: key) { writer in
        var edit = EditSession(row.id)
        if row.kind == Listening.kind {
          edit.story = StoryChoice(NewStory(title: title))
        } else {
          let known = try BookChoice(NewBook(title: title)).known(in: writer)
          guard let known else { throw CairnError.notOnShelf }
          edit.book = known
        }
        try edit.run(in: writer)
        return row.id
      }
      return row.path
    }
  }

  static let split: Handler = { context in
    try await handle(context, .split) { form, key in
      let row = try await context.session()
      let clock = SessionZones(context).clock(row)
      let cut = try clock.instant(try form.text("at") ?? "", name: "at")
      try await context.run(once: key) {
        try SplitSession(row.id, at: cut).run(in: $0).0
      }
      return "/history?day=\(row.day.text)"
    }
  }

  static let merge: Handler = { context in
    try await handle(context, .merge) { form, key in
      guard let other = form["other"].flatMap({ RecordID(text: $0) }) else {
        throw CairnError.field("other", "takes the id of a session")
      }
      let id = try context.sessionID()
      try await context.run(once: key) {
        try MergeSessions(id, SessionID(other)).run(in: $0)
        return id
      }
      return "/sessions/\(id.record.text)"
    }
  }

  static let delete: Handler = { context in
    try await handle(context, .delete) { _, key in
      let id = try context.sessionID()
      let row = try await context.log.session(id)
      try await context.apply(key) { try DeleteSessions([id]).run(in: $0) }
      return row.map { "/history?day=\($0.day.text)" } ?? "/history"
    }
  }

  /// Undoes a history entry.
  static let undo: Handler = { context in
    let form = try context.form()
    guard let entryID = context.captures["entry"].flatMap({ RecordID(text: $0) }) else {
      throw CairnError.noSuchPage
    }
    let key = context.key(in: form)
    _ = try await context.log.write(once: key) { writer in
      try writer.undo(entryID, keepChanged: false).title
    }
    return context.done(key, at: LocalRedirect(form["back"]).text)
  }

  /// Applies a form and redirects to the page it names; an error is shown on the page of the session with the
  /// values typed.
  private static func handle(
    _ context: AuthenticatedContext,
    _ formID: FormError.FormID,
    _ action: (FormValues, RequestKey?) async throws -> String
  ) async throws -> HTTPResponse {
    let form = try context.form()
    let key = context.key(in: form)
    do {
      return context.done(key, at: try await action(form, key))
    } catch let error as CairnError where error.code != "session.not_found" {
      let formError = FormError(context, formID: formID, error: error, typed: form)
      return try await SessionPages.refusal(context, formError)
    }
  }
}
