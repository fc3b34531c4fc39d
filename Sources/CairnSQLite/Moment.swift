import CairnSQL

/// A transaction on a connection that nobody else has until it ends.
final class Moment: SQLMoment, @unchecked Sendable {  // `isOver`: on the queue of `lane` only
  private let lane: Lane
  private var isOver = false

  /// Takes over a lane that is held.
  init(_ lane: Lane) { self.lane = lane }

  /// Begins it, runs a body, and ends it.
  func last<T>(_ body: () async throws -> T) async throws -> T {
    try await lane.run { connection, _ in try connection.beginReading() }
    do {
      let result = try await body()
      await end()
      return result
    } catch {
      await end()
      throw error
    }
  }

  /// After what was asked for before; it is not cancelled.
  private func end() async {
    await withCheckedContinuation { continuation in
      lane.perform { opened in
        self.isOver = true
        (try? opened.get())?.endReading()
        continuation.resume()
      }
    }
  }

  func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T? {
    try await lane.run { connection, cancellation in
      self.isOver ? nil : try connection.part(cancellation, body)
    }
  }

  /// Reads on the thread that asks, unless another read of the same snapshot runs.
  func glance<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T? {
    let found = try lane.runNow { connection in
      self.isOver ? nil : try connection.unlessLocked { try $0.part(Cancellation(), body) }
    }
    if let found { return found }
    return try await read(body)
  }
}
