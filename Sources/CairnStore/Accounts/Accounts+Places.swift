package import Cairn
import CairnSQL

/// Where each log lies, among the databases of one server: the directory of a move
/// (docs/adr/0025-several-databases.md).
///
/// Only accounts in PostgreSQL have one.
extension Accounts {
  /// The name of the database in which a log lies; nil for the one of the accounts.
  package func shard(of id: Identifier<Account>) async throws -> String? {
    let query: SQL = "SELECT shard FROM log_place WHERE account = \(id)"
    return try await glance { try $0.first(query) { try $0.textOrNil(0) } ?? nil }
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
      SELECT account, shard FROM log_place WHERE shard IS NOT NULL AND \(fragment: condition)
      """
    let rows = try await read { connection in
      try connection.all(query) { (Identifier<Account>(try $0.id(0)), try $0.text(1)) }
    }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  /// Notes where the log of a new account lies.
  package func place(_ id: Identifier<Account>, in shard: String?) async throws {
    try await write {
      try $0.run("INSERT INTO log_place (account, shard) VALUES (\(id), \(shard))")
    }
  }

  /// Forgets where the log of an account lay.
  package func forgetPlace(of id: Identifier<Account>) async throws {
    try await write { try $0.run("DELETE FROM log_place WHERE account = \(id)") }
  }

  /// Begins a move of a log; gives its number, and where the log lies.
  ///
  /// Any move of it that began before cannot end any more.
  package func beginMove(
    of id: Identifier<Account>
  ) async throws -> (move: RecordID, shard: String?) {
    let move = environment.newID(at: environment.now())
    let claim: SQL = """
      INSERT INTO log_place (account, move) VALUES (\(id), \(move))
      ON CONFLICT (account) DO UPDATE SET move = excluded.move
      RETURNING shard
      """
    return (move, try await write { try $0.first(claim) { try $0.textOrNil(0) } ?? nil })
  }

  /// Sends everybody to the database that a log was moved to.
  ///
  /// Throws `storage.other_move` where another move of it has begun since.
  package func endMove(
    _ move: RecordID,
    of id: Identifier<Account>,
    in shard: String?
  ) async throws {
    let end: SQL = """
      UPDATE log_place SET shard = \(shard) WHERE account = \(id) AND move = \(move)
      """
    guard try await write({ try $0.run(end) }) == 1 else { throw CairnError.otherMove }
  }
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
