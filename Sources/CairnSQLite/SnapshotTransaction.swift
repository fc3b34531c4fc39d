import CairnSQL

/// A read transaction with exclusive use of a connection.
///
/// Unchecked: `isOver`: on the queue only.
final class SnapshotTransaction: SQLSnapshotTransaction, @unchecked Sendable {
  private let serialized: SerializedConnection
  private var isOver = false

  /// Creates a snapshot on a held connection.
  init(_ serialized: SerializedConnection) { self.serialized = serialized }

  /// Begins the transaction, runs a body, and ends the transaction.
  func run<T>(_ body: () async throws -> T) async throws -> T {
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

  /// Ends the transaction after the pending work; not cancellable.
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

  /// Reads on the calling thread, unless another read of this snapshot is running.
  func pointRead<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T? {
    let found = try serialized.runNow { connection in
      self.isOver ? nil : try connection.withoutWaiting { try $0.part(Cancellation(), body) }
    }
    if let found { return found }
    return try await read(body)
  }
}
