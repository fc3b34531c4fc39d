public import Cairn
import CairnSQL

/// What the shelves of some accounts come to in one dimension.
public struct SharesOfOthers: Sendable, Equatable {
  /// The dimension.
  public let dimension: Dimension
  /// Their shares in tenths, added up.
  public let tenths: Int64
  /// How many accounts they are of.
  public let accounts: Int64
}

/// Who compares the diversity of their shelf with others: only what it comes to lies here, never
/// what is on it (docs/adr/0021-comparing-shelves.md).
extension Accounts {
  /// Whether an account takes part; none does until it says so.
  public func isCompared(_ account: Identifier<Account>) async throws -> Bool {
    try await read { try ComparisonTable.isCompared(account, in: $0) }
  }

  /// Has an account take part, with what its shelf comes to now, in tenths.
  ///
  /// In each dimension it counts with the first party of more than `least` newcomers, from the day
  /// (UTC) after that has gathered.
  public func takePart(
    _ account: Identifier<Account>,
    with shares: [Dimension: Int64],
    least: Int64
  ) async throws {
    let today = today
    try await write { connection in
      try ComparisonTable.join(account, in: connection)
      try ComparisonTable.note(shares, of: account, on: today, in: connection)
      try ComparisonTable.gather(least: least, from: today + 1, in: connection)
    }
  }

  /// Notes what the shelf of an account that takes part comes to today; it counts from tomorrow.
  ///
  /// Nothing where it does not take part. A dimension that is not named counts no more at once.
  public func noteShares(
    _ shares: [Dimension: Int64],
    of account: Identifier<Account>,
    least: Int64
  ) async throws {
    let today = today
    let isNoted = try await read {
      try ComparisonTable.isNoted(Set(shares.keys), of: account, on: today, in: $0)
    }
    // Not at each look: that would be a commit for each page.
    guard !isNoted else { return }
    try await write { connection in
      guard try ComparisonTable.isCompared(account, in: connection) else { return }
      try ComparisonTable.note(shares, of: account, on: today, in: connection)
      try ComparisonTable.gather(least: least, from: today + 1, in: connection)
    }
  }

  /// Takes an account out at once, with all that was noted of it.
  ///
  /// Those it came with wait for another party, so that what is told before and after never differs
  /// by this account alone.
  public func leave(_ account: Identifier<Account>) async throws {
    try await write { try ComparisonTable.leave(account, in: $0) }
  }

  /// What the shelves of all others who count today come to.
  public func sharesOfOthers(
    besides account: Identifier<Account>
  ) async throws -> [SharesOfOthers] {
    let today = today
    return try await read { try ComparisonTable.sums(besides: account, on: today, in: $0) }
  }

  /// The days since 1970 in UTC: one turn of the day for everyone on a server.
  private var today: Int64 { environment.now().milliseconds / Milliseconds.hours(24).count }
}
