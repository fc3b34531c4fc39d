import CairnSQL

/// The readers beside a writer: opened when work finds all others busy, up to four.
final class Readers: @unchecked Sendable {  // `lanes` and `waiting` are guarded by `lock`
  private static let most = 4

  private let open: @Sendable () throws(StorageError) -> Connection
  private let lock = Lock()
  private var lanes: [Lane] = []
  private var waiting: [Int] = []

  init(_ open: @escaping @Sendable () throws(StorageError) -> Connection) {
    self.open = open
  }

  func run<T: Sendable>(
    _ work: @escaping @Sendable (Connection, Cancellation) throws -> T
  ) async throws -> T {
    let (lane, index) = enter()
    defer { leave(index) }
    return try await lane.run(work)
  }

  private func enter() -> (Lane, Int) {
    lock.holding {
      var index = waiting.indices.min { waiting[$0] < waiting[$1] } ?? 0
      if lanes.isEmpty || waiting[index] > 0 && lanes.count < Self.most {
        index = lanes.count
        lanes.append(Lane(open))
        waiting.append(0)
      }
      waiting[index] += 1
      return (lanes[index], index)
    }
  }

  private func leave(_ index: Int) {
    lock.holding { waiting[index] -= 1 }
  }
}
