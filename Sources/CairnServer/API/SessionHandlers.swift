import Cairn
import CairnHTTP
import CairnStore

/// The handlers of `/api/v1/sessions`.
enum SessionHandlers {
  static let list = Endpoint(
    "List sessions, newest first, paginated.",
    query: [
      .limit(50), SchemaField("before", .text, "the `next` value of the previous page"),
      SchemaField("kind", .text, "only this kind"), SchemaField("book", .id, "only this book"),
      SchemaField("story", .text, "only this story"), .from, .to,
      SchemaField("open", .bool, "only open sessions, all on one page"),
    ],
    gives: .json(.page("sessions", of: .session))
  ) { context in
    let limit = Int(context.query.integer("limit") ?? 50)
    let filter = try filter(context, limit: limit + 1)
    guard context.query.bool("open") else {
      return page(try await context.log.sessions(filter), limit, context)
    }
    let open = try await context.log.openSessions()
    return page(open.filter { Self.matches($0, filter) }, limit, context)
  }

  private static func matches(_ row: SessionRow, _ filter: SessionFilter) -> Bool {
    (filter.kind == nil || row.kind == filter.kind)
      && (filter.story == nil || row.listening?.story == filter.story)
  }

  private static func filter(_ context: AuthenticatedContext, limit: Int) throws(CairnError)
    -> SessionFilter
  {
    var filter = SessionFilter(limit: limit)
    filter.kind = context.query.text("kind").map { SessionKind($0) }
    filter.entry = context.query.id("book").map { Identifier($0) }
    filter.story = context.query.text("story").map { Story.id(client: $0) }
    filter.days = try context.days()
    if let word = context.query.text("before") { filter.before = try SessionCursor(word).place }
    return filter
  }

  private static func page(_ rows: [SessionRow], _ limit: Int, _ context: AuthenticatedContext)
    -> HTTPResponse
  {
    let (shown, now) = (rows.prefix(limit), context.now)
    let next = rows.count > limit ? shown.last.map { SessionCursor($0).text } : nil
    return HTTPResponse(
      .members(("sessions", .array(shown.map { $0.json(at: now) })), ("next", .text(next)))
    )
  }

  static let show = Endpoint("Get a session.", gives: .json(.session)) { context in
    let row = try await context.session()
    return HTTPResponse(row.sessionJSON(try await context.log.climbing(row), at: context.now))
  }

  static let start = Endpoint(
    "Start a session.",
    body: ReadingStartRequest.members,
    gives: .created(.session)
  ) { context in
    let (body, key) = (context.body, try context.key())
    return switch body.text("kind") {
    case Climbing.kind.name: try await created(ClimbingStartRequest(body).run(context, once: key))
    case Listening.kind.name: try await created(ListeningStartRequest(body).run(context, once: key))
    default: try await created(ReadingStartRequest(body).run(context, once: key))
    }
  }

  static let track = Endpoint(
    "Add a past session.",
    body: ReadingTrackRequest.members,
    gives: .created(.session)
  ) { context in
    let (body, key) = (context.body, try context.key())
    return switch body.text("kind") {
    case Climbing.kind.name: try await created(ClimbingTrackRequest(body).run(context, once: key))
    case Listening.kind.name: try await created(ListeningTrackRequest(body).run(context, once: key))
    default: try await created(ReadingTrackRequest(body).run(context, once: key))
    }
  }

  private static func created(_ json: String) throws -> HTTPResponse {
    try HTTPResponse(.created, json: json).located(below: "/api/v1/sessions/")
  }

  static let pause = Endpoint(
    "Pause a session.",
    body: [.at, SchemaField("reason", .text, "the reason for the pause")],
    gives: .json(.session)
  ) { context in
    let (time, reason) = (context.body.instant("at"), context.body.text("reason"))
    return try await change(context, "paused") { try $0.pause($1, at: time, reason: reason) }
  }

  static let resume = Endpoint(
    "Resume a session.",
    body: [.at],
    gives: .json(.session)
  ) { context in
    let time = context.body.instant("at")
    return try await change(context, "resumed") { try $0.resume($1, at: time) }
  }

  static let end = Endpoint(
    "Stop a session.",
    body: StopRequest.members,
    gives: .json(.endedSession)
  ) { context in
    let end = try StopRequest(context.body)
    let json = try await end.run(context, context.sessionID(), once: context.key())
    return HTTPResponse(.ok, json: json)
  }

  static let cancel = Endpoint(
    "Discard an open session.",
    gives: .json(.removed("cancelled"))
  ) { context in
    let change = SessionChange(id: try context.sessionID(), title: "discarded")
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
