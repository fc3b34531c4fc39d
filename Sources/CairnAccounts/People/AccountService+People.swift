import Cairn
package import CairnReports
import CairnStore

extension AccountService {
  /// Returns up to `limit` people with a public session, sorted by name, after a given name.
  package func people(after name: String?, limit: Int) async throws -> [Account] {
    var (people, last) = ([Account](), name)
    while people.count < limit {
      let next = try await accounts.list(after: last, limit: 200)
      guard let end = next.last else { break }
      people += try await showing(next, limit: limit - people.count)
      last = end.name
    }
    return Array(people.prefix(limit))
  }

  /// Returns an account's public sessions.
  ///
  /// Throws `account.no_public_sessions` both for an account without any and for an unknown name.
  package func publicSessions(
    of name: String,
    before: PublicSessionCursor?,
    limit: Int
  ) async throws -> (account: Account, sessions: [PublicSession]) {
    guard let account = try await accounts.named(name), account.closedAt == nil else {
      throw CairnError.noPublicSessions
    }
    return try await reading(account) { shown in
      let sessions = try await shown.list(before: before, limit: limit)
      if sessions.isEmpty, before == nil { throw CairnError.noPublicSessions }
      if sessions.isEmpty, try await shown.isEmpty() { throw CairnError.noPublicSessions }
      return (account, sessions)
    }
  }

  /// Returns up to `limit` accounts with a public session; stops opening logs once it has enough.
  private func showing(_ accounts: [Account], limit: Int) async throws -> [Account] {
    if let showing = try await backing.showing(among: accounts.map(\.id)) {
      return accounts.filter { showing.contains($0.id) }
    }
    var found: [Account] = []
    for account in accounts where found.count < limit {
      if try await !reading(account, { try await $0.isEmpty() }) { found.append(account) }
    }
    return found
  }

  /// Reads only the public sessions of an account.
  private func reading<Result>(
    _ account: Account,
    _ read: (PublicSessions) async throws -> Result
  ) async throws -> Result {
    if let shown = try await backing.publicSessions(of: account.id) { return try await read(shown) }
    let lease = try await logs.lease(account.id)
    defer { withExtendedLifetime(lease) {} }
    return try await read(lease.log.publicSessions)
  }
}

extension CairnError {
  fileprivate static var noPublicSessions: CairnError {
    CairnError(
      "account.no_public_sessions",
      "This person shares no sessions.",
      hint: "The page People lists everyone who shares sessions."
    )
  }
}

extension Account {
  /// The display name of the person.
  package var displayName: String { givenDisplayName ?? name }
}
