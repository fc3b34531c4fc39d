import CairnSQL
import Dispatch
import Synchronization

/// Connections that many share: at most so many, given out in the order they were asked for.
///
/// Who waits for the server does it at a desk or on a queue of the connection, so no thread of others is held up.
final class Pool: @unchecked Sendable {  // all that changes is guarded by `lock`
  private let isChecking = Atomic<Bool>(false)
  private let address: String
  private let isPooled: Bool
  private let limit: Int
  private let patience: Duration
  /// Keeps a part of the connections for those who read: a commit may wait for a standby that is away.
  private let writers: KeyedSemaphore
  private let lock = Lock()
  private var free: [ConnectionSlot] = []
  /// How many there are, in use, free or waiting for the server to be had.
  private var made = 0
  private var waiting: [Waiter<ConnectionSlot>] = []
  /// Those whom the server gave no connection, though others have one.
  private var returned: [Waiter<ConnectionSlot>] = []

  /// Gives at most so many; who waits longer than that for one is refused.
  init(_ address: String, isPooled: Bool = false, limit: Int, patience: Duration) {
    (self.address, self.isPooled, self.limit, self.patience) = (address, isPooled, limit, patience)
    writers = KeyedSemaphore(limit: max(1, limit - max(1, limit / 4)), patience: patience)
  }

  /// Has the tables looked at wherever a connection is opened from now on: they may be others by then.
  func checkTables() { isChecking.store(true, ordering: .relaxed) }

  private func open() throws -> Connection {
    let connection = try Connection(to: address, isPooled: isPooled)
    if isChecking.load(ordering: .relaxed) { try connection.check() }
    return connection
  }

  /// Does work on a connection that nobody else has meanwhile.
  func run<T: Sendable>(
    _ work: @escaping @Sendable (Connection, Cancellation) throws -> T
  ) async throws -> T {
    try await hold { hold in try await hold.queued { try hold.begin(work) } }
  }

  /// Does work that writes, as one of fewer than there are connections.
  func runWriting<T: Sendable>(
    _ work: @escaping @Sendable (Connection, Cancellation) throws -> T
  ) async throws -> T {
    try await writers.run(at: 0) { try await run(work) }
  }

  /// Lets nobody else have a connection as long as the body runs, in which no other is asked for: all
  /// could be held by those who wait for one more.
  func hold<T: Sendable>(_ body: @Sendable (ConnectionLease) async throws -> T) async throws -> T {
    assert(!Self.isHeld, "Whoever holds a connection waits for another.")
    let seat = try await connected()
    defer { give(seat) }
    let hold = ConnectionLease(seat, { try self.open() })
    return try await withTaskCancellationHandler {
      try await Self.$isHeld.withValue(true) { try await body(hold) }
    } onCancel: {
      hold.cancellation.cancel()
    }
  }

  @TaskLocal private static var isHeld = false

  /// A seat with a connection; where the server gives no more than there are, the next of those that is free.
  private func connected() async throws -> ConnectionSlot {
    var seat = try await take()
    while seat.isEmpty {
      do {
        let seat = seat
        try await seat.queued { try seat.fill(self.open) }
      } catch {
        guard Self.isShortage(error) else {
          give(seat)
          // Those that lie idle were looked at when the tables were others.
          close()
          throw error
        }
        guard drop(seat, for: error) else { throw error }
        seat = try await take(isNew: false)
      }
    }
    return seat
  }

  /// Whether an error may mean that the server gives no more connections, or none now: others have some.
  private static func isShortage(_ error: any Error) -> Bool {
    [.unreachable, .busy].contains((error as? StorageError)?.code)
  }

  /// Who found the server to give no more comes before those who have not asked it, and these do not meanwhile.
  private func take(isNew: Bool = true) async throws -> ConnectionSlot {
    let waiter = Waiter<ConnectionSlot>(lock) { [self] waiter in
      waiting.removeAll { $0 === waiter }
      returned.removeAll { $0 === waiter }
    }
    return try await waiter.value(within: patience) {
      if let seat = free.popLast() { return seat }
      if made < limit, made == 0 || (isNew && returned.isEmpty) {
        made += 1
        return ConnectionSlot()
      }
      if isNew { waiting.append(waiter) } else { returned.append(waiter) }
      return nil
    }
  }

  /// Lets go of a seat that no connection can be had for; whether there are others to wait for, which have one
  /// or may be given one.
  ///
  /// Where there are none, those who waited for one are told the same, and who comes next asks anew.
  private func drop(_ seat: ConnectionSlot, for error: any Error) -> Bool {
    var (told, next) = (
      [CheckedContinuation<ConnectionSlot, any Error>](), nil as CheckedContinuation<ConnectionSlot, any Error>?
    )
    let isLast = lock.holding {
      guard made == 1 else {
        made -= 1
        return false
      }
      told = returned.compactMap { $0.leave() }
      returned = []
      next = pass(seat, isEmpty: true)
      return true
    }
    for waits in told { waits.resume(throwing: error) }
    next?.resume(returning: seat)
    return !isLast
  }

  private func give(_ seat: ConnectionSlot) {
    let isEmpty = seat.isEmpty
    let next = lock.holding { () -> CheckedContinuation<ConnectionSlot, any Error>? in
      pass(seat, isEmpty: isEmpty)
    }
    next?.resume(returning: seat)
  }

  /// Who is to have a seat next.
  ///
  /// One without a connection is kept for nobody, as it would be taken again and again before those that have one.
  private func pass(_ seat: ConnectionSlot, isEmpty: Bool) -> CheckedContinuation<ConnectionSlot, any Error>? {
    if !returned.isEmpty { return returned.removeFirst().leave() }
    guard waiting.isEmpty else { return waiting.removeFirst().leave() }
    if isEmpty { made -= 1 } else { free.append(seat) }
    return nil
  }

  /// Closes the connections that nobody has now.
  func close() {
    let seats = lock.holding { () -> [ConnectionSlot] in
      defer { (free, made) = ([], made - free.count) }
      return free
    }
    for seat in seats { seat.close() }
  }
}
