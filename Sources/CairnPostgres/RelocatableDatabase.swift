public import CairnSQL

/// A log that may be moved from one database to another while it is open: it is followed there.
///
/// A transaction that meets the seal of a move has written and read nothing, so it is asked again where
/// the log is found then; while the move is under way for at most some seconds.
public final class RelocatableDatabase: SQLDatabase, @unchecked Sendable {  // `current`: under `lock`
  /// PostgreSQL's.
  public let dialect = SQLDialect.postgresql
  private let find: @Sendable () async throws -> PostgresDatabase
  private let lock = Lock()
  private var current: PostgresDatabase

  /// How long to wait each time before it is looked where the log is, in milliseconds.
  private static let waits = [0, 20, 50] + Array(repeating: 100, count: 20)

  /// Takes what finds the log now.
  public init(_ find: @escaping @Sendable () async throws -> PostgresDatabase) async throws {
    self.find = find
    current = try await find()
  }

  /// Runs the closure on one unchanging state, wherever the log is; throws `storage.moving` while
  /// it is nowhere.
  public func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await following { try await $0.read(body) }
  }

  /// Runs the closure on one unchanging state, wherever the log is; throws `storage.moving` while
  /// it is nowhere.
  public func snapshot<T: Sendable>(
    on occasion: String?,
    _ body: @Sendable (any SQLDatabase) async throws -> T
  ) async throws -> T {
    try await following { try await $0.snapshot(on: occasion, body) }
  }

  /// Runs the body on a thread that may wait for the server, while there is one.
  public func onBlockingExecutor<T>(_ body: () async throws -> T) async rethrows -> T {
    try await place.onBlockingExecutor(body)
  }

  /// Runs the closure as one transaction, wherever the log is; throws `storage.moving` while it is
  /// nowhere.
  @discardableResult
  public func write<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await following { try await $0.write(body) }
  }

  /// Refused: whoever serves owns no tables.
  @discardableResult
  public func alter<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await place.alter(body)
  }

  /// The tables touched by each commit, in whichever of the databases of one server.
  public func changes() -> AsyncStream<Set<String>> { place.changes() }

  /// Nothing to let go of: connections are the server's.
  public func close() async {}

  private var place: PostgresDatabase { lock.holding { current } }

  private func following<T>(
    _ work: (PostgresDatabase) async throws -> T
  ) async throws -> T {
    for wait in Self.waits {
      do {
        return try await work(place)
      } catch let error as StorageError where error.code == .moving {
        try await Task.sleep(for: .milliseconds(wait))
        let found = try await find()
        lock.holding { current = found }
      }
    }
    return try await work(place)
  }
}
