public import Cairn
import CairnStore

/// The sum of several accounts' shares in one dimension.
public struct ShareSum: Sendable, Equatable {
  /// The dimension.
  public let dimension: Dimension
  /// The sum of the shares, in tenths.
  public let tenths: Int64
  /// The number of accounts in the sum.
  public let accounts: Int64
}

/// Opt-in comparison of shelf diversity between accounts.
///
/// Stores only the shares, never the books (docs/adr/0021-comparing-shelves.md).
extension Accounts {
  /// Returns whether an account takes part; participation is opt-in.
  public func isInComparison(_ account: Identifier<Account>) async throws -> Bool {
    try await read { try ComparisonTable.isInComparison(account, in: $0) }
  }

  /// Opts an account in, with the current shares of its shelf in tenths.
  ///
  /// In each dimension the account joins the first group of more than `minimum` newcomers. It counts from the day (UTC)
  /// after that group has formed.
  public func joinComparison(
    _ account: Identifier<Account>,
    with shares: [Dimension: Int64],
    minimum: Int64
  ) async throws {
    let today = today
    try await write { connection in
      try ComparisonTable.join(account, in: connection)
      try ComparisonTable.saveShares(shares, of: account, on: today, in: connection)
      try ComparisonTable.formCohorts(minimum: minimum, from: today + 1, in: connection)
    }
  }

  /// Updates the shares of a participating account; the new values count from tomorrow.
  ///
  /// Does nothing if the account does not take part. Removes dimensions missing from `shares` immediately.
  public func updateShares(
    _ shares: [Dimension: Int64],
    of account: Identifier<Account>,
    minimum: Int64
  ) async throws {
    let today = today
    let areSharesCurrent = try await read {
      try ComparisonTable.areSharesCurrent(Set(shares.keys), of: account, on: today, in: $0)
    }
    // A write per page view would cost a commit each.
    guard !areSharesCurrent else { return }
    try await write { connection in
      guard try ComparisonTable.isInComparison(account, in: connection) else { return }
      try ComparisonTable.saveShares(shares, of: account, on: today, in: connection)
      try ComparisonTable.formCohorts(minimum: minimum, from: today + 1, in: connection)
    }
  }

  /// Opts an account out immediately and deletes its shares.
  ///
  /// The rest of its group waits for another group. Otherwise the difference between the sums before and after would
  /// reveal this account's shares.
  public func leave(_ account: Identifier<Account>) async throws {
    try await write { try ComparisonTable.leave(account, in: $0) }
  }

  /// Returns the sums over all other accounts that count today.
  public func otherShares(
    besides account: Identifier<Account>
  ) async throws -> [ShareSum] {
    let today = today
    return try await read { try ComparisonTable.sums(besides: account, on: today, in: $0) }
  }

  /// The current UTC day, counted from 1970, so that the day changes at the same time for every account.
  private var today: Int64 { environment.now().milliseconds / Milliseconds.hours(24).count }
}
