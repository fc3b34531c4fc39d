import CairnSQL

extension PostgresServer {
  /// Refuses a role that bypasses the row policies or could remove them.
  ///
  /// Throws `privilegedRole` with the reason.
  public func requireUnprivilegedRole() async throws {
    let found: String?? = try await sharedTables.read { connection in
      try connection.first(
        """
        SELECT current_user::text, bool_or(rolsuper), bool_or(rolbypassrls), EXISTS (
          SELECT 1 FROM pg_class WHERE pg_has_role(relowner, 'MEMBER')
            AND relname IN ('record', 'account')), bool_or(rolcreaterole),
          bool_or(rolreplication OR rolname IN (
            'pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program'))
        FROM pg_roles WHERE pg_has_role(oid, 'MEMBER')
        """
      ) { row in
        let facts = [
          "is or can become a superuser", "bypasses row-level security or can do so",
          "owns the tables or can become their owner",
          "can create roles, and so become the owner of the tables",
          "can copy the whole database or read server files",
        ]
        let name = try row.text(0)
        for (index, fact) in facts.enumerated() where try row.integer(index + 1) == 1 {
          return "\(name) \(fact)"
        }
        return nil
      }
    }
    guard let found = found ?? nil else { return }
    throw StorageError(
      .privilegedRole,
      "The role \(found), so an account could read the rows of another one."
    )
  }

  /// Requires row policies on all tables, which a partial restore may lack; also checks each connection
  /// opened from now on.
  ///
  /// Throws `schemaIncomplete`, which names a missing part, and `notPrepared` if there are no tables.
  public func requirePolicies() async throws {
    try await tables.read { try SchemaIntegrity.check($0) }
    pool.enableSchemaCheck()
  }

  /// Requires membership of `cairn_app`, if that role exists.
  ///
  /// Throws `missingRole`.
  public func requireAppRole() async throws {
    let unexpectedAccess = try await sharedTables.read { connection in
      try connection.first(
        """
        SELECT current_user::text FROM pg_roles
        WHERE rolname = 'cairn_app' AND NOT pg_has_role(oid, 'USAGE')
        """
      ) { try $0.text(0) }
    }
    guard let unexpectedAccess else { return }
    throw StorageError(
      .missingRole,
      "\(unexpectedAccess) can read and write the tables but is not a member of cairn_app."
    )
  }

  /// Requires a role that can switch to `cairn_reader` but does not inherit it.
  ///
  /// Throws `missingRole`. A role that inherits it would see public rows in every transaction.
  public func requireReaderRole() async throws {
    let found = try await sharedTables.read { connection in
      try connection.first(
        """
        SELECT current_user::text, EXISTS (SELECT FROM pg_roles
          WHERE rolname = 'cairn_reader' AND pg_has_role(oid, 'MEMBER') AND NOT pg_has_role(oid, 'USAGE'))
        """
      ) { (name: try $0.text(0), isReader: try $0.integer(1) == 1) }
    }
    guard let found, !found.isReader else { return }
    throw StorageError(
      .missingRole,
      "\(found.name) must be a member of cairn_reader without inheriting from it."
    )
  }

  /// Refuses a superuser and a database encoding other than UTF-8.
  ///
  /// Throws `privilegedRole` and `notPrepared`. The owner of the other tables could not change a
  /// superuser's tables.
  public func requireOwner() async throws {
    let found = try await sharedTables.read { connection in
      try connection.first(
        """
        SELECT rolname, rolsuper, current_setting('server_encoding') FROM pg_roles
        WHERE rolname = current_user
        """
      ) { (name: try $0.text(0), isSuper: try $0.integer(1) == 1, encoding: try $0.text(2)) }
    }
    guard let found else { return }
    guard !found.isSuper else {
      throw StorageError(
        .privilegedRole,
        "The role \(found.name) is a superuser and must not own the tables."
      )
    }
    guard found.encoding == "UTF8" else {
      throw StorageError(
        .notPrepared,
        "The database encoding is \(found.encoding), but must be UTF8. Create another database."
      )
    }
  }
}
