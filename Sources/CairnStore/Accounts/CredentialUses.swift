import Cairn

/// Passes that were used, to be noted together, those that come meanwhile the next time; nobody waits for it.
actor CredentialUses {
  private var waiting: [Identifier<Credential>: Instant] = [:]
  private var noting: Task<Void, Never>?

  /// Has uses noted; one that cannot be is noted with the next use of its pass.
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

  /// Waits until all that were added are noted, or cannot be.
  func settle() async { await noting?.value }
}
