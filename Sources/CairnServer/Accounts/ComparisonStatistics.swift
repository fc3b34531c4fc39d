import Cairn
package import CairnInsights
package import CairnJSON
import CairnReports
import CairnStore
import CairnAccounts

extension ComparisonStatistics {
  /// Reads the statistics and updates the person's own contribution once a day.
  ///
  /// Only participants get statistics, and only for the whole library of all time: participants contribute
  /// no other figures.
  init(_ context: AuthenticatedContext, _ found: Diversity) async throws {
    guard case .multiUser(let accountService) = context.server.tenancy,
      let account = context.identity?.account
    else {
      self.init(
        missing: "A single-user server has no one to compare with.",
        isOffered: false
      )
      return
    }
    guard let minimum = context.server.dependencies.minimumComparisonGroup else {
      self.init(missing: "This server does not compare shelves.", isOffered: false)
      return
    }
    let accounts = accountService.accounts
    guard try await accounts.isInComparison(account.id) else {
      self.init(missing: "You are not comparing your shelf.")
      return
    }
    guard found.scope == .library, found.days == nil else {
      self.init(missing: "Comparison covers only the whole library of all time.")
      return
    }
    try await accounts.updateShares(found.sharesToCompare, of: account.id, minimum: minimum)
    let shares = try await accounts.otherShares(besides: account.id).compactMap {
      ComparisonShare($0.dimension, tenths: $0.tenths, of: $0.accounts, minimum: minimum)
    }
    self.init(
      shares,
      missing: shares.isEmpty
        ? "Fewer than \(minimum) others have enough details to compare."
        : nil
    )
  }
}

/// The diversity of a shelf beside that of the others, documented in `docs/api.md`.
struct DiversityComparison: JSONModel {
  let report: DiversityReport
  let comparison: ComparisonStatistics

  static let fields = JSONFields<DiversityComparison>(
    named: "DiversityComparison",
    DiversityReport.fields.flattened(\.report),
    [
      .init("community") { $0.comparison.shares.isEmpty ? nil : $0.comparison.shares },
      .init("community_missing", \.comparison.missing),
    ]
  )
}

extension ComparisonShare: JSONModel {
  package static let fields: JSONFields<ComparisonShare> = [
    .init("dimension", \.dimension),
    .init("percent", .integer(10...90), \.percent),
    .init("text", \.text),
  ]
}

extension AuthenticatedContext {
  /// Returns whether the person takes part; throws `account.single_user`.
  func isInComparison() async throws -> Bool {
    try await accountService().accounts.isInComparison(account().id)
  }

  /// Adds the person to the comparison or removes them.
  ///
  /// Throws `account.single_user`, and `account.comparison_off` if the server offers none.
  func setComparison(_ participates: Bool) async throws {
    let (accounts, account) = (try accountService().accounts, try account())
    guard participates else { return try await accounts.leave(account.id) }
    guard let minimum = server.dependencies.minimumComparisonGroup else {
      throw CairnError(
        "account.comparison_off",
        "This server does not compare shelves.",
        hint: "Ask the server’s operator to start it with --comparison 5."
      )
    }
    let shares = try await Diversity(of: log).sharesToCompare
    try await accounts.joinComparison(account.id, with: shares, minimum: minimum)
  }
}
