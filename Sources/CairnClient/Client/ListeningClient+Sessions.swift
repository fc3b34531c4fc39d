import Cairn
public import Foundation

extension ListeningClient {
  /// Records a session: writes it down, sends what waits, and gives the session the server has.
  ///
  /// Whatever is thrown but `client.storage`, the session is safe: it will be sent later, or is a
  /// dead letter. A start that is not given is the moment of this call, since it may be sent much
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

  /// Writes a session down and sends it with all that waits; one with the same id grows.
  @discardableResult
  public func send(_ session: NewSession) async throws(ClientError) -> ListeningSession {
    wanted.insert(session.id)
    defer { wanted.remove(session.id) }
    try await record(session)
    let result = await flush()
    switch answers.removeValue(forKey: session.id) {
    case .success(let session)?: return session
    case .failure(let error)?: throw error
    case nil: throw result.stoppedBy ?? ClientError(.network, "The session waits to be sent.")
    }
  }

  /// Writes a session down, to be sent with the next ``flush()``; one with the same id grows.
  ///
  /// Throws `client.storage`, or `client.conflict` when the id is that of another session.
  public func record(_ session: NewSession) async throws(ClientError) {
    try await outbox.put(session, for: account)
  }

  /// Sessions as the server has them, newest first.
  public func getSessions(
    _ query: SessionQuery
  ) async throws(ClientError) -> (sessions: [ListeningSession], total: Int, hasMore: Bool) {
    let page = try await get(SessionPage.self, "/api/v1/analytics/sessions", query.items)
    return (page.sessions, page.pagination.total, page.pagination.hasMore)
  }

  /// The same, asked as the guide does.
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
        try await self.ask(Value.self, request)
      }
    } catch {
      if let credentials { stopSending(error, credentials) }
      throw error
    }
  }
}
