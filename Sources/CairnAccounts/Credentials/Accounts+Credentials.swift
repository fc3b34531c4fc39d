public import Cairn
import CairnSQL
import CairnStore

/// The authenticated account of a request, with the credential that was used.
public struct Identity: Sendable {
  /// The account that owns the credential.
  public let account: Account
  /// The credential that was used.
  public let credential: Credential
}

extension Accounts {
  /// Issues a credential and returns its secret, which cannot be read again.
  ///
  /// The secret has 256 random bits. An API token starts with `cairn_`, so that secret scanners can find leaked tokens.
  /// With `beside`, the credential belongs to the same sign-in as another one and ends with it; see
  /// `Identifier.partner`.
  public func issue(
    _ kind: Credential.Kind,
    named name: String,
    scopes: Set<Credential.Scope> = Set(Credential.Scope.all),
    to account: Identifier<Account>,
    beside other: Identifier<Credential>? = nil
  ) async throws -> (credential: Credential, secret: String) {
    let now = environment.now()
    let credential = Credential(
      id: other?.partner ?? Identifier(environment.newID(at: now)),
      kind: kind,
      name: name,
      scopes: scopes,
      createdAt: now,
      seenAt: now
    )
    let secret = (kind == .app ? "cairn_" : "") + newSecret()
    try await write { connection in
      try CredentialTable.insert(credential, of: account, hash: Self.hash(secret), in: connection)
      try CredentialTable.deleteOldest(kind, of: account, in: connection)
    }
    return (credential, secret)
  }

  /// Returns the owner of a valid sign-in or token by its secret, or nil; `seenAt` is from before this use.
  ///
  /// The password of a connection is neither, so no other route accepts it. Throws `account.moved` if the accounts were
  /// migrated away while this server was running.
  public func identity(of secret: String, _ kind: Credential.Kind) async throws -> Identity? {
    try await identity(of: secret) { $0.kind == kind && !$0.isOfConnection }
  }

  /// Returns the owner of the valid password of a connection by its secret, or nil.
  ///
  /// Throws `account.moved`.
  package func identity(ofDevice secret: String) async throws -> Identity? {
    try await identity(of: secret, where: \.isOfConnection)
  }

  /// Returns the owner of a valid credential that meets a condition by its secret, or nil.
  ///
  /// On PostgreSQL the use is recorded in the background, because a commit may wait for an unavailable standby.
  private func identity(
    of secret: String,
    where isAccepted: (Credential) -> Bool
  ) async throws -> Identity? {
    let query = CredentialTable.identity(ofHash: Self.hash(secret), database.dialect)
    let now = environment.now()
    let row = try await pointRead(at: query) {
      try $0.first(query) {
        (identity: try Identity($0), migratedAt: try $0["migrated_at"] as Instant?)
      }
    }
    if let migratedAt = row?.migratedAt { throw CairnError.movedAway(at: migratedAt) }
    guard let found = row?.identity, isAccepted(found.credential),
      found.credential.isValid(at: now)
    else {
      return nil
    }
    if found.credential.needsUseUpdate(at: now) { try await recordUses([found.credential.id: now]) }
    return found
  }

  private func recordUses(_ uses: [Identifier<Credential>: Instant]) async throws {
    guard database.dialect.name != "sqlite" else { return try await touch(uses) }
    await credentialUses.add(uses) { try await touch($0) }
  }

  private func touch(_ uses: [Identifier<Credential>: Instant]) async throws {
    try await write { connection in
      for (credential, now) in uses.sorted(by: { $0.key < $1.key }) {
        try CredentialTable.touch(credential, at: now, in: connection)
      }
    }
  }

  /// Returns the valid sign-ins or tokens of an account, newest first, without those of its connections.
  public func credentials(_ kind: Credential.Kind, of account: Identifier<Account>) async throws
    -> [Credential]
  {
    let now = environment.now()
    return try await read { try CredentialTable.all(kind, of: account, in: $0) }
      .filter { $0.isValid(at: now) && !$0.isOfConnection }
  }

  /// Revokes a credential; returns whether the account had it.
  @discardableResult
  public func revoke(
    _ credential: Identifier<Credential>,
    of account: Identifier<Account>
  ) async throws -> Bool {
    try await write { try CredentialTable.delete(credential, of: account, in: $0) }
  }

  /// Returns 256 random bits as 64 hexadecimal digits.
  package func newSecret() -> String {
    let randomValues = (0..<4).map { _ in environment.random() }
    return randomValues.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Returns the stored hash of a secret; 256 random bits need no slow password hash.
  static func hash(_ secret: String) -> String { SHA256.hex(Array(secret.utf8)) }

  /// Returns 16 random bytes.
  package func newSalt() -> [UInt8] {
    [environment.random(), environment.random()].flatMap { word in
      stride(from: UInt64(0), to: 64, by: 8).map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }
}

extension Identifier<Credential> {
  /// The id of the other credential issued at the same sign-in: one for a browser, one for an app.
  ///
  /// The two ids differ only in the last bit, so each yields the other.
  public var partner: Identifier<Credential> {
    Identifier(RecordID(high: record.high, low: record.low ^ 1))
  }
}
