import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

/// The pages of History, and what the forms on them do.
enum HistoryForms {
  static let timeline: Handler = { visit in
    HTTPResponse(.ok, page: try await HistoryPage(visit).html)
  }

  static let calendar: Handler = { visit in
    HTTPResponse(.ok, page: try await CalendarPage(visit).html)
  }

  /// The page of a session; reading and listening that are open are on the page Today.
  static let session: Handler = { visit in
    let row = try await visit.session()
    guard row.endedAt != nil || row.kind == Climbing.kind else { return .seeOther("/") }
    return HTTPResponse(.ok, page: try await SessionPages.html(visit))
  }

  static let edit: Handler = { visit in
    try await handle(visit, .edit) { form, key in
      let row = try await visit.session()
      let edit = try SessionEdit(form, of: row, SessionZones(visit).clock(row))
      let change = SessionChange(id: row.id, title: "Edit")
      _ = try await change.run(visit, once: key) { try edit.apply(to: $1, in: $0) }
      return row.path
    }
  }

  /// Says that it was another book, or another story.
  static let book: Handler = { visit in
    try await handle(visit, .move) { form, key in
      if try await visit.session().kind == Listening.kind {
        return try await moveToStory(visit, form, key)
      }
      let choice = BookChoice(new: NewBook(title: try form.text("title") ?? ""))
      guard case .known(let book) = try await choice.find(in: visit.log) else {
        throw CairnError.noBook
      }
      var edit = SessionEdit()
      edit.book = book
      let change = SessionChange(id: try visit.sessionID(), title: "Move")
      _ = try await change.run(visit, once: key) { [edit] in try edit.apply(to: $1, in: $0) }
      return "/sessions/\(change.id.record.text)"
    }
  }

  private static func moveToStory(
    _ visit: Visit,
    _ form: FormValues,
    _ key: RequestKey?
  ) async throws -> String {
    let story = StoryChoice(title: try form.text("title") ?? "")
    let change = SessionChange(id: try visit.sessionID(), title: "Move")
    _ = try await change.run(visit, once: key) { try $0.move($1, to: story) }
    return "/sessions/\(change.id.record.text)"
  }

  static let split: Handler = { visit in
    try await handle(visit, .split) { form, key in
      let row = try await visit.session()
      let clock = SessionZones(visit).clock(row)
      let cut = try clock.instant(try form.text("at") ?? "", name: "at")
      let change = SessionChange(id: row.id, title: "Split")
      _ = try await change.run(visit, once: key) { writer, id in
        _ = try writer.split(id, at: cut)
      }
      return "/history?day=\(row.day.text)"
    }
  }

  static let merge: Handler = { visit in
    try await handle(visit, .merge) { form, key in
      guard let other = form["other"].flatMap({ RecordID(text: $0) }) else {
        throw CairnError.field("other", "takes the id of a session")
      }
      let change = SessionChange(id: try visit.sessionID(), title: "Merge another session into")
      _ = try await change.run(visit, once: key) { writer, id in
        _ = try writer.merge(id, SessionID(other))
      }
      return "/sessions/\(change.id.record.text)"
    }
  }

  static let delete: Handler = { visit in
    try await handle(visit, .delete) { _, key in
      let id = try visit.sessionID()
      let row = try await visit.log.session(id)
      _ = try await visit.log.write("Delete a session", once: key) { writer in
        writer.title = "Delete \(try writer.row(id).words)"
        try writer.delete(SessionRecord.kind, id.record)
        return ""
      }
      return row.map { "/history?day=\($0.day.text)" } ?? "/history"
    }
  }

  /// Takes back a line of history.
  static let undo: Handler = { visit in
    let form = try visit.form()
    guard let line = visit.captures["line"].flatMap({ RecordID(text: $0) }) else {
      throw CairnError.noSuchPage
    }
    let key = visit.key(in: form)
    _ = try await visit.log.write("Undo", once: key) { writer in
      try writer.undo(line, keepChanged: false).title
    }
    return visit.done(key, at: LocalPlace(form["back"]).text)
  }

  /// Does what a form asks for and leads to the page it names; a refusal is shown on the page of
  /// the session, with what was typed.
  private static func handle(
    _ visit: Visit,
    _ place: Mishap.Place,
    _ action: (FormValues, RequestKey?) async throws -> String
  ) async throws -> HTTPResponse {
    let form = try visit.form()
    let key = visit.key(in: form)
    do {
      return visit.done(key, at: try await action(form, key))
    } catch let error as CairnError where error.code != "session.not_found" {
      let mishap = Mishap(visit, place: place, error: error, typed: form)
      return try await SessionPages.refusal(visit, mishap)
    }
  }
}
