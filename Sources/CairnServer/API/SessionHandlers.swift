import Cairn
import CairnHTTP
import CairnStore

/// `/api/v1/sessions`.
enum SessionHandlers {
  static let list = Endpoint(
    "List sessions, newest first, page by page.",
    query: [
      .limit(50), Member("before", .text, "what the page before gave as next"),
      Member("kind", .text, "only of this kind"), Member("book", .id, "only of this book"),
      Member("story", .text, "only of this story"), .from, .to,
      Member("open", .bool, "only those that are open, all on one page"),
    ],
    gives: .json(.page("sessions", of: .session))
  ) { visit in
    let limit = Int(visit.query.integer("limit") ?? 50)
    let filter = try filter(visit, limit: limit + 1)
    guard visit.query.bool("open") else {
      return page(try await visit.log.sessions(filter), limit, visit)
    }
    let open = try await visit.log.openSessions()
    return page(open.filter { Self.isAsked($0, filter) }, limit, visit)
  }

  private static func isAsked(_ row: SessionRow, _ filter: SessionFilter) -> Bool {
    (filter.kind == nil || row.kind == filter.kind)
      && (filter.story == nil || row.listening?.story == filter.story)
  }

  private static func filter(_ visit: Visit, limit: Int) throws(CairnError) -> SessionFilter {
    var filter = SessionFilter(limit: limit)
    filter.kind = visit.query.text("kind").map { SessionKind($0) }
    filter.entry = visit.query.id("book").map { Identifier($0) }
    filter.story = visit.query.text("story").map { Story.id(client: $0) }
    filter.days = try visit.days()
    if let word = visit.query.text("before") { filter.before = try SessionCursor(word).place }
    return filter
  }

  private static func page(_ rows: [SessionRow], _ limit: Int, _ visit: Visit) -> HTTPResponse {
    let (shown, now) = (rows.prefix(limit), visit.now)
    let next = rows.count > limit ? shown.last.map { SessionCursor($0).text } : nil
    return HTTPResponse(
      .members(("sessions", .array(shown.map { $0.json(at: now) })), ("next", .text(next)))
    )
  }

  static let show = Endpoint("Show a session.", gives: .json(.session)) { visit in
    let row = try await visit.session()
    return HTTPResponse(row.sheet(try await visit.log.climbing(row), at: visit.now))
  }

  static let start = Endpoint(
    "Start a session.",
    body: SessionStart.members,
    gives: .created(.session)
  ) { visit in
    let (body, key) = (visit.body, try visit.key())
    return switch body.text("kind") {
    case Climbing.kind.name: try await made(ClimbingStart(body).run(visit, once: key))
    case Listening.kind.name: try await made(ListeningStart(body).run(visit, once: key))
    default: try await made(SessionStart(body).run(visit, once: key))
    }
  }

  static let track = Endpoint(
    "Record a session that has happened.",
    body: SessionTrack.members,
    gives: .created(.session)
  ) { visit in
    let (body, key) = (visit.body, try visit.key())
    return switch body.text("kind") {
    case Climbing.kind.name: try await made(ClimbingTrack(body).run(visit, once: key))
    case Listening.kind.name: try await made(ListeningTrack(body).run(visit, once: key))
    default: try await made(SessionTrack(body).run(visit, once: key))
    }
  }

  private static func made(_ answer: String) throws -> HTTPResponse {
    try HTTPResponse(.created, json: answer).located(below: "/api/v1/sessions/")
  }

  static let pause = Endpoint(
    "Interrupt a session.",
    body: [.at, Member("reason", .text, "why")],
    gives: .json(.session)
  ) { visit in
    let (time, reason) = (visit.body.instant("at"), visit.body.text("reason"))
    return try await change(visit, "Pause") { try $0.pause($1, at: time, reason: reason) }
  }

  static let resume = Endpoint(
    "Go on with a session.",
    body: [.at],
    gives: .json(.session)
  ) { visit in
    let time = visit.body.instant("at")
    return try await change(visit, "Resume") { try $0.resume($1, at: time) }
  }

  static let end = Endpoint(
    "End a session.",
    body: SessionEnd.members,
    gives: .json(.endedSession)
  ) { visit in
    let end = try SessionEnd(visit.body)
    let answer = try await end.run(visit, visit.sessionID(), once: visit.key())
    return HTTPResponse(.ok, json: answer)
  }

  static let cancel = Endpoint(
    "Throw an open session away.",
    gives: .json(.gone("cancelled"))
  ) { visit in
    let change = SessionChange(id: try visit.sessionID(), title: "Cancel")
    return HTTPResponse(.ok, json: try await change.cancel(visit, once: visit.key()))
  }

  /// Applies a rule to the session of the path, and gives the session.
  static func change(
    _ visit: Visit,
    _ title: String,
    _ rule: @escaping @Sendable (LogWriter, SessionID) throws -> Void
  ) async throws -> HTTPResponse {
    let change = SessionChange(id: try visit.sessionID(), title: title)
    return HTTPResponse(.ok, json: try await change.run(visit, once: visit.key(), rule))
  }
}
