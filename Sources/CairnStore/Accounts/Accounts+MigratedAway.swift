package import Cairn
import CairnSQL

extension Accounts {
  /// Notes that all accounts of a PostgreSQL database were moved away, or that they are served from it again.
  package func noteAway(_ isAway: Bool) async throws {
    let now = environment.now()
    try await write { connection in
      try connection.run("DELETE FROM migrated_away")
      if isAway { try connection.run("INSERT INTO migrated_away (one, at) VALUES (1, \(now))") }
    }
  }

  /// When all accounts of a PostgreSQL database were moved away; nil where they were not.
  package func awaySince() async throws -> Instant? {
    try await read { try $0.first("SELECT at FROM migrated_away") { try $0.instant(0) } }
  }

  /// Refuses a database whose accounts were moved away, where what it takes in would be missing.
  ///
  /// Throws `account.moved`.
  package func requireHere() async throws {
    if let since = try await awaySince() { throw CairnError.movedAway(at: since) }
  }
}

extension CairnError {
  static func movedAway(at since: Instant) -> CairnError {
    CairnError(
      "account.moved",
      "The accounts of the database were moved away at \(since.text).",
      hint: "Serve them where they are: the data directory, without CAIRN_DATABASE, or the other "
        + "database. To go on here, move them back with `cairn admin migrate`; other accounts take an "
        + "empty database."
    )
  }
}
