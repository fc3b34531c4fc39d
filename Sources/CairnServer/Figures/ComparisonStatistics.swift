import Cairn
import CairnInsights
import CairnStore

/// What the shelves of others on a server come to, as far as a person may be told.
struct ComparisonStatistics: Sendable {
  /// By dimension; empty where nothing is told.
  let shares: [ComparisonShare]
  /// Why nothing is told, in a sentence; nil where something is.
  let missing: String?
  /// Whether the person could take part, or does.
  let isOffered: Bool

  private init(_ shares: [ComparisonShare] = [], missing: String? = nil, isOffered: Bool = true) {
    (self.shares, self.missing, self.isOffered) = (shares, missing, isOffered)
  }

  /// What is told beside the diversity of a person's own books; notes theirs for others, once a day.
  ///
  /// Only whoever takes part is told anything, and only beside the whole library of all time: that
  /// is what is known of others.
  init(_ context: AuthenticatedContext, _ found: Diversity) async throws {
    guard case .multiUser(let accountService) = context.server.tenancy, let account = context.identity?.account
    else {
      self.init(
        missing: "There is nobody to compare with: the log is served to its own machine.",
        isOffered: false
      )
      return
    }
    guard let least = context.server.dependencies.leastCompared else {
      self.init(missing: "This server compares nobody.", isOffered: false)
      return
    }
    let accounts = accountService.accounts
    guard try await accounts.isCompared(account.id) else {
      self.init(missing: "You do not compare your shelf with those of others.")
      return
    }
    guard found.scope == .library, found.days == nil else {
      self.init(missing: "Only the whole library of all time is compared.")
      return
    }
    try await accounts.noteShares(found.sharesToCompare, of: account.id, least: least)
    let shares = try await accounts.sharesOfOthers(besides: account.id).compactMap {
      ComparisonShare($0.dimension, tenths: $0.tenths, of: $0.accounts, least: least)
    }
    self.init(
      shares,
      missing: shares.isEmpty
        ? "There are not \(least) others yet of whose shelves enough is known."
        : nil
    )
  }

  /// The two members of an answer: documented in `docs/api.md`.
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
  /// Whether the person compares their shelf; throws `account.single_user`.
  func isCompared() async throws -> Bool {
    try await accountService().accounts.isCompared(account().id)
  }

  /// Has the person compare their shelf with those of others, or no more.
  ///
  /// Throws `account.single_user`, and `account.no_comparison` where the server compares nobody.
  func setCompared(_ takesPart: Bool) async throws {
    let (accounts, account) = (try accountService().accounts, try account())
    guard takesPart else { return try await accounts.leave(account.id) }
    guard let least = server.dependencies.leastCompared else {
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
