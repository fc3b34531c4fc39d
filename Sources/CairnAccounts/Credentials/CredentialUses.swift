import Cairn

/// A write-behind buffer of credential uses: uses that arrive during a write go into the next batch.
actor CredentialUses {
  private var waiting: [Identifier<Credential>: Instant] = [:]
  private var writeTask: Task<Void, Never>?

  /// Queues uses for writing; a failed write is retried only at the credential's next use.
  func add(
    _ uses: [Identifier<Credential>: Instant],
    _ recordUses: @escaping @Sendable ([Identifier<Credential>: Instant]) async throws -> Void
  ) {
    waiting.merge(uses) { $1 }
    guard writeTask == nil else { return }
    writeTask = Task {
      while !waiting.isEmpty {
        let uses = waiting
        waiting = [:]
        try? await recordUses(uses)
      }
      writeTask = nil
    }
  }

  /// Waits until all queued uses were written or failed.
  func drain() async { await writeTask?.value }
}
