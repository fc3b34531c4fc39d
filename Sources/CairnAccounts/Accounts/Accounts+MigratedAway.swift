package import Cairn
import CairnSQL
import CairnStore

extension Accounts {
  /// Marks a PostgreSQL database as migrated away, or as active again.
  package func setMigratedAway(_ isAway: Bool) async throws {
    let now = environment.now()
    try await write { connection in
      try connection.run("DELETE FROM migrated_away")
      if isAway { try connection.run("INSERT INTO migrated_away (one, at) VALUES (1, \(now))") }
    }
  }

  /// Returns when the accounts of a PostgreSQL database were migrated away; nil if they were not.
  package func migratedAwayAt() async throws -> Instant? {
    try await read { try $0.value("SELECT at FROM migrated_away") }
  }

  /// Checks that the accounts were not migrated away, because writes to this database would be lost.
  ///
  /// Throws `account.moved`.
  package func requireNotMigratedAway() async throws {
    if let since = try await migratedAwayAt() { throw CairnError.movedAway(at: since) }
  }
}

extension CairnError {
  static func movedAway(at since: Instant) -> CairnError {
    CairnError(
      "account.moved",
      "The accounts of the database were moved away at \(since.text).",
      hint:
        "Serve them from their new location: the data directory, without CAIRN_DATABASE, or the other "
        + "database. To use this one, move them back with `cairn admin migrate`; for other accounts use an "
        + "empty database."
    )
  }
}
