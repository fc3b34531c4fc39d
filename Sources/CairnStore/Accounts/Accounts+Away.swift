package import Cairn
import CairnSQL

extension Accounts {
  /// Notes that all accounts of a PostgreSQL database were moved to files, or that they are served from it again.
  package func noteAway(_ isAway: Bool) async throws {
    let now = environment.now()
    try await write { connection in
      try connection.run("DELETE FROM moved_away")
      if isAway { try connection.run("INSERT INTO moved_away (one, at) VALUES (1, \(now))") }
    }
  }

  /// When all accounts of a PostgreSQL database were moved to files; nil where they were not.
  package func awaySince() async throws -> Instant? {
    try await read { try $0.first("SELECT at FROM moved_away") { try $0.instant(0) } }
  }
}
