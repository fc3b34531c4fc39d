import CairnPostgres
public import CairnSQL
public import CairnSQLite
import Foundation

/// A database engine for storage tests.
public struct TestEngine: Sendable, CustomStringConvertible {
  /// The name in the test report.
  public let description: String
  /// The role of the SQLite connection; nil for an account on PostgreSQL.
  public let role: SQLiteDatabase.Role?

  /// A single-user SQLite file.
  public static let device = TestEngine(description: "SQLite on a device", role: .device)
  /// The server's storage: a SQLite file, or PostgreSQL if `CAIRN_TEST_SERVER` selects it.
  public static let server =
    ["postgresql", "pgbouncer"].contains(requestedServer)
    ? postgresql : TestEngine(description: "SQLite on a server", role: .server)
  /// The engine for tests of other topics: a single-user file, or PostgreSQL if selected.
  public static let any = server.role == nil ? server : device
  private static let requestedServer = ProcessInfo.processInfo.environment["CAIRN_TEST_SERVER"]
  /// Whether the tests reach PostgreSQL through a transaction pooler.
  static let isServerPooled = requestedServer == "pgbouncer"
  /// An account on a PostgreSQL server, with others in the same tables.
  public static let postgresql = TestEngine(description: "PostgreSQL", role: nil)

  /// Whether tests may start PostgreSQL; `CAIRN_TEST_SERVER=sqlite`, as in `make quick`, forbids it.
  public static let hasPostgreSQL = requestedServer != "sqlite"

  /// All engines that store a log.
  public static let all = [device, server] + (hasPostgreSQL ? [postgresql] : [])
  /// All engines that store accounts.
  public static let ofAccounts = [device] + (hasPostgreSQL ? [postgresql] : [])
  /// The engines that store any schema in a file.
  public static let files = [device, server]
  /// The engines that allow reads during a write to the same database.
  public static let concurrent = [server]

  /// Runs the closure with an empty database, and always removes it afterwards.
  public func scratch<T>(_ body: (ScratchDatabase) async throws -> T) async throws -> T {
    try await withScratchFolder { folder in
      try await body(ScratchDatabase(path: folder + "/scratch.db", role: role))
    }
  }
}

/// A database that exists for one test.
public struct ScratchDatabase: Sendable {
  /// The path of the SQLite file.
  public let path: String
  private let role: SQLiteDatabase.Role?
  private let account = (UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max))

  fileprivate init(path: String, role: SQLiteDatabase.Role?) {
    self.path = path
    self.role = role
  }

  /// Opens another connection to the database, as another process would.
  ///
  /// The long lock timeout keeps tests from failing on a loaded machine.
  public func open(busyTimeout: Duration = .seconds(60)) async throws -> any SQLDatabase {
    guard let role else {
      return try await ScratchPostgres.shared.server.log(of: account.0, account.1)
    }
    return try await SQLiteDatabase.open(path: path, role: role, busyTimeout: busyTimeout)
  }

  /// Opens the public view of the log: a separate access scope on PostgreSQL, else the file.
  public func publicLog() async throws -> any SQLDatabase {
    guard role == nil else { return try await open() }
    return try await ScratchPostgres.shared.server.publicLog(of: account.0, account.1)
  }
}

/// Runs the closure with the path of a new folder, and always removes it afterwards.
public func withScratchFolder<T>(_ body: (String) async throws -> T) async throws -> T {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("cairn-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder.path)
}
