import CairnPostgres
public import CairnSQL
public import CairnSQLite
import Foundation

/// One engine that the storage tests run on.
public struct TestEngine: Sendable, CustomStringConvertible {
  /// Its name in the test report.
  public let description: String
  /// How SQLite holds the file; nil for an account on PostgreSQL.
  public let role: SQLiteDatabase.Role?

  /// A person's own file.
  public static let device = TestEngine(description: "SQLite on a device", role: .device)
  /// What a server keeps a log in: a file, or an account of PostgreSQL where `CAIRN_TEST_SERVER` says so.
  public static let server =
    ["postgresql", "pgbouncer"].contains(wanted)
    ? postgresql : TestEngine(description: "SQLite on a server", role: .server)
  /// What tests keep a log in that are about something else: a person's own file, or what that says.
  public static let any = server.role == nil ? server : device
  private static let wanted = ProcessInfo.processInfo.environment["CAIRN_TEST_SERVER"]
  /// Whether PostgreSQL is reached through a pooler of transactions.
  static let isServerPooled = wanted == "pgbouncer"
  /// An account of a PostgreSQL server, among others.
  public static let postgresql = TestEngine(description: "PostgreSQL", role: nil)

  /// Whether tests may start a PostgreSQL; `CAIRN_TEST_SERVER=sqlite`, as in `make quick`, says no.
  public static let hasPostgreSQL = wanted != "sqlite"

  /// Every engine that holds a log.
  public static let all = [device, server] + (hasPostgreSQL ? [postgresql] : [])
  /// Every engine that keeps accounts.
  public static let ofAccounts = [device] + (hasPostgreSQL ? [postgresql] : [])
  /// Those that hold a file with whatever tables.
  public static let files = [device, server]
  /// Those on which a read goes on while a write of the same database is under way.
  public static let concurrent = [server]

  /// Gives the closure an empty database, and removes it afterwards whatever happens.
  public func scratch<T>(_ body: (ScratchDatabase) async throws -> T) async throws -> T {
    try await withScratchFolder { folder in
      try await body(ScratchDatabase(path: folder + "/scratch.db", role: role))
    }
  }
}

/// A database that exists for one test.
public struct ScratchDatabase: Sendable {
  /// Where its file lies.
  public let path: String
  private let role: SQLiteDatabase.Role?
  private let account = (UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max))

  fileprivate init(path: String, role: SQLiteDatabase.Role?) {
    self.path = path
    self.role = role
  }

  /// Opens the database, once more each time, as another process would.
  ///
  /// Waits for locks longer than a person would: a loaded machine is no failure.
  public func open(busyTimeout: Duration = .seconds(60)) async throws -> any SQLDatabase {
    guard let role else {
      return try await ScratchPostgres.shared.server.log(of: account.0, account.1)
    }
    return try await SQLiteDatabase.open(path: path, role: role, busyTimeout: busyTimeout)
  }

  /// What others are shown of it is read here: a side of its own on PostgreSQL, else the file.
  public func shown() async throws -> any SQLDatabase {
    guard role == nil else { return try await open() }
    return try await ScratchPostgres.shared.server.shown(of: account.0, account.1)
  }
}

/// Gives the closure the path of a new folder, and removes it afterwards whatever happens.
public func withScratchFolder<T>(_ body: (String) async throws -> T) async throws -> T {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("cairn-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder.path)
}
