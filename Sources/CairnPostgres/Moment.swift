import CairnSQL

/// A transaction on a connection that nobody else has until it ends; its first read begins it.
final class Moment: SQLMoment, @unchecked Sendable {  // all: under the `lock` of the seat
  private enum Stage { case coming, lasting, over }

  private let hold: Hold
  private let beginning: [SQL]
  private var stage = Stage.coming
  /// What goes with the next read.
  private var foreseen: [SQL] = []
  /// That the log is sealed, whatever was made of it on the way.
  private var refusal: StorageError?

  init(_ hold: Hold, _ beginning: [SQL]) { (self.hold, self.beginning) = (hold, beginning) }

  /// Runs a body, and ends what it began; throws that the log is sealed even where the body does not.
  func last<T>(_ body: () async throws -> T) async throws -> T {
    let result: T
    do {
      result = try await body()
    } catch {
      try await end { _ in throw error }
      throw error
    }
    try await end { try $0.finish(.read) }
    return result
  }

  private func end(_ work: @escaping @Sendable (Connection) throws -> Void) async throws {
    try await hold.queued { [self] in
      defer { stage = .over }
      if let refusal { throw refusal }
      guard stage == .lasting else { return }
      try hold.goOn { connection in
        do { try work(connection) } catch { throw connection.abandon(for: error) }
      }
    }
  }

  /// Whether it has ended is asked in turn with all that is done there: on this connection a later
  /// read could be of another account.
  func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T? {
    try await hold.queued { [self] in
      let ahead = foreseen
      foreseen = []
      switch stage {
      case .coming: return try begin { try Self.read(ahead, $0, body) }
      case .lasting: return try hold.goOn { try Self.read(ahead, $0, body) }
      case .over: return nil
      }
    }
  }

  /// Sends what is read later with the next read.
  func foresee(_ queries: [SQL]) async {
    try? await hold.queued { [self] in foreseen += queries }
  }

  private static func read<T>(
    _ ahead: [SQL],
    _ connection: Connection,
    _ body: (any SQLConnection) throws -> T
  ) throws -> T {
    try connection.foresee(ahead)
    return try body(connection)
  }

  /// What begins it goes with the first statement of the body.
  private func begin<T>(_ body: (Connection) throws -> T) throws -> T {
    do {
      return try hold.begin { connection, cancellation in
        do {
          try connection.begin(.read, beginning, cancellation)
          let result = try body(connection)
          stage = .lasting
          return result
        } catch {
          throw connection.abandon(for: error)
        }
      }
    } catch let error as StorageError where error.code == .moving {
      refusal = error
      throw error
    }
  }
}
