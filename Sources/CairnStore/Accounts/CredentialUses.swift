import Cairn

/// A write-behind buffer of credential uses: uses that arrive during a write go into the next batch.
actor CredentialUses {
  private var waiting: [Identifier<Credential>: Instant] = [:]
  private var noting: Task<Void, Never>?

  /// Queues uses for writing; a failed write is retried only at the credential's next use.
  func add(
    _ uses: [Identifier<Credential>: Instant],
    _ note: @escaping @Sendable ([Identifier<Credential>: Instant]) async throws -> Void
  ) {
    waiting.merge(uses) { $1 }
    guard noting == nil else { return }
    noting = Task {
      while !waiting.isEmpty {
        let uses = waiting
        waiting = [:]
        try? await note(uses)
      }
      noting = nil
    }
  }

  /// Waits until all queued uses were written or failed.
  func settle() async { await noting?.value }
}
