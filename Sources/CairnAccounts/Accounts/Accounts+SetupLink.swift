public import Cairn
import CairnStore

extension Accounts {
  /// How long a setup link is valid.
  public static let setupTime = Milliseconds.hours(24)

  /// Creates a one-time secret for creating the first account; returns nil if an account exists.
  ///
  /// It is valid for ``setupTime`` and replaces any earlier secret. Only its hash is stored. If an account exists,
  /// nothing is written, so a server can start while the database is read-only.
  public func newSetupSecret() async throws -> String? {
    guard try await count() == 0 else { return nil }
    let (secret, end) = (newSecret(), environment.now() + Self.setupTime)
    return try await write { connection in
      guard try AccountTable.count(in: connection) == 0 else { return nil }
      try SetupLinkTable.put(Self.hash(secret), until: end, in: connection)
      return secret
    }
  }

  /// Returns whether a secret is a valid setup secret.
  package func isSetupSecret(_ secret: String) async throws -> Bool {
    let now = environment.now()
    return try await read { try SetupLinkTable.isValid(Self.hash(secret), at: now, in: $0) }
  }
}

extension CairnError {
  /// The error for an invalid setup link.
  package static var invalidSetupLink: CairnError {
    CairnError(
      "account.invalid_setup_link",
      "This setup link was already used, has expired, or is invalid.",
      hint: "Start the server again for a new one, or use `cairn account create`."
    )
  }
}
