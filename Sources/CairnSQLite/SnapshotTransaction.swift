import CairnSQL

/// A transaction on a connection that nobody else has until it ends.
final class SnapshotTransaction: SQLSnapshotTransaction, @unchecked Sendable {  // `isOver`: on the queue of `serialized` only
  private let serialized: SerializedConnection
  private var isOver = false

  /// Takes over a lane that is held.
  init(_ serialized: SerializedConnection) { self.serialized = serialized }

  /// Begins it, runs a body, and ends it.
  func last<T>(_ body: () async throws -> T) async throws -> T {
    try await serialized.run { connection, _ in try connection.beginReading() }
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
      serialized.perform { opened in
        self.isOver = true
        (try? opened.get())?.endReading()
        continuation.resume()
      }
    }
  }

  func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T? {
    try await serialized.run { connection, cancellation in
      self.isOver ? nil : try connection.part(cancellation, body)
    }
  }

  /// Reads on the thread that asks, unless another read of the same snapshot runs.
  func pointRead<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T? {
    let found = try serialized.runNow { connection in
      self.isOver ? nil : try connection.unlessLocked { try $0.part(Cancellation(), body) }
    }
    if let found { return found }
    return try await read(body)
  }
}
