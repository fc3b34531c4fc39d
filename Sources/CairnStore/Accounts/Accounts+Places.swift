package import Cairn
import CairnSQL

/// Where each log lies, among the databases of one server: the directory of a move
/// (docs/adr/0025-several-databases.md).
///
/// Only accounts in PostgreSQL have one.
extension Accounts {
  /// The name of the database in which a log lies; nil for the one of the accounts.
  package func shard(of id: Identifier<Account>) async throws -> String? {
    let query: SQL = "SELECT shard FROM log_location WHERE account = \(id)"
    return try await pointRead(at: query) { try $0.first(query) { try $0.textOrNil(0) } ?? nil }
  }

  /// The names of all databases in which logs lie, but of the one of the accounts.
  package func shardNames() async throws -> [String] {
    try await read { connection in
      try connection.all(
        "SELECT DISTINCT shard FROM log_location WHERE shard IS NOT NULL ORDER BY shard"
      ) { try $0.text(0) }
    }
  }

  /// All logs that do not lie beside the accounts, with the names of their databases.
  package func shards() async throws -> [Identifier<Account>: String] {
    guard database.dialect.name == "postgresql" else { return [:] }
    return try await shards(where: "true")
  }

  /// Those of some logs that do not lie beside the accounts, with the names of their databases.
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

  /// Notes where the log of a new account lies.
  package func place(_ id: Identifier<Account>, in shard: String?) async throws {
    try await write {
      try $0.run("INSERT INTO log_location (account, shard) VALUES (\(id), \(shard))")
    }
  }

  /// Begins a move of a log that may leave something of it in some databases.
  ///
  /// Any move of it that began before cannot end any more. The number is above that of every earlier
  /// one, and above `last`, the highest that was met in a database of logs.
  package func beginMove(
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
    guard let begun else { throw CairnError.otherMove }
    return begun
  }

  /// Sends everybody to the database that a log was moved to.
  ///
  /// Throws `storage.other_move` where another move of it has begun since.
  package func endMove(
    _ move: Int64,
    of id: Identifier<Account>,
    in shard: String?
  ) async throws {
    let end: SQL = """
      UPDATE log_location SET shard = \(shard) WHERE account = \(id) AND move = \(move)
      """
    guard try await write({ try $0.count(end) }) == 1 else { throw CairnError.otherMove }
  }

  /// Notes that moves have left nothing of a log but where it lies, unless another has begun since.
  func settle(_ move: Int64, of id: Identifier<Account>) async throws {
    try await write {
      try $0.run(
        "UPDATE log_location SET touched = '{}' WHERE account = \(id) AND move = \(move)"
      )
    }
  }

  /// The databases in which something of a log may lie; the first is that in which the log does.
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

  /// What the directory calls the database that has the accounts.
  package static let home = "home"
}

/// A move of a log that was begun: its number, where the log lies, and where else something of it may.
package struct StartedMigration: Sendable {
  package let number: Int64
  let shard: String?
  private let touched: [String?]

  init(_ number: Int64, from shard: String?, touched names: String) {
    (self.number, self.shard) = (number, shard)
    touched = names.split(separator: " ").map { $0 == Accounts.home ? nil : String($0) }
  }

  /// All databases that it touches; the first is that in which the log lies.
  var places: [String?] { [shard] + rest(besides: shard) }

  /// Those it touches, but one.
  func rest(besides shard: String?) -> [String?] { touched.filter { $0 != shard } }
}

extension CairnError {
  static var otherMove: CairnError {
    CairnError(
      "storage.other_move",
      "Another move of this log has begun meanwhile, or its account was removed.",
      hint: "See with `cairn account list` where it lies, and move it again if need be."
    )
  }
}
