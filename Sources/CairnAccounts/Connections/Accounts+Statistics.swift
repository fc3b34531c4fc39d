package import Cairn
import CairnSQL

extension Accounts {
  /// Adds to the number of sessions of a connection, and sets why its last file or a part of it was refused, or nil.
  package func report(
    sessions: Int = 0,
    problem: String?,
    of connection: Identifier<Connection>,
    _ account: Identifier<Account>
  ) async throws {
    try await write(as: account) { database in
      try database.run(
        """
        UPDATE connection SET sessions = sessions + \(sessions), problem = \(problem) WHERE id = \(connection)
        """
      )
    }
  }
}
