import CairnSQL

/// The connections for reads, each opened on first use.
final class ReaderPool: @unchecked Sendable {  // `waiting` is guarded by `lock`
  private let connections: [SerializedConnection]
  private let lock = Lock()
  private var waiting: [Int]

  init(_ connections: [SerializedConnection]) {
    self.connections = connections
    waiting = connections.map { _ in 0 }
  }

  func close() async {
    for serialized in connections { await serialized.close() }
  }

  /// Runs work on the first of the least busy connections.
  func run<T: Sendable>(
    _ work: @escaping @Sendable (Connection, Cancellation) throws -> T
  ) async throws -> T {
    try await withLeastBusy { try await $0.run(work) }
  }

  /// Holds the first of the least busy connections for a body.
  func withExclusiveUse<T>(_ body: (SerializedConnection) async throws -> T) async throws -> T {
    try await withLeastBusy { try await $0.withExclusiveUse(body) }
  }

  private func withLeastBusy<T>(_ body: (SerializedConnection) async throws -> T) async throws -> T
  {
    let index = lock.withLock {
      let index = waiting.indices.min { waiting[$0] < waiting[$1] } ?? 0
      waiting[index] += 1
      return index
    }
    defer { lock.withLock { waiting[index] -= 1 } }
    return try await body(connections[index])
  }

  /// Runs brief work on the calling thread; returns nil if no open connection is idle.
  func runNow<T>(_ work: (Connection) throws -> T?) throws -> T? {
    for serialized in connections {
      if let result = try serialized.runNow(work) { return result }
    }
    return nil
  }
}
