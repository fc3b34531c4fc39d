package import Cairn
import CairnSQL

/// The directory of log locations among a server's databases (docs/adr/0025-several-databases.md).
///
/// Exists only for accounts in PostgreSQL.
extension Accounts {
  /// Returns the name of the database that stores a log; nil for the accounts database.
  package func shard(of id: Identifier<Account>) async throws -> String? {
    let query: SQL = "SELECT shard FROM log_location WHERE account = \(id)"
    return try await pointRead(at: query) { try $0.first(query) { try $0.textOrNil(0) } ?? nil }
  }

  /// Returns the names of all databases that store logs, except the accounts database.
  package func shardNames() async throws -> [String] {
    try await read { connection in
      try connection.all(
        "SELECT DISTINCT shard FROM log_location WHERE shard IS NOT NULL ORDER BY shard"
      ) { try $0.text(0) }
    }
  }

  /// Returns the database name of every log stored outside the accounts database.
  package func shards() async throws -> [Identifier<Account>: String] {
    guard database.dialect.name == "postgresql" else { return [:] }
    return try await shards(where: "true")
  }

  /// Returns the database names of those of `ids` that are stored outside the accounts database.
  package func shards(
    of ids: [Identifier<Account>]
  ) async throws -> [Identifier<Account>: String] {
    let names = ids.map(\.record.text).joined(separator: ",")
    return try await shards(where: "account = ANY(string_to_array(\(names), ',')::uuid[])")
  }

  private func shards(where condition: SQL) async throws -> [Identifier<Account>: String] {
    let query: SQL = """
      SELECT account, shard FROM log_location WHERE shard IS NOT NULL AND \(fragment: condition)
      """
    let rows = try await read { connection in
      try connection.all(query) { (Identifier<Account>(try $0.id(0)), try $0.text(1)) }
    }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  /// Records where the log of a new account is stored.
  package func setLocation(of id: Identifier<Account>, in shard: String?) async throws {
    try await write {
      try $0.run("INSERT INTO log_location (account, shard) VALUES (\(id), \(shard))")
    }
  }

  /// Starts a migration of a log, which may leave rows of it in the databases `names`.
  ///
  /// Invalidates every migration of this log that started earlier. The number exceeds that of all earlier migrations,
  /// and `last`, the highest number found in the log databases.
  package func startMigration(
    of id: Identifier<Account>,
    touching names: [String?] = [],
    above last: Int64 = 0
  ) async throws -> StartedMigration {
    let names = Set(names + [nil]).map { $0 ?? Self.home }.sorted().joined(separator: " ")
    let claim: SQL = """
      INSERT INTO log_location AS mine (account, move, touched)
      VALUES (\(id), \(last) + 1, string_to_array(\(names), ' '))
      ON CONFLICT (account) DO UPDATE SET move = greatest(mine.move, \(last)) + 1,
        touched = ARRAY(SELECT DISTINCT unnest(mine.touched || excluded.touched || mine.shard))
      RETURNING move, shard, array_to_string(touched, ' ')
      """
    let begun = try await write { connection in
      try connection.first(claim) { row in
        StartedMigration(try row.integer(0), from: try row.textOrNil(1), touched: try row.text(2))
      }
    }
    guard let begun else { throw CairnError.concurrentMigration }
    return begun
  }

  /// Switches the directory to the database that a log was moved to.
  ///
  /// Throws `storage.move_superseded` if another migration of the log started since.
  package func finishMigration(
    _ move: Int64,
    of id: Identifier<Account>,
    in shard: String?
  ) async throws {
    let end: SQL = """
      UPDATE log_location SET shard = \(shard) WHERE account = \(id) AND move = \(move)
      """
    guard try await write({ try $0.count(end) }) == 1 else { throw CairnError.concurrentMigration }
  }

  /// Clears the list of databases that migrations touched, unless another migration started since.
  func settle(_ move: Int64, of id: Identifier<Account>) async throws {
    try await write {
      try $0.run(
        "UPDATE log_location SET touched = '{}' WHERE account = \(id) AND move = \(move)"
      )
    }
  }

  /// Returns the databases that may contain rows of a log, starting with its current one.
  func places(of id: Identifier<Account>) async throws -> [String?] {
    let query: SQL = """
      SELECT shard, array_to_string(touched, ' ') FROM log_location WHERE account = \(id)
      """
    return try await read { connection in
      try connection.first(query) { row in
        StartedMigration(0, from: try row.textOrNil(0), touched: try row.text(1)).places
      } ?? [nil]
    }
  }

  /// The directory's name for the accounts database.
  package static let home = "home"
}

/// A started migration of a log: its number, the log's current database, and the databases it touches.
package struct StartedMigration: Sendable {
  package let number: Int64
  let shard: String?
  private let touched: [String?]

  init(_ number: Int64, from shard: String?, touched names: String) {
    (self.number, self.shard) = (number, shard)
    touched = names.split(separator: " ").map { $0 == Accounts.home ? nil : String($0) }
  }

  /// All databases with rows of the log, starting with its current one.
  var places: [String?] { [shard] + rest(besides: shard) }

  /// Returns the touched databases except one.
  func rest(besides shard: String?) -> [String?] { touched.filter { $0 != shard } }
}

extension CairnError {
  static var concurrentMigration: CairnError {
    CairnError(
      "storage.move_superseded",
      "Another move of this log has started, or its account was deleted.",
      hint: "Check its location with `cairn account list`, and move it again if needed."
    )
  }
}
