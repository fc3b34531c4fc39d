package import Cairn
package import CairnSQL

/// The climbing sessions that one person made public: all of their log that another may read (ADR 24).
///
/// Each query asks for what is not private itself; on PostgreSQL its transaction sees nothing else.
public struct PublicSessions: Sendable {
  private let database: any SQLDatabase

  /// Takes what shows the sessions of one person: their file, or what an account shows of a database
  /// of many.
  package init(_ database: any SQLDatabase) {
    self.database = database
  }

  /// At most so many sessions, newest first, those before one if it is given.
  public func list(before: PublicSessionCursor? = nil, limit: Int) async throws -> [PublicSession] {
    try await read { connection in
      var sessions = try PublicSessionQuery.sessions(before, limit, in: connection)
      let climbs = try PublicSessionQuery.climbs(before, limit, in: connection)
      for index in sessions.indices { sessions[index].climbs = climbs[sessions[index].id] ?? [] }
      return sessions
    }
  }

  /// Whether there is none.
  public func isEmpty() async throws -> Bool {
    try await read { try PublicSessionQuery.sessions(nil, 1, in: $0).isEmpty }
  }

  /// Those of some accounts that show a session, in a database of many.
  package func showing(
    among accounts: [Identifier<Account>]
  ) async throws -> Set<Identifier<Account>> {
    let names = accounts.map(\.record.text).joined(separator: ",")
    let query: SQL = "SELECT account FROM cairn_showing(\(names)) AS account"
    return try await read { Set(try $0.all(query) { Identifier(try $0.id(0)) }) }
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
  /// What of it is public.
  public var publicSessions: PublicSessions { PublicSessions(database) }
}
