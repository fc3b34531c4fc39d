import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnJSON
import CairnPages
import CairnReports
import CairnStore

/// The handlers of the page behind the plus, and of its forms that log a past session.
enum AddForms {
  static let show: Handler = { context in
    HTTPResponse(.ok, page: try await AddPage(context).html)
  }

  /// The page with what a typed line means; nothing is stored.
  static let preview: Handler = { context in
    HTTPResponse(
      .ok,
      page: try await AddPage(context, line: context.target.query["line"] ?? "").html
    )
  }

  /// Logs the session of a typed line.
  static let line: Handler = { context in
    try await handle(context, .typedLine) { form in
      let text = form["line"] ?? ""
      guard let line = TypedLine([text]) else { throw CairnError.unclearLine(text) }
      let track = try TrackTypedLine(
        line,
        context.times.range(line.time).value,
        zone: context.zone.name
      )
      return { try track.run(in: $0) }
    }
  }

  /// Logs the session of the fields.
  static let past: Handler = { context in
    try await handle(context, .past) { form in
      try PastSessionInput(form, context).act(context.modules)
    }
  }

  private typealias Act = @Sendable (LogWriter) throws -> SessionID

  private static func handle(
    _ context: AuthenticatedContext,
    _ formID: FormError.FormID,
    _ act: (FormValues) throws -> Act
  ) async throws -> HTTPResponse {
    let form = try context.form()
    let key = context.key(in: form)
    do {
      let session = try await context.run(once: key, act(form))
      return context.done(key, at: try await place(of: session, context))
    } catch let error as CairnError {
      let formError = FormError(context, formID: formID, error: error, typed: form)
      let page = try await AddPage(context, line: form["line"], formError).html
      return HTTPResponse(Problem(error).status, page: page)
    }
  }

  /// The page on which a session is listed: Today, the log of its day, or the one after the end of a book.
  private static func place(of session: String, _ context: AuthenticatedContext) async throws
    -> String
  {
    guard case .string(let text)? = try JSON(parsing: Array(session.utf8))["id"],
      let id = RecordID(text: text), let row = try await context.log.session(SessionID(id))
    else { return "/" }
    if let path = try await FinishPage.path(after: row, context) { return path }
    return try await context.today() == row.day ? "/" : "/history?day=\(row.day.text)"
  }
}

/// The fields of a past session as a form has them.
private struct PastSessionInput {
  private let form: FormValues
  private let past: PastSession

  init(_ form: FormValues, _ context: AuthenticatedContext) throws(CairnError) {
    self.form = form
    let time = try Self.time(form, context)
    var past = PastSession(
      Segment(start: time.lowerBound, end: time.upperBound),
      zone: context.zone.name
    )
    past.adjusts = form["adjust"] == "yes"
    self.past = past
  }

  /// Returns the time: it ends now, at the same time yesterday, or at the one that was picked.
  private static func time(
    _ form: FormValues,
    _ context: AuthenticatedContext
  ) throws(CairnError) -> Range<Instant> {
    let length = (form["length"] == "other" ? form["other_length"] : form["length"]) ?? ""
    switch form["when"] {
    case "yesterday": return try context.times.range("\(length) yesterday").value
    case "pick":
      let length = try context.times.duration(length).value
      let clock = WallClock(zone: context.zone, now: context.now)
      let end = try clock.instant(try form.text("ended") ?? "", name: "ended")
      return (end - length)..<end
    default:
      let length = try context.times.duration(length).value
      return (context.now - length)..<context.now
    }
  }

  /// Returns the act of logging it.
  func act(_ modules: [KindModule]) throws(CairnError) -> @Sendable (LogWriter) throws -> SessionID
  {
    let parts = (form["what"] ?? "").split(separator: ":", maxSplits: 1).map(String.init)
    switch (parts.first, parts.last.flatMap { RecordID(text: $0) }) {
    case ("book", let id?): return try read(BookChoice(Identifier<Entry>(id)))
    case ("story", let id?): return listen(StoryChoice(Identifier<Story>(id)))
    case ("kind", _): return try track(SessionKind(parts[1]))
    default: return try other()
    }
  }

  private func other() throws(CairnError) -> @Sendable (LogWriter) throws -> SessionID {
    let title = try form.text("title") ?? ""
    guard form["kind"] == Listening.kind.name else {
      return try read(BookChoice(NewBook(title: title), isNew: form["new"] == "yes"))
    }
    return listen(StoryChoice(NewStory(title: title)))
  }

  private func read(_ book: BookChoice) throws(CairnError)
    -> @Sendable (LogWriter) throws -> SessionID
  {
    var track = TrackReading(book, past)
    track.position = try form.number("page").map { .page($0) }
    return { [track] in try track.run(in: $0).id }
  }

  private func listen(_ story: StoryChoice) -> @Sendable (LogWriter) throws -> SessionID {
    let track = TrackListening(story, past)
    return { try track.run(in: $0) }
  }

  private func track(_ kind: SessionKind) throws(CairnError)
    -> @Sendable (LogWriter) throws -> SessionID
  {
    guard kind == Climbing.kind else {
      let track = TrackActivity(kind, past)
      return { try track.run(in: $0) }
    }
    var past = past
    if let place = try form.text("place") { past.sessionContext.place = place }
    let track = TrackClimbing(past)
    return { try track.run(in: $0) }
  }
}

extension CairnError {
  fileprivate static func unclearLine(_ text: String) -> CairnError {
    CairnError(
      "usage.time",
      text.isEmpty ? "Nothing was typed." : "“\(text)” lacks a title or a time.",
      hint: "Write both: Dune 30m yesterday to p 72, or Dune 20:00–21:15."
    )
  }
}
