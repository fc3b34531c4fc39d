import CMicrohttpd
import CairnHTTP

/// An answer on its way in parts, between the task that makes them and the client.
///
/// One part waits at a time, and the task rests until the client has taken it; while there is none,
/// the connection rests. So a slow client costs a part of memory, and no thread.
/// Everything is touched on the loop's thread alone, which stands in for a lock; `send` hands over
/// there.
final class ResponseBodyStream: @unchecked Sendable {
  /// What the library is told when there is nothing more.
  static let (finished, failed) = (-1, -2)

  let parts: HTTPParts
  private let daemon: Daemon
  /// Nil once the library has let go of the answer.
  private var connection: Connection?
  private var task: Task<Void, Never>?
  private var part: ArraySlice<UInt8> = []
  private var taken: CheckedContinuation<Void, any Error>?
  private var end: Int?
  private var isResting = false
  /// Since when the client is known to be gone.
  private var leftAt: ContinuousClock.Instant?

  init(_ parts: HTTPParts, to connection: Connection, of daemon: Daemon) {
    (self.parts, self.connection, self.daemon) = (parts, connection, daemon)
  }

  /// Fills room with what there is; 0 when the connection rests until there is something.
  func fill(_ room: UnsafeMutableRawBufferPointer) -> Int {
    if task == nil, end == nil { begin() }
    guard !part.isEmpty else { return end ?? rest() }
    let count = min(part.count, room.count)
    part.withUnsafeBytes { room.copyMemory(from: .init(rebasing: $0[..<count])) }
    part = part.dropFirst(count)
    if part.isEmpty { release() }
    connection?.deadline = .now + daemon.limits.answerTime
    return count
  }

  private func rest() -> Int {
    guard let connection else { return Self.failed }
    isResting = true
    connection.deadline = nil
    cairn_mhd_suspend(connection.handle)
    return 0
  }

  private func wake() {
    guard isResting, let connection else { return }
    isResting = false
    connection.deadline = .now + daemon.limits.answerTime
    cairn_mhd_resume(connection.handle)
  }

  private func begin() {
    daemon.answering += 1
    task = Task.immediate(executorPreference: daemon.loop) { [self] in
      var end = Self.finished
      do { try await parts.make(send) } catch {
        if !(parts.isEndless && error is CancellationError) { end = Self.failed }
      }
      daemon.answering -= 1
      finish(end)
    }
  }

  private func finish(_ end: Int) {
    self.end = self.end ?? end
    wake()
  }

  /// Lets whoever makes the parts go on.
  private func release(throwing error: CancellationError? = nil) {
    if let error { taken?.resume(throwing: error) } else { taken?.resume() }
    taken = nil
  }
}

// MARK: - From the task

extension ResponseBodyStream {
  @Sendable private func send(_ part: [UInt8]) async throws {
    guard !part.isEmpty else { return }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { taken in
        daemon.loop.perform { [self] in take(part, taken) }
      }
    } onCancel: {
      daemon.loop.perform { [self] in release(throwing: CancellationError()) }
    }
  }

  private func take(_ part: [UInt8], _ taken: CheckedContinuation<Void, any Error>) {
    guard end == nil, task?.isCancelled != true else {
      return taken.resume(throwing: CancellationError())
    }
    (self.part, self.taken) = (part[...], taken)
    wake()
  }
}

// MARK: - From the listener

extension ResponseBodyStream {
  /// Lets the task end by itself, and the answer with it.
  func stop() {
    if task == nil { end = end ?? Self.finished }
    task?.cancel()
  }

  /// Breaks the answer off.
  func giveUp() {
    (part, end) = ([], Self.failed)
    stop()
    wake()
  }

  /// Breaks the answer off when its client went away while the connection rested.
  ///
  /// One that comes to an end is waited for also by those who say that nothing more comes from them.
  func lookForClient(_ now: ContinuousClock.Instant) {
    guard isResting, connection?.isDisconnected ?? false else { return }
    let since = leftAt ?? now
    leftAt = since
    if parts.isEndless || since + daemon.limits.leftTime <= now { giveUp() }
  }

  /// The answer is over.
  func leave() {
    connection = nil
    giveUp()
  }
}
