import CairnSQL

/// A transaction on a connection that nobody else has until it ends.
final class Moment: SQLMoment, @unchecked Sendable {  // `isOver`: on the queue of `hold` only
  private let hold: Hold
  private var isOver = false

  init(_ hold: Hold) { self.hold = hold }

  /// Begins it, runs a body on the queue of the connection, and ends it.
  func last<T>(_ beginning: [SQL], _ body: () async throws -> T) async throws -> T {
    try await hold.staying { try await whole(beginning, body) }
  }

  private func whole<T>(_ beginning: [SQL], _ body: () async throws -> T) async throws -> T {
    try await begin(beginning)
    do {
      let result = try await body()
      try await end { try $0.finish(.read) }
      return result
    } catch {
      try? await end { _ = $0.abandon(for: error) }
      throw error
    }
  }

  /// Waits for the answer, so that a log that is sealed, and a connection that was lost, show before
  /// anything was done.
  private func begin(_ beginning: [SQL]) async throws {
    try await hold.work { connection, cancellation in
      do {
        try connection.begin(.read, beginning, cancellation)
        try connection.settle()
      } catch {
        throw connection.abandon(for: error)
      }
    }
  }

  private func end(_ work: @escaping @Sendable (Connection) throws -> Void) async throws {
    try await hold.goOn { connection in
      self.isOver = true
      try work(connection)
    }
  }

  /// Whether it has ended is asked in turn with all that is done there: on this connection a later
  /// read could be of another account.
  func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T? {
    try await hold.goOn { self.isOver ? nil : try body($0) }
  }
}
