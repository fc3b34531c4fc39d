import Cairn
import CairnHTTP
import CairnStore

/// The handlers of `/api/v1/sessions`.
enum SessionHandlers {
  static let list = Endpoint(
    "List sessions, newest first, page by page.",
    query: [
      .limit(50), SchemaField("before", .text, "what the page before gave as next"),
      SchemaField("kind", .text, "only of this kind"), SchemaField("book", .id, "only of this book"),
      SchemaField("story", .text, "only of this story"), .from, .to,
      SchemaField("open", .bool, "only those that are open, all on one page"),
    ],
    gives: .json(.page("sessions", of: .session))
  ) { context in
    let limit = Int(context.query.integer("limit") ?? 50)
    let filter = try filter(context, limit: limit + 1)
    guard context.query.bool("open") else {
      return page(try await context.log.sessions(filter), limit, context)
    }
    let open = try await context.log.openSessions()
    return page(open.filter { Self.isAsked($0, filter) }, limit, context)
  }

  private static func isAsked(_ row: SessionRow, _ filter: SessionFilter) -> Bool {
    (filter.kind == nil || row.kind == filter.kind)
      && (filter.story == nil || row.listening?.story == filter.story)
  }

  private static func filter(_ context: AuthenticatedContext, limit: Int) throws(CairnError) -> SessionFilter {
    var filter = SessionFilter(limit: limit)
    filter.kind = context.query.text("kind").map { SessionKind($0) }
    filter.entry = context.query.id("book").map { Identifier($0) }
    filter.story = context.query.text("story").map { Story.id(client: $0) }
    filter.days = try context.days()
    if let word = context.query.text("before") { filter.before = try SessionCursor(word).place }
    return filter
  }

  private static func page(_ rows: [SessionRow], _ limit: Int, _ context: AuthenticatedContext) -> HTTPResponse {
    let (shown, now) = (rows.prefix(limit), context.now)
    let next = rows.count > limit ? shown.last.map { SessionCursor($0).text } : nil
    return HTTPResponse(
      .members(("sessions", .array(shown.map { $0.json(at: now) })), ("next", .text(next)))
    )
  }

  static let show = Endpoint("Show a session.", gives: .json(.session)) { context in
    let row = try await context.session()
    return HTTPResponse(row.sheet(try await context.log.climbing(row), at: context.now))
  }

  static let start = Endpoint(
    "Start a session.",
    body: ReadingStartRequest.members,
    gives: .created(.session)
  ) { context in
    let (body, key) = (context.body, try context.key())
    return switch body.text("kind") {
    case Climbing.kind.name: try await made(ClimbingStartRequest(body).run(context, once: key))
    case Listening.kind.name: try await made(ListeningStartRequest(body).run(context, once: key))
    default: try await made(ReadingStartRequest(body).run(context, once: key))
    }
  }

  static let track = Endpoint(
    "Record a session that has happened.",
    body: ReadingTrackRequest.members,
    gives: .created(.session)
  ) { context in
    let (body, key) = (context.body, try context.key())
    return switch body.text("kind") {
    case Climbing.kind.name: try await made(ClimbingTrackRequest(body).run(context, once: key))
    case Listening.kind.name: try await made(ListeningTrackRequest(body).run(context, once: key))
    default: try await made(ReadingTrackRequest(body).run(context, once: key))
    }
  }

  private static func made(_ answer: String) throws -> HTTPResponse {
    try HTTPResponse(.created, json: answer).located(below: "/api/v1/sessions/")
  }

  static let pause = Endpoint(
    "Interrupt a session.",
    body: [.at, SchemaField("reason", .text, "why")],
    gives: .json(.session)
  ) { context in
    let (time, reason) = (context.body.instant("at"), context.body.text("reason"))
    return try await change(context, "Pause") { try $0.pause($1, at: time, reason: reason) }
  }

  static let resume = Endpoint(
    "Go on with a session.",
    body: [.at],
    gives: .json(.session)
  ) { context in
    let time = context.body.instant("at")
    return try await change(context, "Resume") { try $0.resume($1, at: time) }
  }

  static let end = Endpoint(
    "End a session.",
    body: StopRequest.members,
    gives: .json(.endedSession)
  ) { context in
    let end = try StopRequest(context.body)
    let answer = try await end.run(context, context.sessionID(), once: context.key())
    return HTTPResponse(.ok, json: answer)
  }

  static let cancel = Endpoint(
    "Throw an open session away.",
    gives: .json(.gone("cancelled"))
  ) { context in
    let change = SessionChange(id: try context.sessionID(), title: "Cancel")
    return HTTPResponse(.ok, json: try await change.cancel(context, once: context.key()))
  }

  /// Changes the session in the path and returns it.
  static func change(
    _ context: AuthenticatedContext,
    _ title: String,
    _ rule: @escaping @Sendable (LogWriter, SessionID) throws -> Void
  ) async throws -> HTTPResponse {
    let change = SessionChange(id: try context.sessionID(), title: title)
    return HTTPResponse(.ok, json: try await change.run(context, once: context.key(), rule))
  }
}
