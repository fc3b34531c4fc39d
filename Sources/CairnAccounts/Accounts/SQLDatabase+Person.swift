import CairnSQL

/// Access to personal data beside the accounts, restricted to one person.
///
/// On PostgreSQL row-level security shows only that person's rows (ADR 23); a SQLite file has no such policies.
extension SQLDatabase {
  func read<T: Sendable>(
    as person: String,
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    let naming = naming(person)
    return try await read { connection in
      if let naming { try connection.run(naming) }
      return try body(connection)
    }
  }

  func write<T: Sendable>(
    as person: String,
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    let naming = naming(person)
    return try await write { connection in
      if let naming { try connection.run(naming) }
      return try body(connection)
    }
  }

  private func naming(_ person: String) -> SQL? {
    dialect.name == "postgresql" ? "SELECT set_config('cairn.person', \(person), true)" : nil
  }
}
