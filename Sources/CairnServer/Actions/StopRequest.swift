import Cairn
import CairnStore

/// A request to stop a session, from the page or the API.
struct StopRequest: Sendable {
  /// The end position; nil leaves the bookmark unchanged.
  var place: PositionInput?
  /// The end time; nil for now.
  var at: Instant?
  /// The change to the note; nil leaves it unchanged.
  var note: NoteEdit?
  /// The changes to the climbing details.
  var climbing = ClimbingEdit()
  /// The changes to the listening details.
  var listening = ListeningEdit()
  /// The changes to mood and location.
  var sessionContext = SessionContextEdit()
  /// Allows a session shorter than a minute.
  var allowsShort = false
  /// Keeps the full time even if the timer may have been forgotten.
  var keepsFullTime = false
  /// Records that a question was shown after reading, as a page does; the log selects the question.
  var recordsQuestion = false
  /// Includes that question in the response, or null without one.
  var includesQuestion = false

  /// A change to the note when a session stops.
  enum NoteEdit {
    /// Appends to the existing note, as the CLI does.
    case more(String)
    /// Replaces the existing note, which a page shows for editing.
    case all(String?)

    func apply(to session: inout Session<NoDetail>) {
      switch self {
      case .more(let text): session.addNote(text)
      case .all(let text): session.note = text
      }
    }
  }

  /// Stops the session and returns it as JSON.
  ///
  /// Throws `session.forgotten`, `climbing.other_kind`, `listening.other_kind`, and the errors of
  /// `LogWriter.endReading` and `end`. The session continues after an error.
  func run(_ context: AuthenticatedContext, _ id: SessionID, once key: RequestKey?) async throws
    -> String
  {
    if try await context.log.response(to: key) == nil {
      try await rejectForgottenTimer(id, context)
    }
    let (end, zone) = (self, context.zone.name)
    return try await context.log.write("Session saved", once: key) { writer in
      switch try writer.row(id).kind {
      case Climbing.kind: try end.stopClimbing(id, writer, zone: zone)
      case Listening.kind: try end.stopListening(id, writer, zone: zone)
      default: try end.stopReading(id, writer, zone: zone)
      }
      try end.sessionContext.apply(to: id, in: writer)
      if let note = end.note { try writer.change(id, as: NoDetail.self) { note.apply(to: &$0) } }
      let question = end.recordsQuestion ? try writer.question(after: id) : nil
      let json = try writer.sessionJSON(id)
      guard end.includesQuestion, case .object(let members) = json else { return json.text }
      let questionMember = JSON.Member("question", try writer.json(question))
      return JSON.object(members + [questionMember]).text
    }
  }

  private func stopReading(_ id: SessionID, _ writer: LogWriter, zone: String) throws {
    if !climbing.isEmpty { try writer.requireClimbing(id) }
    if !listening.isEmpty { try writer.requireListening(id) }
    _ = try writer.endReading(
      id,
      position: { book in try place?.position(in: book) },
      at: at,
      zone: zone,
      allowShort: allowsShort
    )
  }

  private func stopClimbing(_ id: SessionID, _ writer: LogWriter, zone: String) throws {
    if place != nil { try writer.requireReading(id) }
    if !listening.isEmpty { try writer.requireListening(id) }
    writer.title = try writer.row(id).historyTitle("saved")
    try writer.end(id, as: Climbing.self, at: at, zone: zone, allowShort: allowsShort) {
      try climbing.apply(to: &$0)
    }
  }

  private func stopListening(_ id: SessionID, _ writer: LogWriter, zone: String) throws {
    if place != nil { try writer.requireReading(id) }
    if !climbing.isEmpty { try writer.requireClimbing(id) }
    writer.title = try writer.row(id).historyTitle("saved")
    try writer.end(id, as: Listening.self, at: at, zone: zone, allowShort: allowsShort) {
      try listening.apply(to: &$0, in: writer)
    }
  }

  /// Throws `session.forgotten` for a timer that has run suspiciously long, to ask for the end time.
  private func rejectForgottenTimer(_ id: SessionID, _ context: AuthenticatedContext) async throws {
    guard at == nil, !keepsFullTime, let row = try await context.log.session(id) else { return }
    let earlier = try await context.log.recentLengths(row.kind)
    guard let forgotten = ForgottenTimer(row.timeline, now: context.now, earlier: earlier)
    else { return }
    throw CairnError(
      "session.forgotten",
      "The timer has run for \(forgotten.running.hoursAndMinutes) without a pause; "
        + "when did you stop?",
      hint: "Probably at \(forgotten.proposedEnd.text); set it with “at”, or keep all with “now”."
    )
  }
}

extension StopRequest {
  static let members =
    PositionInput.members + [
      .at, SchemaField("note", .longText, "a note, appended to the one from the start"),
      SessionContextEdit.after, SessionContextEdit.place, .allowShort,
      SchemaField("now", .bool, "keep the full time even after more than 12 hours without a pause"),
      SchemaField("ask", .bool, "also return one question about the book, if one is due"),
    ] + ListeningEdit.members + ClimbingEdit.members

  /// Reads the body of `POST /api/v1/sessions/{id}/end`; throws `request.field`.
  init(_ input: Input) throws(CairnError) {
    place = try PositionInput(input)
    at = input.instant("at")
    note = input.text("note").map { .more($0) }
    sessionContext = SessionContextEdit(input, before: false)
    (climbing, listening) = (ClimbingEdit(input), ListeningEdit(input))
    allowsShort = input.bool("allow_short")
    keepsFullTime = input.bool("now")
    (recordsQuestion, includesQuestion) = (input.bool("ask"), input.bool("ask"))
  }
}

extension LogWriter {
  /// Returns a question as JSON, or null.
  fileprivate func json(_ question: Question?) throws -> JSON {
    guard let question else { return .null }
    let books = try question.writer.map { try authorRow($0.id).books } ?? 1
    return question.json(books: Int(books))
  }
}
