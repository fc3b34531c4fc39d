import Cairn
import CairnClient
import Foundation

/// A listening server in memory, behind an unreliable connection.
///
/// It follows docs/listening-client.md: one row per ID, with numbers that only increase.
actor ScriptedServer: Transport {
  /// The fault of one request.
  enum Fault: Sendable, Hashable {
    /// The request arrives and is answered.
    case none
    /// The request is lost.
    case lost
    /// The request arrives, but the response is lost.
    case unanswered
    /// The request arrives twice.
    case overlap
    /// The request arrives after later ones.
    case late
    /// The server responds with 429 and `Retry-After` in seconds.
    case busy(Int)
    /// The server responds with this status and body, and does nothing.
    case answers(Int, String)
  }

  private let world: TestEnvironment
  private var faults: [Fault] = []
  private var isRandom = false
  private var delayed: [ClientRequest] = []
  private var tokens = ["token-anna": "anna", "token-ben": "ben"]
  private var rows: [String: [String: NewSession]] = [:]
  private var users: [String: String] = [:]
  /// Called after a session is stored, before the response.
  private var onPost: (@Sendable () async -> Void)?
  /// All sent requests, including lost ones.
  private(set) var requests: [ClientRequest] = []

  init(_ world: TestEnvironment) { self.world = world }

  /// Sets the faults of the next requests, in order; later requests have none.
  func script(_ faults: Fault...) { self.faults = faults }
  func script(_ fault: Fault, times: Int) { faults = Array(repeating: fault, count: times) }
  func setRandomFaults(_ isRandom: Bool) { self.isRandom = isRandom }
  func revoke(_ token: String) { tokens[token] = nil }
  func afterPost(_ body: @escaping @Sendable () async -> Void) { onPost = body }

  func sessions(of user: String) -> [String: NewSession] { rows[user] ?? [:] }
  var posts: Int { requests.count { $0.method == "POST" && $0.target.hasSuffix("/sessions") } }

  /// Delivers all late requests in random order.
  func deliverLate() {
    let all = delayed
    delayed = []
    for request in all.shuffled() { _ = answer(to: request) }
  }

  /// Sends all earlier requests again in random order.
  func replay() {
    for request in requests.shuffled() { _ = answer(to: request) }
  }

  func send(_ request: ClientRequest) async throws -> ClientResponse {
    requests.append(request)
    switch nextFault() {
    case .none: break
    case .lost: throw URLError(.notConnectedToInternet)
    case .unanswered:
      _ = answer(to: request)
      throw URLError(.networkConnectionLost)
    case .overlap: _ = answer(to: request)
    case .late:
      delayed.append(request)
      throw URLError(.timedOut)
    case .answers(let status, let body):
      return ClientResponse(status: status, body: Array(body.utf8))
    case .busy(let seconds):
      let body = Array(#"{"message":"Too many requests."}"#.utf8)
      return ClientResponse(status: 429, headers: ["retry-after": "\(seconds)"], body: body)
    }
    let answer = answer(to: request)
    if request.method == "POST", let onPost {
      self.onPost = nil
      await onPost()
    }
    return answer
  }

  private func nextFault() -> Fault {
    if !faults.isEmpty { return faults.removeFirst() }
    guard isRandom else { return .none }
    return world.pick([
      .none, .none, .none, .lost, .unanswered, .overlap, .late, .answers(503, "<html>"),
      .busy(7), .answers(200, "<html>Hotel</html>"),
    ])
  }
}

extension ScriptedServer {
  private func answer(to request: ClientRequest) -> ClientResponse {
    let path = request.target.split(separator: "?")[0]
    if path.hasPrefix("/api/auth/") { return entry(request) }
    let token = request.headers["authorization"]?.dropFirst("Bearer ".count).description ?? ""
    guard let user = tokens[token] else {
      return Self.refusal(401, "Unauthorized", "Authentication required")
    }
    switch (request.method, path) {
    case ("POST", "/api/v1/analytics/sessions"): return take(request, user)
    case ("GET", "/api/v1/analytics/sessions"): return list(user)
    default: return totals(user)
    }
  }

  private func take(_ request: ClientRequest, _ user: String) -> ClientResponse {
    guard let new = Self.session(request.body ?? []), request.headers["idempotency-key"] == new.id
    else {
      return Self.refusal(400, "ValidationError", "Missing required fields: storyId")
    }
    if new.storyId == "unknown" { return Self.refusal(404, "NotFound", "Story not found") }
    let kept = rows[user, default: [:]][new.id]
    rows[user, default: [:]][new.id] = kept.map { Self.joined($0, new) } ?? new
    let row = Self.text(rows[user]?[new.id] ?? new, user)
    return Self.json(kept == nil ? 201 : 200, #"{"data":\#(row),"message":"Created"}"#)
  }

  private func list(_ user: String) -> ClientResponse {
    let all = sessions(of: user).values.map { Self.text($0, user) }.joined(separator: ",")
    let page = #"{"total":7,"limit":50,"offset":0,"hasMore":true}"#
    return Self.json(200, #"{"data":{"sessions":[\#(all)],"pagination":\#(page)}}"#)
  }

  private func totals(_ user: String) -> ClientResponse {
    let done = sessions(of: user).values.filter(\.completed)
    let seconds = done.reduce(0) { $0 + ($1.duration ?? 0) }
    let last = done.isEmpty ? "null" : #""2026-01-05T00:00:00Z""#
    let body = """
      {"data":{"totalStoriesListened":\(Set(done.map(\.storyId)).count),"extra":1,\
      "totalListeningTimeSeconds":\(seconds),"currentStreak":1,"longestStreak":2,\
      "lastListeningDate":\(last)}}
      """
    return Self.json(200, body)
  }

  private func entry(_ request: ClientRequest) -> ClientResponse {
    let options = try? JSONDecoder().decode([String: String].self, from: Data(request.body ?? []))
    let name = options?["email"]?.split(separator: "@").first.map(String.init) ?? ""
    if request.target.hasSuffix("sign-out") { return Self.json(200, #"{"success":true}"#) }
    if request.target.contains("sign-up") {
      guard users[name] == nil else {
        return Self.json(422, #"{"code":"USER_ALREADY_EXISTS","message":"User already exists"}"#)
      }
      users[name] = options?["password"]
    }
    guard users[name] == options?["password"] else {
      let body = #"{"code":"INVALID_EMAIL_OR_PASSWORD","message":"Invalid email or password"}"#
      return Self.json(401, body)
    }
    tokens["token-\(name)"] = name
    return Self.json(200, #"{"token":"token-\#(name)","user":{"id":"\#(name)"}}"#)
  }

  private static func joined(_ kept: NewSession, _ new: NewSession) -> NewSession {
    NewSession(
      id: kept.id,
      storyId: kept.storyId,
      startedAt: kept.startedAt,
      endedAt: max(kept.endedAt ?? .distantPast, new.endedAt ?? .distantPast),
      duration: max(kept.duration ?? 0, new.duration ?? 0),
      completed: kept.completed || new.completed
    )
  }

  private static func session(_ body: [UInt8]) -> NewSession? {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try? decoder.decode(NewSession.self, from: Data(body))
  }

  private static func text(_ session: NewSession, _ user: String) -> String {
    let ended = session.endedAt.map { #""\#($0.ISO8601Format())""# } ?? "null"
    return """
      {"id":"\(session.id)","userId":"\(user)","storyId":"\(session.storyId)",\
      "startedAt":"\(session.startedAt.ISO8601Format())","endedAt":\(ended),\
      "duration":\(session.duration.map { "\($0)" } ?? "null"),"completed":\(session.completed),\
      "createdAt":"2026-01-05T18:00:00Z","updatedAt":"2026-01-05T18:00:00.500Z"}
      """
  }

  private static func refusal(_ status: Int, _ code: String, _ message: String) -> ClientResponse {
    json(status, #"{"error":"\#(code)","message":"\#(message)"}"#)
  }

  private static func json(_ status: Int, _ body: String) -> ClientResponse {
    ClientResponse(status: status, body: Array(body.utf8))
  }
}
