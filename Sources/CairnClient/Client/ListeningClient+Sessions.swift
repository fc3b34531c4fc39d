import Cairn
public import Foundation

extension ListeningClient {
  /// Records a session, sends the queue, and returns the session as stored by the server.
  ///
  /// After any error but `client.storage` the session is safe: it is queued or a dead letter. Without
  /// `startedAt`, the session starts at the time of this call, because it may be sent much
  /// later.
  @discardableResult
  public func createSession(
    storyId: String,
    startedAt: Date? = nil,
    endedAt: Date? = nil,
    duration: Int? = nil,
    completed: Bool = false
  ) async throws(ClientError) -> ListeningSession {
    let new = NewSession(
      id: dependencies.newID(),
      storyId: storyId,
      startedAt: startedAt ?? Date(dependencies.clock().now),
      endedAt: endedAt,
      duration: duration,
      completed: completed
    )
    return try await send(new)
  }

  /// Records a session and sends the queue; merges a session with the same ID.
  @discardableResult
  public func send(_ session: NewSession) async throws(ClientError) -> ListeningSession {
    awaitedIDs.insert(session.id)
    defer { awaitedIDs.remove(session.id) }
    try await record(session)
    let result = await flush()
    switch results.removeValue(forKey: session.id) {
    case .success(let session)?: return session
    case .failure(let error)?: throw error
    case nil: throw result.stoppedBy ?? ClientError(.network, "The session is waiting to be sent.")
    }
  }

  /// Records a session for the next ``flush()``; merges a session with the same ID.
  ///
  /// Throws `client.storage`, or `client.conflict` if the ID belongs to a different session.
  public func record(_ session: NewSession) async throws(ClientError) {
    try await outbox.enqueue(session, for: account)
  }

  /// Fetches sessions, newest first.
  public func getSessions(
    _ query: SessionQuery
  ) async throws(ClientError) -> (sessions: [ListeningSession], total: Int, hasMore: Bool) {
    let page = try await get(SessionPage.self, "/api/v1/analytics/sessions", query.items)
    return (page.sessions, page.pagination.total, page.pagination.hasMore)
  }

  /// Fetches sessions with the parameters of the app guide (spec/listening.md 8).
  public func getSessions(
    storyId: String? = nil,
    startDate: Date? = nil,
    endDate: Date? = nil,
    completed: Bool? = nil,
    limit: Int = 50,
    offset: Int = 0
  ) async throws(ClientError) -> (sessions: [ListeningSession], total: Int, hasMore: Bool) {
    var query = SessionQuery()
    (query.storyId, query.completed) = (storyId, completed)
    (query.startDate, query.endDate) = (startDate, endDate)
    (query.limit, query.offset) = (limit, offset)
    return try await getSessions(query)
  }

  func get<Value: Decodable>(
    _ type: Value.Type,
    _ path: String,
    _ query: [(String, String)] = []
  ) async throws(ClientError) -> Value {
    let credentials = credentials
    let request = request("GET", path, query: query, as: credentials)
    do {
      return try await retrying { () async throws(ClientError) in
        try await self.fetch(Value.self, request)
      }
    } catch {
      if let credentials { stopSending(error, credentials) }
      throw error
    }
  }
}
