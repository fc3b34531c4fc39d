public import Cairn

extension Accounts {
  /// How long the first account can be made with a secret.
  public static let setupTime = Milliseconds.hours(24)

  /// A new secret with which the first account can be made, once; nil when there is an account.
  ///
  /// It is good for ``setupTime``, and an earlier one is worth nothing any more. Only its hash is
  /// kept. Where there is an account nothing is written: a server starts while nothing can be.
  public func newSetupSecret() async throws -> String? {
    guard try await count() == 0 else { return nil }
    let (secret, end) = (newSecret(), environment.now() + Self.setupTime)
    return try await write { connection in
      guard try AccountTable.count(in: connection) == 0 else { return nil }
      try SetupLinkTable.put(Self.hash(secret), until: end, in: connection)
      return secret
    }
  }

  /// Whether the first account can be made with a secret.
  package func isSetupSecret(_ secret: String) async throws -> Bool {
    let now = environment.now()
    return try await read { try SetupLinkTable.isGood(Self.hash(secret), at: now, in: $0) }
  }
}

extension CairnError {
  /// The refusal of a setup link.
  package static var noSetupLink: CairnError {
    CairnError(
      "account.setup_link",
      "This link was used before, has run out, or was never given.",
      hint: "Start the server again for a new one, or use `cairn account create`."
    )
  }
}
