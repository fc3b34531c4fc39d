public import CairnPostgres
import CairnSQL
import CairnStore
import Foundation

/// A PostgreSQL server for the tests of this process.
///
/// The first that wants it starts it, and it ends with the process. All tests share its tables; each has
/// an account of its own.
final class ScratchPostgres: Sendable {
  /// The server, as those who serve see it.
  let server: PostgresServer
  /// Where it listens.
  private let folder: String
  /// Ends the server when it is closed, as it is when the process ends.
  private let life: Pipe

  private init(_ folder: String, _ life: Pipe) {
    self.folder = folder
    let isPooled = TestEngine.isServerPooled
    server = PostgresServer(
      Self.address(folder, "cairn_app", isPooled: isPooled),
      owner: Self.address(folder, "cairn_owner"),
      isPooled: isPooled,
      connections: isPooled ? 200 : 24,
      patience: Self.patience
    )
    self.life = life
  }

  /// All tests of a process share its connections, on a machine that may be busy with others.
  static let patience = Duration.seconds(1_800)

  private static func address(
    _ folder: String,
    _ role: String,
    isPooled: Bool = false,
    database: String = "cairn"
  ) -> String {
    "host=\(folder) port=\(isPooled ? 6_432 : 5_432) user=\(role) dbname=\(database)"
  }

  /// The address of its pooler, which has two connections to it.
  var pooledAddress: String { Self.address(folder, "cairn_app", isPooled: true) }

  /// The address of the server, or of its database for logs alone, for a role.
  func address(of role: String, database: String = "cairn") -> String {
    Self.address(folder, role, database: database)
  }

  /// A database for accounts alone.
  func accountService(_ number: Int) -> PostgresServer {
    let (name, isPooled) = ("people\(number)", TestEngine.isServerPooled)
    return PostgresServer(
      Self.address(folder, "cairn_app", isPooled: isPooled, database: name),
      owner: address(of: "cairn_owner", database: name),
      isPooled: isPooled,
      connections: 8,
      patience: Self.patience
    )
  }

  /// The address of the database for logs alone, through the pooler where tests go through it.
  var shardAddress: String {
    Self.address(folder, "cairn_app", isPooled: TestEngine.isServerPooled, database: "west")
  }

  private static let started = Task<ScratchPostgres, any Error> {
    let scratch = try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try start() }) }
    }
    try await Log.prepare(scratch.server.tables)
    try await Accounts.prepare(scratch.server.accountService)
    let west = scratch.address(of: "cairn_owner", database: "west")
    try await Log.prepare(PostgresServer(west, owner: west).tables)
    return scratch
  }

  /// The server of this process.
  static var shared: ScratchPostgres {
    get async throws { try await started.value }
  }

  private static func start() throws -> ScratchPostgres {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let (process, life, answer) = (Process(), Pipe(), Pipe())
    process.executableURL = root.appendingPathComponent("Scripts/postgres.sh")
    (process.standardInput, process.standardOutput) = (life, answer)
    try process.run()
    var line: [UInt8] = []
    while let byte = try answer.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
      line.append(byte)
    }
    guard !line.isEmpty else {
      throw StorageError(.cannotOpen, "Scripts/postgres.sh started no server.")
    }
    return ScratchPostgres(String(decoding: line, as: UTF8.self), life)
  }
}

extension PostgresServer {
  /// The server of the tests of this process, for those that ask it directly.
  public static func scratch(as role: String? = nil) async throws -> PostgresServer {
    let shared = try await ScratchPostgres.shared
    return role.map { PostgresServer(shared.address(of: $0)) } ?? shared.server
  }

  /// That server by an object of its own: behind its pooler, or live, so that it hears of others.
  public static func another(
    isPooled: Bool = false,
    isLive: Bool = false,
    isAlone: Bool = false,
    in database: String = "cairn",
    named name: String = "another",
    connections: Int = 4,
    patience: Duration? = nil
  ) async throws -> PostgresServer {
    let shared = try await ScratchPostgres.shared
    let direct = shared.address(of: "cairn_app", database: database) + " application_name=\(name)"
    return PostgresServer(
      isPooled ? shared.pooledAddress : direct,
      live: isLive ? direct : nil,
      isAlone: isAlone,
      isPooled: isPooled,
      connections: connections,
      patience: patience ?? ScratchPostgres.patience
    )
  }

  /// One of its databases for accounts alone, by its number.
  static func scratchHousehold(_ number: Int) async throws -> PostgresServer {
    try await ScratchPostgres.shared.accountService(number)
  }

  /// A second database of that server, for logs alone.
  public func scratchShard() async throws -> PostgresServer {
    let shared = try await ScratchPostgres.shared
    return shard(shared.shardAddress, isPooled: TestEngine.isServerPooled)
  }

  /// The address of its pooler.
  public static var scratchPooledAddress: String {
    get async throws { try await ScratchPostgres.shared.pooledAddress }
  }

  /// The address of that server, or of its database for logs alone, for a command.
  public static func scratchAddress(
    of role: String,
    database: String = "cairn"
  ) async throws -> String {
    try await ScratchPostgres.shared.address(of: role, database: database)
  }
}
