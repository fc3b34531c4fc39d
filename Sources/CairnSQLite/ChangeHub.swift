/// Tells every listener which tables commits have touched, without ever waiting for one.
final class ChangeHub: @unchecked Sendable {  // `listeners` is guarded by `lock`
  private struct Place { weak var listener: ChangeListener? }

  private let lock = Lock()
  private var listeners: [Place] = []

  deinit {
    for place in listeners { place.listener?.finish() }
  }

  func publish(_ tables: Set<String>) {
    guard !tables.isEmpty else { return }
    let current = lock.holding { listeners }
    for place in current { place.listener?.add(tables) }
  }

  func changes() -> AsyncStream<Set<String>> {
    let listener = ChangeListener()
    lock.holding {
      listeners.removeAll { $0.listener == nil }
      listeners.append(Place(listener: listener))
    }
    return AsyncStream(unfolding: { await listener.next() }, onCancel: { listener.finish() })
  }
}

/// One stream of changes; what is not asked for yet gathers in one set.
final class ChangeListener: @unchecked Sendable {  // everything is guarded by `lock`
  private let lock = Lock()
  private var gathered: Set<String> = []
  private var waiters: [CheckedContinuation<Set<String>?, Never>] = []
  private var isFinished = false

  func add(_ tables: Set<String>) {
    lock.holding {
      gathered.formUnion(tables)
      serve()
    }
  }

  func finish() {
    lock.holding {
      isFinished = true
      serve()
    }
  }

  func next() async -> Set<String>? {
    await withCheckedContinuation { waiter in
      lock.holding {
        waiters.append(waiter)
        serve()
      }
    }
  }

  /// Answers those who wait, oldest first, as far as there is something to say.
  private func serve() {
    if !gathered.isEmpty, !waiters.isEmpty {
      waiters.removeFirst().resume(returning: gathered)
      gathered = []
    }
    guard isFinished, gathered.isEmpty else { return }
    waiters.forEach { $0.resume(returning: nil) }
    waiters = []
  }
}
