import Cairn
import CairnHTTP
import CairnStore

/// `/api/v1/sessions`.
enum SessionHandlers {
  static let list: Handler = { visit in
    try visit.allowQuery(["limit", "before", "kind"])
    let limit = try visit.number("limit", in: 1...500) ?? 50
    var filter = SessionFilter(limit: limit + 1)
    filter.kind = visit.target.query["kind"].map { SessionKind($0) }
    filter.before = try visit.target.query["before"].map(SessionCursor.init)?.place
    let rows = try await visit.log.sessions(filter)
    return page(rows, limit, visit)
  }

  private static func page(_ rows: [SessionRow], _ limit: Int, _ visit: Visit) -> HTTPResponse {
    let (shown, now) = (rows.prefix(limit), visit.now)
    let next = rows.count > limit ? shown.last.map { SessionCursor($0).text } : nil
    let json = JSON.members(
      ("sessions", .array(shown.map { $0.json(at: now) })),
      ("next", .text(next))
    )
    return HTTPResponse(.ok, json: json.text)
  }

  static let show: Handler = { visit in
    let id = try visit.sessionID()
    guard let row = try await visit.log.session(id) else {
      throw CairnError.noSession(id.record.text)
    }
    return HTTPResponse(.ok, json: row.json(at: visit.now).text)
  }

  static let start: Handler = { visit in
    var body = try JSONBody(visit.request)
    let start = try SessionStart(&body)
    try body.finish()
    let answer = try await start.run(visit, once: visit.key())
    var response = HTTPResponse(.created, json: answer)
    if case .string(let id)? = try JSON(parsing: Array(answer.utf8))["id"] {
      response.fields.append("location", "/api/v1/sessions/\(id)")
    }
    return response
  }

  static let pause: Handler = { visit in
    try await change(visit, "Pause") { writer, id, time in try writer.pause(id, at: time) }
  }

  static let resume: Handler = { visit in
    try await change(visit, "Resume") { writer, id, time in try writer.resume(id, at: time) }
  }

  private static func change(
    _ visit: Visit,
    _ title: String,
    _ rule: @escaping @Sendable (LogWriter, SessionID, Instant?) throws -> Void
  ) async throws -> HTTPResponse {
    var body = try JSONBody(visit.request)
    let time = try body.instant("at")
    try body.finish()
    let change = SessionChange(id: try visit.sessionID(), title: title)
    let answer = try await change.run(visit, once: visit.key()) { try rule($0, $1, time) }
    return HTTPResponse(.ok, json: answer)
  }

  static let end: Handler = { visit in
    var body = try JSONBody(visit.request)
    let end = try SessionEnd(&body)
    try body.finish()
    let answer = try await end.run(visit, visit.sessionID(), once: visit.key())
    return HTTPResponse(.ok, json: answer)
  }

  static let cancel: Handler = { visit in
    try JSONBody(visit.request).finish()
    let change = SessionChange(id: try visit.sessionID(), title: "Cancel")
    let answer = try await change.cancel(visit, once: visit.key())
    return HTTPResponse(.ok, json: answer)
  }
}
