package import Cairn
package import CairnSQL

extension Accounts {
  /// Migrates the account tables of a database to the current schema.
  package static func prepare(_ database: any SQLDatabase) async throws {
    try await Migrator(AccountSchema.postgresql).migrate(database)
  }

  /// Copies an account from another database: name, password, credentials, connections, story claims and comparison.
  ///
  /// Deletes the setup link. Throws `account.name_taken` if the name is in use here; nothing changes then.
  package func copy(_ id: Identifier<Account>, from other: Accounts) async throws {
    let rows = try await other.read { try AccountRows(of: id, in: $0) }
    let connections = try await other.read(as: id) { try ConnectionRows(of: id, in: $0) }
    try await write(as: id) { connection in
      try SetupLinkTable.delete(in: connection)
      try rows.insert(in: connection)
      try connections.insert(in: connection)
    }
  }
}

/// One account's rows from every account table, in the order of their references.
private struct AccountRows: Sendable {
  private let all: [StoredRows]

  init(of id: Identifier<Account>, in connection: any SQLConnection) throws {
    let account = try StoredRows(
      of: .account.without("closed_at"),
      where: "id = \(id)",
      in: connection
    )
    let tables: [SQLTable] = [.credential, .storyClaim, .comparedAccount, .comparedShare]
    all =
      try [account]
      + tables.map { try StoredRows(of: $0, where: "account = \(id)", in: connection) }
  }

  func insert(in connection: any SQLConnection) throws {
    for rows in all { try rows.insert(in: connection) }
  }
}
