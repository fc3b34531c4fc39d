extension ListeningClient {
  /// How many sessions no server has: those that wait, and those that were refused.
  public func unsent() async throws(ClientError) -> (waiting: Int, refused: Int) {
    try await outbox.counts(for: account)
  }

  /// What a server refused for good, oldest first, each with the reason.
  public func deadLetters() async throws(ClientError) -> [DeadLetter] {
    try await outbox.deadLetters(for: account)
  }

  /// Lets a dead letter wait once more, to be sent with the next ``flush()``; all of them for nil.
  public func revive(_ id: String? = nil) async throws(ClientError) {
    try await outbox.revive(id, for: account)
  }

  /// Forgets a session that waits or was refused.
  public func discard(_ id: String) async throws(ClientError) {
    try await outbox.discard(id, for: account)
  }

  /// Gives what was recorded while nobody was signed in to whoever is now; tells how much it was.
  public func adopt() async throws(ClientError) -> Int {
    try await outbox.adopt(account)
  }
}
