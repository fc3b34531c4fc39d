/// A runner for schema migrations, with one transaction per step.
///
/// The table `migration` lists the applied steps with their checksums.
public struct Migrator: Sendable {
  private let steps: [Migration]

  /// Creates a migrator from all steps of a schema, numbered 1, 2, 3 and so on.
  public init(_ steps: [Migration]) {
    precondition(
      steps.enumerated().allSatisfy { $0.offset + 1 == $0.element.number },
      "Migrations are numbered 1, 2, 3 without gaps."
    )
    self.steps = [Migrator.migrationTable] + steps
  }

  /// Returns the steps that have not run yet, in order; a new database also lacks step 0, the table `migration`.
  ///
  /// Throws `newerSchema` if the database has steps that this program does not know, and `migrationChanged`
  /// if an applied step is missing here, out of order or different.
  public func pending(in database: some SQLDatabase) async throws -> [Migration] {
    let dialect = database.dialect
    return try await database.read { try self.pending($0, dialect) }
  }

  /// Returns whether no step is pending, as a transaction sees it; throws the errors of ``pending(in:)``.
  public func isDone(in connection: any SQLConnection, _ dialect: SQLDialect) throws -> Bool {
    try pending(connection, dialect).isEmpty
  }

  /// Runs the pending steps, each in a transaction of its own with a foreign-key check at its end.
  ///
  /// `prepare`, such as a backup, runs once before the first step, but not on a database without tables; an error
  /// it throws stops the migration. A failed step is rolled back; the earlier steps stay. Two processes may
  /// migrate at the same time: each step runs once.
  public func migrate(
    _ database: some SQLDatabase,
    prepare: () async throws -> Void = {}
  ) async throws {
    let pending = try await pending(in: database)
    guard !pending.isEmpty else { return }
    let dialect = database.dialect
    let isEmpty = try await database.read { try $0.first(dialect.tables) { _ in } == nil }
    if !isEmpty { try await prepare() }
    for step in pending {
      try await database.writeSchema { try self.run(step, $0, dialect) }
    }
  }

  private func run(_ step: Migration, _ db: any SQLConnection, _ dialect: SQLDialect) throws {
    guard try !applied(db, dialect).contains(where: { $0.number == step.number }) else { return }
    try db.script(step.ddl(for: dialect))
    try step.then?(db)
    let checksum = try step.checksum(for: dialect)
    try db.run(
      """
      INSERT INTO migration (number, name, checksum)
      VALUES (\(step.number), \(step.name), \(checksum))
      """
    )
  }

  private func pending(_ db: any SQLConnection, _ dialect: SQLDialect) throws -> [Migration] {
    let applied = try applied(db, dialect)
    for (index, row) in applied.enumerated() {
      guard index < steps.count else { throw Migrator.newer(row) }
      let checksum = try steps[index].checksum(for: dialect)
      guard row.number == steps[index].number, row.checksum == checksum else {
        throw Migrator.changed(row)
      }
    }
    return Array(steps.dropFirst(applied.count))
  }

  private func applied(_ db: any SQLConnection, _ dialect: SQLDialect) throws -> [Applied] {
    let tables = try db.values(dialect.tables) as [String]
    guard tables.contains("migration") else { return [] }
    return try db.all("SELECT number, name, checksum FROM migration ORDER BY number") { row in
      Applied(number: try row["number"], name: try row["name"], checksum: try row["checksum"])
    }
  }

  private struct Applied {
    let number: Int
    let name: String
    let checksum: String
  }

  private static func newer(_ row: Applied) -> StorageError {
    StorageError(
      .newerSchema,
      "The database has migration \(row.number), \(row.name), which this version does not know. "
        + "Use the newer version that wrote it."
    )
  }

  private static func changed(_ row: Applied) -> StorageError {
    StorageError(
      .migrationChanged,
      "Migration \(row.number), \(row.name), differs from the one that ran on this database."
    )
  }

  private static let migrationTable = Migration(
    0,
    "create the migration table",
    sqlite: """
      CREATE TABLE migration (
        number INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        checksum TEXT NOT NULL CHECK (length(checksum) = 16)
      ) STRICT;
      """,
    postgresql: """
      CREATE TABLE migration (
        number bigint PRIMARY KEY,
        name text NOT NULL,
        checksum text NOT NULL CHECK (length(checksum) = 16)
      );
      GRANT SELECT ON migration TO cairn_app;
      """
  )
}
