public import Cairn
import CairnSQL

/// A person who is known, and the pass they came with.
public struct Identity: Sendable {
  /// Whose pass it is.
  public let account: Account
  /// The pass.
  public let credential: Credential
}

extension Accounts {
  /// Gives out a pass; its secret is told this once.
  ///
  /// The secret has 256 random bits. That of a program begins with `cairn_`, so that it is known
  /// where it was left lying. With `beside` it belongs to one sign-in with another pass, and ends
  /// with it; see `Identifier.partner`.
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

  /// Who has the secret of a good pass of a kind, or nil; the pass as it was before this use.
  ///
  /// In PostgreSQL nobody waits until the use is noted: a commit may wait for a standby that is away. Throws
  /// `account.moved` where all accounts of a database were moved away, for a server that went on meanwhile.
  public func identity(of secret: String, _ kind: Credential.Kind) async throws -> Identity? {
    let query = CredentialTable.identity(ofHash: Self.hash(secret), database.dialect)
    let now = environment.now()
    let told = try await pointRead(at: query) {
      try $0.first(query) { (identity: try Identity($0), away: try $0.instantOrNil(12)) }
    }
    if let away = told?.away { throw CairnError.movedAway(at: away) }
    guard let found = told?.identity, found.credential.kind == kind, found.credential.isGood(at: now) else {
      return nil
    }
    if found.credential.isNoted(at: now) { try await note([found.credential.id: now]) }
    return found
  }

  private func note(_ uses: [Identifier<Credential>: Instant]) async throws {
    guard database.dialect.name != "sqlite" else { return try await touch(uses) }
    await usedPasses.add(uses) { try await touch($0) }
  }

  private func touch(_ uses: [Identifier<Credential>: Instant]) async throws {
    try await write { connection in
      for (credential, now) in uses.sorted(by: { $0.key < $1.key }) {
        try CredentialTable.touch(credential, at: now, in: connection)
      }
    }
  }

  /// The passes of an account, newest first.
  public func credentials(_ kind: Credential.Kind, of account: Identifier<Account>) async throws -> [Credential] {
    let now = environment.now()
    return try await read { try CredentialTable.all(kind, of: account, in: $0) }
      .filter { $0.isGood(at: now) }
  }

  /// Takes a pass back from whoever has it; whether the account had it.
  @discardableResult
  public func revoke(
    _ credential: Identifier<Credential>,
    of account: Identifier<Account>
  ) async throws -> Bool {
    try await write { try CredentialTable.delete(credential, of: account, in: $0) }
  }

  /// 256 random bits as 64 hexadecimal digits.
  package func newSecret() -> String {
    let words = (0..<4).map { _ in environment.random() }
    return words.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// What is kept of a secret; it has too many random bits to be guessed from its hash.
  static func hash(_ secret: String) -> String { SHA256.hex(Array(secret.utf8)) }

  /// 16 random bytes.
  package func newSalt() -> [UInt8] {
    [environment.random(), environment.random()].flatMap { word in
      stride(from: UInt64(0), to: 64, by: 8).map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }
}

extension Identifier<Credential> {
  /// The id of the other pass that was given out at the same sign-in, if one was: one of a browser,
  /// one of an app.
  ///
  /// They differ in the last bit, so that each knows the other.
  public var partner: Identifier<Credential> {
    Identifier(RecordID(high: record.high, low: record.low ^ 1))
  }
}
