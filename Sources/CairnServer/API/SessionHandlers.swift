import Cairn
import CairnActions
import CairnHTTP
import CairnJSON
import CairnReports
import CairnStore

/// The handlers of `/api/v1/sessions`.
enum SessionHandlers {
  private static let page = ListPage<SessionReport>.fields("sessions")

  static let list = Endpoint(
    "List sessions, newest first, paginated.",
    query: [
      .limit(50), SchemaField("before", .text, "the `next` value of the previous page"),
    ] + SchemaField.ofSessions + [
      .from, .to, SchemaField("open", .bool, "only open sessions, all on one page"),
    ],
    gives: .json(page)
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
      && (filter.place.map { folded($0) == row.sessionContext.place.map(folded) } ?? true)
      && (filter.tag.map(row.sessionContext.tags.contains) ?? true)
  }

  private static func filter(_ context: AuthenticatedContext, limit: Int) throws(CairnError)
    -> SessionFilter
  {
    var filter = try context.sessionFilter(limit: limit)
    filter.days = try context.days()
    if let word = context.query.text("before") { filter.before = try SessionCursor(word).position }
    return filter
  }

  private static func page(_ rows: [SessionRow], _ limit: Int, _ context: AuthenticatedContext)
    -> HTTPResponse
  {
    let (shown, now) = (rows.prefix(limit), context.now)
    let next = rows.count > limit ? shown.last.map { SessionCursor($0).text } : nil
    let reports = shown.map { $0.report(at: now) }
    return HTTPResponse(page.json(ListPage(rows: reports, next: next)))
  }

  static let show = Endpoint("Get a session.", gives: SessionReport.self) { context in
    let row = try await context.session()
    var report = row.report(try await context.log.climbing(row), at: context.now)
    report.details = try await context.log.details(of: row)
    return report
  }

  static let start = Endpoint(
    "Start a session.",
    body: SessionFields.start.members,
    gives: .created(SessionReport.self),
    takesDetails: true
  ) { context in
    let (body, zone) = (context.body, context.zone.name)
    switch try SessionFields.start.kind(of: body, context.modules) {
    case Reading.kind:
      let start = try StartReading(BookChoice(body), body, zone: zone)
      return try await context.act(.created) { try start.run(in: $0) }
    case Listening.kind:
      let start = try StartListening(StoryChoice(body), body, zone: zone)
      return try await context.act(.created) { try start.run(in: $0) }
    case Climbing.kind:
      let start = try StartClimbing(body, zone: zone)
      return try await context.act(.created) { try start.run(in: $0) }
    case let kind:
      var start = StartActivity(kind, try SessionStart(body, zone: zone))
      start.details = try Fields(body, context.modules)
      return try await context.act(.created) { [start] in try start.run(in: $0) }
    }
  }

  static let track = Endpoint(
    "Add a past session.",
    body: SessionFields.track.members,
    gives: .created(SessionReport.self),
    takesDetails: true
  ) { context in
    let body = context.body
    guard let start = body.instant("start"), let end = body.instant("end") else {
      throw CairnError.field("start", "is needed, with “end”")
    }
    let past = try PastSession(Segment(start: start, end: end), body, zone: context.zone.name)
    switch try SessionFields.track.kind(of: body, context.modules) {
    case Reading.kind:
      let track = try TrackReading(BookChoice(body), past, body)
      return try await context.act(.created) { try track.run(in: $0).id }
    case Listening.kind:
      let track = try TrackListening(StoryChoice(body), past, body)
      return try await context.act(.created) { try track.run(in: $0) }
    case Climbing.kind:
      let track = try TrackClimbing(past, body)
      return try await context.act(.created) { try track.run(in: $0) }
    case let kind:
      var track = TrackActivity(kind, past)
      track.details = try Fields(body, context.modules)
      return try await context.act(.created) { [track] in try track.run(in: $0) }
    }
  }

  static let pause = Endpoint(
    "Pause a session.",
    body: [SessionStart.at, EditSession.reason, StopSession.now].schemaFields,
    gives: .json(SessionReport.self)
  ) { context in
    let (time, reason) = (context.body.instant("at"), context.body.text("reason"))
    var pause = PauseSession(try context.sessionID(), at: time, reason: reason)
    pause.keepsFullTime = context.body.bool("now")
    return try await context.act { [pause] in try pause.run(in: $0).id }
  }

  static let resume = Endpoint(
    "Resume a session.",
    body: [SessionStart.at].schemaFields,
    gives: .json(SessionReport.self)
  ) { context in
    let resume = ResumeSession(try context.sessionID(), at: context.body.instant("at"))
    return try await context.act { try resume.run(in: $0).id }
  }

  static let end = Endpoint(
    "Stop a session.",
    body: StopRequest.members,
    gives: .json(EndedSession.self),
    takesDetails: true
  ) { context in
    let id = try context.sessionID()
    var request = try StopRequest(id, context.body, zone: context.zone.name)
    request.stop.details = try Fields(context.body, context.modules)
    return HTTPResponse(.ok, json: try await request.run(context, once: context.key()))
  }

  private static let cancelled = JSONFields(state: "cancelled")

  static let cancel = Endpoint(
    "Discard an open session.",
    gives: .json(cancelled)
  ) { context in
    let id = try context.sessionID()
    return try await context.write { writer in
      try DiscardSession(id).run(in: writer)
      return cancelled.json(id.record)
    }
  }
}

extension AuthenticatedContext {
  /// Runs an act of the API on a session once per idempotency key, and returns the session as JSON.
  func act(
    _ status: HTTPStatus = .ok,
    _ act: @escaping @Sendable (LogWriter) throws -> SessionID
  ) async throws -> HTTPResponse {
    let response = HTTPResponse(status, json: try await run(once: key(), act))
    return status == .created ? try response.withLocation(below: "/api/v1/sessions/") : response
  }

  /// Runs an act on a session once per key, and returns the session as JSON.
  @discardableResult
  func run(
    once key: RequestKey?,
    _ act: @escaping @Sendable (LogWriter) throws -> SessionID
  ) async throws -> String {
    try await log.write(once: key) { try $0.sessionReport(act($0)).json.text }
  }
}
