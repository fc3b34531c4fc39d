extension ListeningClient {
  /// Returns the numbers of unsent sessions: queued ones and rejected ones.
  public func unsent() async throws(ClientError) -> (waiting: Int, refused: Int) {
    try await outbox.counts(for: account)
  }

  /// Returns the permanently rejected sessions, oldest first, each with the reason.
  public func deadLetters() async throws(ClientError) -> [DeadLetter] {
    try await outbox.deadLetters(for: account)
  }

  /// Queues a dead letter again for the next ``flush()``; nil queues all.
  public func requeue(_ id: String? = nil) async throws(ClientError) {
    try await outbox.requeue(id, for: account)
  }

  /// Deletes a queued or rejected session.
  public func discard(_ id: String) async throws(ClientError) {
    try await outbox.discard(id, for: account)
  }

  /// Assigns sessions recorded while signed out to the current user; returns their number.
  public func adopt() async throws(ClientError) -> Int {
    try await outbox.adopt(account)
  }
}
