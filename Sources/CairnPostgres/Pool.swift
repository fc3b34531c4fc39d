import CairnSQL
import Dispatch
import Synchronization

/// A connection pool with a fixed limit, which serves waiters in order.
///
/// Blocking work runs on a blocking executor or on the connection's queue, so it never blocks a shared thread.
final class Pool: @unchecked Sendable {  // mutable state: under `lock`
  private let isChecking = Atomic<Bool>(false)
  private let address: String
  private let isPooled: Bool
  private let limit: Int
  private let timeout: Duration
  /// Reserves some connections for reads: a commit may wait for an unavailable standby.
  private let writers: KeyedSemaphore
  private let lock = Lock()
  private var free: [ConnectionSlot] = []
  /// The number of slots: in use, free or connecting.
  private var slotCount = 0
  private var waiting: [Waiter<ConnectionSlot>] = []
  /// The waiters that were refused a connection by the server while other slots had one.
  private var refusedWaiters: [Waiter<ConnectionSlot>] = []

  /// Opens at most `limit` connections; refuses a caller that waits longer than `timeout` for one.
  init(_ address: String, isPooled: Bool = false, limit: Int, timeout: Duration) {
    (self.address, self.isPooled, self.limit, self.timeout) = (address, isPooled, limit, timeout)
    writers = KeyedSemaphore(limit: max(1, limit - max(1, limit / 4)), timeout: timeout)
  }

  /// Checks the schema on every connection opened from now on: the tables may have changed by then.
  func enableSchemaCheck() { isChecking.store(true, ordering: .relaxed) }

  private func open() throws -> Connection {
    let connection = try Connection(to: address, isPooled: isPooled)
    if isChecking.load(ordering: .relaxed) { try connection.check() }
    return connection
  }

  /// Runs work with exclusive use of a connection.
  func run<T: Sendable>(
    _ work: @escaping @Sendable (Connection, Cancellation) throws -> T
  ) async throws -> T {
    try await withLease { lease in try await lease.performBlocking { try lease.begin(work) } }
  }

  /// Runs work that writes; fewer of these run at once than there are connections.
  func runWriting<T: Sendable>(
    _ work: @escaping @Sendable (Connection, Cancellation) throws -> T
  ) async throws -> T {
    try await writers.run(at: 0) { try await run(work) }
  }

  /// Leases a connection to the body, which must not lease another: if all holders waited for one more, none
  /// would get it.
  func withLease<T: Sendable>(_ body: @Sendable (ConnectionLease) async throws -> T) async throws
    -> T
  {
    assert(!Self.isHeld, "A task that holds a connection waits for another one.")
    let slot = try await connectedSlot()
    defer { release(slot) }
    let lease = ConnectionLease(slot, { try self.open() })
    return try await withTaskCancellationHandler {
      try await Self.$isHeld.withValue(true) { try await body(lease) }
    } onCancel: {
      lease.cancellation.cancel()
    }
  }

  @TaskLocal private static var isHeld = false

  /// Returns a slot with a connection; if the server refuses more connections, waits for an existing one.
  private func connectedSlot() async throws -> ConnectionSlot {
    var slot = try await acquire()
    while slot.isEmpty {
      do {
        let slot = slot
        try await slot.performBlocking { try slot.connect(self.open) }
      } catch {
        guard Self.isShortage(error) else {
          release(slot)
          // Idle connections were checked before the tables changed.
          close()
          throw error
        }
        guard discard(slot, for: error) else { throw error }
        slot = try await acquire(isNew: false)
      }
    }
    return slot
  }

  /// Returns whether the server may be out of connections, in which case it is worth waiting for one in use.
  private static func isShortage(_ error: any Error) -> Bool {
    [.unreachable, .busy].contains((error as? StorageError)?.code)
  }

  /// Acquires a slot.
  ///
  /// Refused waiters come first; while there are any, new callers open no connection.
  private func acquire(isNew: Bool = true) async throws -> ConnectionSlot {
    let waiter = Waiter<ConnectionSlot>(lock) { [self] waiter in
      waiting.removeAll { $0 === waiter }
      refusedWaiters.removeAll { $0 === waiter }
    }
    return try await waiter.value(within: timeout) {
      if let slot = free.popLast() { return slot }
      if slotCount < limit, slotCount == 0 || (isNew && refusedWaiters.isEmpty) {
        slotCount += 1
        return ConnectionSlot()
      }
      if isNew { waiting.append(waiter) } else { refusedWaiters.append(waiter) }
      return nil
    }
  }

  /// Removes a slot that got no connection; returns whether others have a connection, or may get one.
  ///
  /// If there are none, the refused waiters get the same error and the next waiter tries to connect.
  private func discard(_ slot: ConnectionSlot, for error: any Error) -> Bool {
    var (refusedContinuations, next) = (
      [CheckedContinuation<ConnectionSlot, any Error>](),
      nil as CheckedContinuation<ConnectionSlot, any Error>?
    )
    let isLast = lock.withLock {
      guard slotCount == 1 else {
        slotCount -= 1
        return false
      }
      refusedContinuations = refusedWaiters.compactMap { $0.leave() }
      refusedWaiters = []
      next = handOver(slot, isEmpty: true)
      return true
    }
    for waits in refusedContinuations { waits.resume(throwing: error) }
    next?.resume(returning: slot)
    return !isLast
  }

  private func release(_ slot: ConnectionSlot) {
    let isEmpty = slot.isEmpty
    let next = lock.withLock { () -> CheckedContinuation<ConnectionSlot, any Error>? in
      handOver(slot, isEmpty: isEmpty)
    }
    next?.resume(returning: slot)
  }

  /// Gives a slot to the next waiter; returns its continuation.
  ///
  /// A slot without a connection is not kept as free, or it would be taken before those with one.
  private func handOver(_ slot: ConnectionSlot, isEmpty: Bool) -> CheckedContinuation<
    ConnectionSlot, any Error
  >? {
    if !refusedWaiters.isEmpty { return refusedWaiters.removeFirst().leave() }
    guard waiting.isEmpty else { return waiting.removeFirst().leave() }
    if isEmpty { slotCount -= 1 } else { free.append(slot) }
    return nil
  }

  /// Closes the idle connections.
  func close() {
    let slots = lock.withLock { () -> [ConnectionSlot] in
      defer { (free, slotCount) = ([], slotCount - free.count) }
      return free
    }
    for slot in slots { slot.close() }
  }
}
