import CairnAccounts
public import CairnPostgres
import CairnSQL
import CairnStore
import Foundation

/// A PostgreSQL server for the tests of this process.
///
/// The first test that needs it starts it; it stops with the process. All tests share its tables; each has
/// its own account.
final class ScratchPostgres: Sendable {
  /// The server through the role of the application.
  let server: PostgresServer
  /// The directory of its Unix socket.
  private let folder: String
  /// The pipe that stops the server when it is closed, as on process exit.
  private let shutdownPipe: Pipe

  private init(_ folder: String, _ shutdownPipe: Pipe) {
    self.folder = folder
    let isPooled = TestEngine.isServerPooled
    server = PostgresServer(
      Self.address(folder, "cairn_app", isPooled: isPooled),
      owner: Self.address(folder, "cairn_owner"),
      isPooled: isPooled,
      connections: isPooled ? 200 : 24,
      timeout: Self.timeout
    )
    self.shutdownPipe = shutdownPipe
  }

  /// A long timeout, because all tests share its connections on a possibly busy machine.
  static let timeout = Duration.seconds(1_800)

  private static func address(
    _ folder: String,
    _ role: String,
    isPooled: Bool = false,
    database: String = "cairn"
  ) -> String {
    "host=\(folder) port=\(isPooled ? 6_432 : 5_432) user=\(role) dbname=\(database)"
  }

  /// The address of its pooler, which has two server connections.
  var pooledAddress: String { Self.address(folder, "cairn_app", isPooled: true) }

  /// Returns the address of one of its databases for a role.
  func address(of role: String, database: String = "cairn") -> String {
    Self.address(folder, role, database: database)
  }

  /// Returns an account database.
  func accountDatabase(_ number: Int) -> PostgresServer {
    let (name, isPooled) = ("people\(number)", TestEngine.isServerPooled)
    return PostgresServer(
      Self.address(folder, "cairn_app", isPooled: isPooled, database: name),
      owner: address(of: "cairn_owner", database: name),
      isPooled: isPooled,
      connections: 8,
      timeout: Self.timeout
    )
  }

  private static let started = Task<ScratchPostgres, any Error> {
    let scratch = try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try start() }) }
    }
    try await Log.prepare(scratch.server.tables)
    try await Accounts.prepare(scratch.server.sharedTables)
    return scratch
  }

  /// The server of this process.
  static var shared: ScratchPostgres {
    get async throws { try await started.value }
  }

  private static func start() throws -> ScratchPostgres {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let (process, shutdownPipe, output) = (Process(), Pipe(), Pipe())
    process.executableURL = root.appendingPathComponent("Scripts/postgres.sh")
    (process.standardInput, process.standardOutput) = (shutdownPipe, output)
    try process.run()
    var line: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
      line.append(byte)
    }
    guard !line.isEmpty else {
      throw StorageError(.cannotOpen, "Scripts/postgres.sh started no server.")
    }
    return ScratchPostgres(String(decoding: line, as: UTF8.self), shutdownPipe)
  }
}

extension PostgresServer {
  /// Returns the server of this process, or a connection to it with another role.
  public static func scratch(as role: String? = nil) async throws -> PostgresServer {
    let shared = try await ScratchPostgres.shared
    return role.map { PostgresServer(shared.address(of: $0)) } ?? shared.server
  }

  /// Returns another object for the same server: through its pooler, or live to receive notifications.
  public static func another(
    isPooled: Bool = false,
    isLive: Bool = false,
    isExclusive: Bool = false,
    in database: String = "cairn",
    named name: String = "another",
    connections: Int = 4,
    timeout: Duration? = nil
  ) async throws -> PostgresServer {
    let shared = try await ScratchPostgres.shared
    let direct = shared.address(of: "cairn_app", database: database) + " application_name=\(name)"
    return PostgresServer(
      isPooled ? shared.pooledAddress : direct,
      live: isLive ? direct : nil,
      isExclusive: isExclusive,
      isPooled: isPooled,
      connections: connections,
      timeout: timeout ?? ScratchPostgres.timeout
    )
  }

  /// Returns one of its account databases.
  static func scratchAccountDatabase(_ number: Int) async throws -> PostgresServer {
    try await ScratchPostgres.shared.accountDatabase(number)
  }

  /// The address of its pooler.
  public static var scratchPooledAddress: String {
    get async throws { try await ScratchPostgres.shared.pooledAddress }
  }

  /// Returns the address of one of its databases for a command.
  public static func scratchAddress(
    of role: String,
    database: String = "cairn"
  ) async throws -> String {
    try await ScratchPostgres.shared.address(of: role, database: database)
  }
}
