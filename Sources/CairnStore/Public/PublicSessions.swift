package import Cairn
public import CairnReports
package import CairnSQL

/// The public climbing sessions of one person: the only part of a log that others can read (ADR 24).
///
/// Each query filters out private sessions; on PostgreSQL row security hides everything else from its transaction.
public struct PublicSessions: Sendable {
  private let database: any SQLDatabase

  /// Wraps one person's database: their file, or the public view of an account in a shared database.
  package init(_ database: any SQLDatabase) {
    self.database = database
  }

  /// Returns at most `limit` sessions, newest first, starting after the cursor if given.
  public func list(before: PublicSessionCursor? = nil, limit: Int) async throws -> [PublicSession] {
    try await read { connection in
      var sessions = try PublicSessionQuery.sessions(before, limit, in: connection)
      let climbs = try PublicSessionQuery.climbs(before, limit, in: connection)
      for index in sessions.indices { sessions[index].climbs = climbs[sessions[index].id] ?? [] }
      return sessions
    }
  }

  /// Returns whether there are no public sessions.
  public func isEmpty() async throws -> Bool {
    try await read { try PublicSessionQuery.sessions(nil, 1, in: $0).isEmpty }
  }

  /// Returns those of `owners` with a public session, in a shared database.
  package func showing<Owner>(
    among owners: [Identifier<Owner>]
  ) async throws -> Set<Identifier<Owner>> {
    let names = owners.map(\.record.text).joined(separator: ",")
    let query: SQL = "SELECT account FROM cairn_public_accounts(\(names)) AS account"
    return try await read { Set(try $0.values(query)) }
  }

  private func read<Result: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> Result
  ) async throws -> Result {
    do {
      return try await database.read(body)
    } catch let error as StorageError {
      throw CairnError(error)
    }
  }
}

extension Log {
  /// The public sessions of this log.
  public var publicSessions: PublicSessions { PublicSessions(database) }
}
