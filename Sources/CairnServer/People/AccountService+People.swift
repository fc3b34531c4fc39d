import Cairn
import CairnStore

extension AccountService {
  /// At most so many people who show a session, by name, those after a name if it is given.
  func people(after name: String?, limit: Int) async throws -> [Account] {
    var (people, last) = ([Account](), name)
    while people.count < limit {
      let next = try await accounts.list(after: last, limit: 200)
      guard let end = next.last else { break }
      people += try await showing(next, most: limit - people.count)
      last = end.name
    }
    return Array(people.prefix(limit))
  }

  /// What a person made public; throws `account.shows_nothing` for one who made nothing public, as for
  /// one who is not there.
  func publicSessions(
    of name: String,
    before: PublicSessionCursor?,
    limit: Int
  ) async throws -> (account: Account, sessions: [PublicSession]) {
    guard let account = try await accounts.named(name), account.closedAt == nil else {
      throw CairnError.showsNothing
    }
    return try await reading(account) { shown in
      let sessions = try await shown.list(before: before, limit: limit)
      if sessions.isEmpty, before == nil { throw CairnError.showsNothing }
      if sessions.isEmpty, try await shown.isEmpty() { throw CairnError.showsNothing }
      return (account, sessions)
    }
  }

  /// Those of some accounts that show a session; no more are asked than it takes to find so many.
  private func showing(_ accounts: [Account], most: Int) async throws -> [Account] {
    if let showing = try await kept.showing(among: accounts.map(\.id)) {
      return accounts.filter { showing.contains($0.id) }
    }
    var found: [Account] = []
    for account in accounts where found.count < most {
      if try await !reading(account, { try await $0.isEmpty() }) { found.append(account) }
    }
    return found
  }

  /// Reads what an account made public, and nothing else of its log.
  private func reading<Result>(
    _ account: Account,
    _ read: (PublicSessions) async throws -> Result
  ) async throws -> Result {
    if let shown = try await kept.publicSessions(of: account.id) { return try await read(shown) }
    let lease = try await logs.lease(account.id)
    defer { withExtendedLifetime(lease) {} }
    return try await read(lease.log.publicSessions)
  }
}

extension CairnError {
  fileprivate static var showsNothing: CairnError {
    CairnError(
      "account.shows_nothing",
      "Nobody of that name shows a session.",
      hint: "Those who do are listed at /people."
    )
  }
}

extension Account {
  /// What others know the person as.
  var shownName: String { called ?? name }
}
