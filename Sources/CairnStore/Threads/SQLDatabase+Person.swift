import CairnSQL

/// What is one person's and lies beside the accounts is asked for in that person's name.
///
/// On PostgreSQL the policies show that person's rows alone (ADR 23); a file has whatever lies in it.
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
