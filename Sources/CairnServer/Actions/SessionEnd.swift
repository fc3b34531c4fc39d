import Cairn
import CairnStore

/// The wish to end a session, from whichever door it came.
struct SessionEnd: Sendable {
  /// The place that was reached; nil leaves the bookmark where it is.
  var place: PositionInput?
  /// When; nil for now.
  var at: Instant?
  /// What becomes of the note it began with; nil leaves it.
  var note: Note?
  /// What the climber says of it.
  var climbing = ClimbingEdit()
  /// What the listener says of it.
  var listening = ListeningEdit()
  /// How it was.
  var sessionContext = SessionContextEdit()
  /// Keeps a session below a minute.
  var allowsShort = false
  /// Takes all of it although it has run for half a day.
  var takesAll = false
  /// Asks one question after reading, as a page does; which one is told by the log afterwards.
  var asks = false
  /// Answers with that question, or null where there is none.
  var tellsQuestion = false

  /// What is noted at the end.
  enum Note {
    /// Goes below the note it began with, as on the command line.
    case more(String)
    /// Takes the place of the note it began with, which a page shows to be edited.
    case all(String?)

    func apply(to session: inout Session<NoDetail>) {
      switch self {
      case .more(let text): session.addNote(text)
      case .all(let text): session.note = text
      }
    }
  }

  /// Ends the session and gives it as JSON.
  ///
  /// Throws `session.forgotten`, `climbing.other_kind`, `listening.other_kind`, and what
  /// `LogWriter.endReading` and `end` throw; the session goes on then.
  func run(_ context: AuthenticatedContext, _ id: SessionID, once key: RequestKey?) async throws -> String {
    if try await context.log.answer(to: key) == nil { try await refuseForgotten(id, context) }
    let (end, zone) = (self, context.zone.name)
    return try await context.log.write("Stop", once: key) { writer in
      switch try writer.row(id).kind {
      case Climbing.kind: try end.stopClimbing(id, writer, zone: zone)
      case Listening.kind: try end.stopListening(id, writer, zone: zone)
      default: try end.stopReading(id, writer, zone: zone)
      }
      try end.sessionContext.apply(to: id, in: writer)
      if let note = end.note { try writer.change(id, as: NoDetail.self) { note.apply(to: &$0) } }
      let question = end.asks ? try writer.question(after: id) : nil
      let sheet = try writer.sheet(id)
      guard end.tellsQuestion, case .object(let members) = sheet else { return sheet.text }
      let asked = JSON.Member("question", try writer.json(question))
      return JSON.object(members + [asked]).text
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
    writer.title = "Stop \(try writer.row(id).words)"
    try writer.end(id, as: Climbing.self, at: at, zone: zone, allowShort: allowsShort) {
      try climbing.apply(to: &$0)
    }
  }

  private func stopListening(_ id: SessionID, _ writer: LogWriter, zone: String) throws {
    if place != nil { try writer.requireReading(id) }
    if !climbing.isEmpty { try writer.requireClimbing(id) }
    writer.title = "Stop \(try writer.row(id).words)"
    try writer.end(id, as: Listening.self, at: at, zone: zone, allowShort: allowsShort) {
      try listening.apply(to: &$0, in: writer)
    }
  }

  /// Asks when a timer that has run for half a day really ended; never decides it.
  private func refuseForgotten(_ id: SessionID, _ context: AuthenticatedContext) async throws {
    guard at == nil, !takesAll, let row = try await context.log.session(id) else { return }
    let earlier = try await context.log.recentLengths(row.kind)
    guard let forgotten = ForgottenTimer(row.timeline, now: context.now, earlier: earlier)
    else { return }
    throw CairnError(
      "session.forgotten",
      "The timer has run for \(forgotten.running.hoursAndMinutes) without a pause; "
        + "when did you stop?",
      hint: "Probably at \(forgotten.proposedEnd.text); say so with “at”, or take all with “now”."
    )
  }
}

extension SessionEnd {
  static let members =
    PositionInput.members + [
      .at, SchemaField("note", .longText, "a note, kept below the one it began with"),
      SessionContextEdit.after, SessionContextEdit.place, .allowShort,
      SchemaField("now", .bool, "keep all of it though it has run for more than 12 hours"),
      SchemaField("ask", .bool, "answer with one question about the book where one is due"),
    ] + ListeningEdit.members + ClimbingEdit.members

  /// Reads the body of `POST /api/v1/sessions/{id}/end`; throws `request.field`.
  init(_ input: Input) throws(CairnError) {
    place = try PositionInput(input)
    at = input.instant("at")
    note = input.text("note").map { .more($0) }
    sessionContext = SessionContextEdit(input, before: false)
    (climbing, listening) = (ClimbingEdit(input), ListeningEdit(input))
    allowsShort = input.bool("allow_short")
    takesAll = input.bool("now")
    (asks, tellsQuestion) = (input.bool("ask"), input.bool("ask"))
  }
}

extension LogWriter {
  /// A question as JSON, or null.
  fileprivate func json(_ question: Question?) throws -> JSON {
    guard let question else { return .null }
    let books = try question.writer.map { try authorRow($0.id).books } ?? 1
    return question.json(books: Int(books))
  }
}
