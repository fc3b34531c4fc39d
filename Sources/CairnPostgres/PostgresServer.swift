import CairnSQL

/// A PostgreSQL server and the connections to it.
///
/// Logs lie in the schema that the role sees first, `public` unless it was set otherwise, and what is
/// nobody's own, such as the accounts, in the schema `household`.
public final class PostgresServer: Sendable {
  let pool: Pool
  let owner: Pool?
  /// The lock under which the tables are changed.
  static let migrating: Int64 = 0x4361_726E_0000_0001

  /// Names a server by a connection string, an address or `key=value` words
  /// (https://www.postgresql.org/docs/15/libpq-connect.html, 34.1.1).
  ///
  /// `owner` is that of the role that owns the tables, for those who may change them; nobody is
  /// connected to yet. At most so many connections are open at once, and whoever comes then waits in
  /// turn.
  public init(_ address: String, owner: String? = nil, connections: Int = 16) {
    pool = Pool(address, limit: connections)
    self.owner = owner.map { Pool($0, limit: 1) }
  }

  /// What the account of an id may see: its log.
  public func log(of high: UInt64, _ low: UInt64) -> PostgresDatabase {
    PostgresDatabase(self, .account(high, low))
  }

  /// What is nobody's own.
  public var household: PostgresDatabase { PostgresDatabase(self, .nobody) }

  /// Refuses a role from which the policies of the tables would hide nothing, or could be taken away.
  ///
  /// Throws `powerfulRole`, which says why.
  public func requireHarmlessRole() async throws {
    let found: String?? = try await household.read { connection in
      try connection.first(
        """
        SELECT rolname, rolsuper, rolbypassrls, EXISTS (
          SELECT 1 FROM pg_class WHERE relowner = pg_roles.oid AND relname IN ('record', 'account'))
        FROM pg_roles WHERE rolname = current_user
        """
      ) { row in
        let facts = [
          "is a superuser", "bypasses row-level security", "owns the tables",
        ]
        let name = try row.text(0)
        for (index, fact) in facts.enumerated() where try row.integer(index + 1) == 1 {
          return "\(name) \(fact)"
        }
        return nil
      }
    }
    guard let found = found ?? nil else { return }
    throw StorageError(
      .powerfulRole,
      "The role \(found), so one account could see the rows of another."
    )
  }

  /// Closes the connections that nobody has now.
  public func close() {
    pool.close()
    owner?.close()
  }
}
