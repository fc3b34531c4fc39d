import CairnSQL

/// A transaction on a connection that nobody else has until it ends; its first read begins it.
final class Moment: SQLMoment, @unchecked Sendable {  // all: under the `lock` of the seat
  private enum Stage {
    case coming, lasting
    /// It is over for the server, which has answered all that is asked.
    case answered
    case over
  }

  /// More was asked than was said to be all.
  struct Unforeseen: Error {}

  private let hold: Hold
  private let beginning: [SQL]
  private var stage = Stage.coming
  /// What goes with the next read.
  private var foreseen: [SQL] = []
  private var isAll = false
  /// Whether it goes by what is said to be all.
  private let isTrusting: Bool
  /// Why it could not begin, whatever was made of it on the way.
  private var refusal: (any Error)?

  init(_ hold: Hold, _ beginning: [SQL], isTrusting: Bool) {
    (self.hold, self.beginning, self.isTrusting) = (hold, beginning, isTrusting)
  }

  /// Runs a body, and ends what it began; throws why the first read was refused, or ``Unforeseen``, even
  /// where the body does not.
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
      switch stage {
      case .answered: guard try hold.goOn({ $0.close() }) else { throw Unforeseen() }
      case .lasting:
        try hold.goOn { connection in
          do { try work(connection) } catch { throw connection.abandon(for: error) }
        }
      case .coming, .over: break
      }
    }
  }

  /// Whether it has ended is asked in turn with all that is done there: on this connection a later
  /// read could be of another account.
  func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T? {
    try await hold.queued { [self] in
      if let refusal { throw refusal }
      let ahead = foreseen
      foreseen = []
      switch stage {
      case .coming where isAll: return try begin(for: ahead, body)
      case .coming: return try begin { try Self.read(ahead, $0, body) }
      case .lasting: return try hold.goOn { try Self.read(ahead, $0, body) }
      case .answered: return try hold.goOn(body)
      case .over: return nil
      }
    }
  }

  /// Sends what is read later with the next read.
  func foresee(_ queries: [SQL], isAll: Bool) async {
    try? await hold.queued { [self] in
      foreseen += queries
      self.isAll = isAll && isTrusting
    }
  }

  private static func read<T>(
    _ ahead: [SQL],
    _ connection: Connection,
    _ body: (any SQLConnection) throws -> T
  ) throws -> T {
    try connection.foresee(ahead)
    return try body(connection)
  }

  /// What begins it goes with the first statement of the body, whose own errors do not end it.
  private func begin<T>(_ body: (Connection) throws -> T) throws -> T {
    let result = try begun { connection, cancellation in
      try connection.begin(.read, beginning, cancellation)
      let result = Result { try body(connection) }
      if case .failure(let error) = result, error is StorageError || !connection.isSound {
        throw error
      }
      return result
    }
    stage = .lasting
    return try result.get()
  }

  /// What begins and ends it goes with all that is asked.
  private func begin<T>(
    for queries: [SQL],
    _ body: (any SQLConnection) throws -> T
  ) throws -> T {
    let connection = try begun { connection, cancellation in
      try connection.answer(queries, beginning, cancellation)
      return connection
    }
    stage = .answered
    return try body(connection)
  }

  private func begun<T>(_ work: (Connection, Cancellation) throws -> T) throws -> T {
    do {
      return try hold.begin { connection, cancellation in
        do {
          return try work(connection, cancellation)
        } catch {
          throw connection.abandon(for: error)
        }
      }
    } catch {
      refusal = error
      throw error
    }
  }
}
