public import Cairn
import CairnSQL

/// A person who is known, and the pass they came with.
public struct Holder: Sendable {
  /// Whose pass it is.
  public let account: Account
  /// The pass.
  public let pass: Pass
}

extension Accounts {
  /// Gives out a pass; its secret is told this once.
  ///
  /// The secret has 256 random bits. That of a program begins with `cairn_`, so that it is known
  /// where it was left lying. With `beside` it belongs to one sign-in with another pass, and ends
  /// with it; see `Identifier.partner`.
  public func issue(
    _ kind: Pass.Kind,
    named name: String,
    scopes: Set<Pass.Scope> = Set(Pass.Scope.all),
    to account: Identifier<Account>,
    beside other: Identifier<Pass>? = nil
  ) async throws -> (pass: Pass, secret: String) {
    let now = environment.now()
    let pass = Pass(
      id: other?.partner ?? Identifier(environment.newID(at: now)),
      kind: kind,
      name: name,
      scopes: scopes,
      createdAt: now,
      seenAt: now
    )
    let secret = (kind == .app ? "cairn_" : "") + newSecret()
    try await write { connection in
      try PassTable.insert(pass, of: account, hash: Self.hash(secret), in: connection)
      try PassTable.deleteOldest(kind, of: account, in: connection)
    }
    return (pass, secret)
  }

  /// Who has the secret of a good pass of a kind, or nil; the pass as it was before this use.
  ///
  /// In PostgreSQL nobody waits until the use is noted: a commit may wait for a standby that is away. Throws
  /// `account.moved` where all accounts of a database were moved away, for a server that went on meanwhile.
  public func holder(of secret: String, _ kind: Pass.Kind) async throws -> Holder? {
    let query = PassTable.holder(ofHash: Self.hash(secret), database.dialect)
    let now = environment.now()
    let told = try await glance(at: query) {
      try $0.first(query) { (holder: try Holder($0), away: try $0.instantOrNil(12)) }
    }
    if let away = told?.away { throw CairnError.movedAway(at: away) }
    guard let found = told?.holder, found.pass.kind == kind, found.pass.isGood(at: now) else {
      return nil
    }
    if found.pass.isNoted(at: now) { try await note([found.pass.id: now]) }
    return found
  }

  private func note(_ uses: [Identifier<Pass>: Instant]) async throws {
    guard database.dialect.name != "sqlite" else { return try await touch(uses) }
    await usedPasses.add(uses) { try await touch($0) }
  }

  private func touch(_ uses: [Identifier<Pass>: Instant]) async throws {
    try await write { connection in
      for (pass, now) in uses.sorted(by: { $0.key < $1.key }) {
        try PassTable.touch(pass, at: now, in: connection)
      }
    }
  }

  /// The passes of an account, newest first.
  public func passes(_ kind: Pass.Kind, of account: Identifier<Account>) async throws -> [Pass] {
    let now = environment.now()
    return try await read { try PassTable.all(kind, of: account, in: $0) }
      .filter { $0.isGood(at: now) }
  }

  /// Takes a pass back from whoever has it; whether the account had it.
  @discardableResult
  public func revoke(
    _ pass: Identifier<Pass>,
    of account: Identifier<Account>
  ) async throws -> Bool {
    try await write { try PassTable.delete(pass, of: account, in: $0) }
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

extension Identifier<Pass> {
  /// The id of the other pass that was given out at the same sign-in, if one was: one of a browser,
  /// one of an app.
  ///
  /// They differ in the last bit, so that each knows the other.
  public var partner: Identifier<Pass> {
    Identifier(RecordID(high: record.high, low: record.low ^ 1))
  }
}
