import Cairn
import CairnSQL

/// The tables `compared_account` and `compared_share`.
///
/// A share without a cohort is waiting. A cohort is a group of shares that start to count on the same day; when one
/// leaves, all its shares wait again.
enum ComparisonTable {
  static func isInComparison(
    _ account: Identifier<Account>,
    in connection: any SQLConnection
  ) throws -> Bool {
    let query: SQL = "SELECT 1 FROM compared_account WHERE account = \(account)"
    return try connection.first(query) { _ in } != nil
  }

  static func join(_ account: Identifier<Account>, in connection: any SQLConnection) throws {
    try connection.run(
      """
      INSERT INTO compared_account (account) VALUES (\(account))
      ON CONFLICT (account) DO NOTHING
      """
    )
  }

  static func leave(_ account: Identifier<Account>, in connection: any SQLConnection) throws {
    for dimension in Dimension.core { try withdraw(account, dimension, in: connection) }
    try connection.run("DELETE FROM compared_account WHERE account = \(account)")
  }

  /// Returns whether exactly these dimensions are stored with shares of this day or later.
  static func areSharesCurrent(
    _ dimensions: Set<Dimension>,
    of account: Identifier<Account>,
    on day: Int64,
    in connection: any SQLConnection
  ) throws -> Bool {
    let query: SQL = "SELECT dimension, day FROM compared_share WHERE account = \(account)"
    let rows = try connection.all(query) {
      (name: try $0["dimension"] as String, day: try $0["day"] as Int64)
    }
    return Set(rows.map(\.name)) == Set(dimensions.map(\.name)) && rows.allSatisfy { $0.day >= day }
  }

  /// Upserts the shares; the previous value keeps counting for the rest of the day.
  static func saveShares(
    _ shares: [Dimension: Int64],
    of account: Identifier<Account>,
    on day: Int64,
    in connection: any SQLConnection
  ) throws {
    for dimension in Dimension.core {
      guard let tenths = shares[dimension] else {
        try withdraw(account, dimension, in: connection)
        continue
      }
      try connection.run(
        """
        INSERT INTO compared_share (account, dimension, day, tenths)
        VALUES (\(account), \(dimension.name), \(day), \(tenths))
        ON CONFLICT (account, dimension) DO UPDATE SET
          earlier = compared_share.tenths, tenths = excluded.tenths, day = excluded.day
          WHERE compared_share.day < excluded.day
        """
      )
    }
  }

  /// Forms a cohort of all waiting shares in each dimension with more than `minimum` of them, effective from `day`.
  static func formCohorts(
    minimum: Int64,
    from day: Int64,
    in connection: any SQLConnection
  ) throws {
    let waiting: SQL = """
      SELECT dimension FROM compared_share WHERE cohort IS NULL
      GROUP BY dimension HAVING count(*) > \(minimum)
      """
    for dimension in try connection.values(waiting) as [String] {
      try connection.run(
        """
        UPDATE compared_share SET counts_from = \(day),
          cohort = (SELECT coalesce(max(cohort), 0) + 1 FROM compared_share)
        WHERE dimension = \(dimension) AND cohort IS NULL
        """
      )
    }
  }

  static func sums(
    besides account: Identifier<Account>,
    on day: Int64,
    in connection: any SQLConnection
  ) throws -> [ShareSum] {
    let query: SQL = """
      SELECT dimension, sum(CASE WHEN day < \(day) THEN tenths ELSE earlier END) AS tenths, count(*) AS accounts
      FROM compared_share
      WHERE counts_from <= \(day) AND account <> \(account)
      GROUP BY dimension
      """
    let rows = try connection.all(query) { row in
      try Dimension(name: row["dimension"]).map {
        ShareSum(dimension: $0, tenths: try row["tenths"], accounts: try row["accounts"])
      }
    }
    return Dimension.core.compactMap { one in rows.compactMap(\.self).first { $0.dimension == one }
    }
  }

  /// Deletes a share; the rest of its cohort waits again.
  private static func withdraw(
    _ account: Identifier<Account>,
    _ dimension: Dimension,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      """
      UPDATE compared_share SET cohort = NULL, counts_from = NULL
      WHERE cohort = (
        SELECT cohort FROM compared_share
        WHERE account = \(account) AND dimension = \(dimension.name)
      )
      """
    )
    try connection.run(
      """
      DELETE FROM compared_share WHERE account = \(account) AND dimension = \(dimension.name)
      """
    )
  }
}
