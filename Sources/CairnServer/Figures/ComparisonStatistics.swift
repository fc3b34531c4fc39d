import Cairn
import CairnInsights
import CairnStore

/// Anonymous statistics of the other shelves on a server.
struct ComparisonStatistics: Sendable {
  /// The mean share per dimension; empty if the person may not see any.
  let shares: [ComparisonShare]
  /// The reason why there are no statistics; nil if there are.
  let missing: String?
  /// Whether the person can take part in the comparison.
  let isOffered: Bool

  private init(_ shares: [ComparisonShare] = [], missing: String? = nil, isOffered: Bool = true) {
    (self.shares, self.missing, self.isOffered) = (shares, missing, isOffered)
  }

  /// Reads the statistics and updates the person's own contribution once a day.
  ///
  /// Only participants get statistics, and only for the whole library of all time: participants contribute
  /// no other figures.
  init(_ context: AuthenticatedContext, _ found: Diversity) async throws {
    guard case .multiUser(let accountService) = context.server.tenancy, let account = context.identity?.account
    else {
      self.init(
        missing: "There is nobody to compare with: the log is served to its own machine.",
        isOffered: false
      )
      return
    }
    guard let least = context.server.dependencies.minimumComparisonGroup else {
      self.init(missing: "This server compares nobody.", isOffered: false)
      return
    }
    let accounts = accountService.accounts
    guard try await accounts.isInComparison(account.id) else {
      self.init(missing: "You do not compare your shelf with those of others.")
      return
    }
    guard found.scope == .library, found.days == nil else {
      self.init(missing: "Only the whole library of all time is compared.")
      return
    }
    try await accounts.updateShares(found.sharesToCompare, of: account.id, least: least)
    let shares = try await accounts.otherShares(besides: account.id).compactMap {
      ComparisonShare($0.dimension, tenths: $0.tenths, of: $0.accounts, least: least)
    }
    self.init(
      shares,
      missing: shares.isEmpty
        ? "There are not \(least) others yet of whose shelves enough is known."
        : nil
    )
  }

  /// The two members of the response, documented in `docs/api.md`.
  var json: [(String, JSON)] {
    let told = shares.map { one in
      JSON.members(
        ("dimension", .string(one.dimension.name)),
        ("percent", .integer(one.percent)),
        ("words", .string(one.text))
      )
    }
    return [
      ("community", shares.isEmpty ? .null : .array(told)), ("community_missing", .text(missing)),
    ]
  }
}

extension AuthenticatedContext {
  /// Returns whether the person takes part; throws `account.single_user`.
  func isInComparison() async throws -> Bool {
    try await accountService().accounts.isInComparison(account().id)
  }

  /// Adds the person to the comparison or removes them.
  ///
  /// Throws `account.single_user`, and `account.no_comparison` if the server offers none.
  func setComparison(_ participates: Bool) async throws {
    let (accounts, account) = (try accountService().accounts, try account())
    guard participates else { return try await accounts.leave(account.id) }
    guard let least = server.dependencies.minimumComparisonGroup else {
      throw CairnError(
        "account.no_comparison",
        "This server compares nobody.",
        hint: "Whoever runs it can start it with --comparison 5."
      )
    }
    let shares = try await Diversity(of: log).sharesToCompare
    try await accounts.takePart(account.id, with: shares, least: least)
  }
}
