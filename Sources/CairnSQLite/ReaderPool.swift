/// Lanes that share the reading; a lane that no one needs never opens its connection.
final class ReaderPool: @unchecked Sendable {  // `waiting` is guarded by `lock`
  private let lanes: [SerializedConnection]
  private let lock = Lock()
  private var waiting: [Int]

  init(_ lanes: [SerializedConnection]) {
    self.lanes = lanes
    waiting = lanes.map { _ in 0 }
  }

  func close() async {
    for serialized in lanes { await serialized.close() }
  }

  /// Does work on the first of the least busy lanes.
  func run<T: Sendable>(
    _ work: @escaping @Sendable (Connection, Cancellation) throws -> T
  ) async throws -> T {
    try await withLane { try await $0.run(work) }
  }

  /// Keeps the first of the least busy lanes for a body.
  func hold<T>(_ body: (SerializedConnection) async throws -> T) async throws -> T {
    try await withLane { try await $0.hold(body) }
  }

  private func withLane<T>(_ body: (SerializedConnection) async throws -> T) async throws -> T {
    let index = lock.holding {
      let index = waiting.indices.min { waiting[$0] < waiting[$1] } ?? 0
      waiting[index] += 1
      return index
    }
    defer { lock.holding { waiting[index] -= 1 } }
    return try await body(lanes[index])
  }

  /// Does brief work on the thread that asks; nil where no lane is free that was opened.
  func runNow<T>(_ work: (Connection) throws -> T?) throws -> T? {
    for serialized in lanes {
      if let result = try serialized.runNow(work) { return result }
    }
    return nil
  }
}
