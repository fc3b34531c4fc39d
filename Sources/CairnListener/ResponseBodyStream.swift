import CMicrohttpd
import CairnHTTP

/// A streamed response body between the task that produces it and the client.
///
/// One part is buffered at a time: the task suspends until the client has received it, and the connection is suspended
/// while there is none. A slow client therefore costs the memory of one part and no thread. Everything is used only on
/// the loop's thread, which replaces a lock; `send` switches to it.
final class ResponseBodyStream: @unchecked Sendable {
  /// The return values that end the response: complete, or aborted.
  static let (finished, failed) = (-1, -2)

  let parts: StreamedBody
  private let daemon: Daemon
  /// The connection; nil once the library has released the response.
  private var connection: Connection?
  private var task: Task<Void, Never>?
  private var part: ArraySlice<UInt8> = []
  private var continuation: CheckedContinuation<Void, any Error>?
  private var end: Int?
  private var isSuspended = false
  /// The time at which the client was first seen disconnected.
  private var disconnectedAt: ContinuousClock.Instant?

  init(_ parts: StreamedBody, to connection: Connection, of daemon: Daemon) {
    (self.parts, self.connection, self.daemon) = (parts, connection, daemon)
  }

  /// Fills the buffer; returns 0 after suspending the connection if there is no data.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    if task == nil, end == nil { begin() }
    guard !part.isEmpty else { return end ?? suspend() }
    let count = min(part.count, buffer.count)
    part.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[..<count])) }
    part = part.dropFirst(count)
    if part.isEmpty { release() }
    connection?.deadline = .now + daemon.limits.responseTime
    return count
  }

  private func suspend() -> Int {
    guard let connection else { return Self.failed }
    isSuspended = true
    connection.deadline = nil
    cairn_mhd_suspend(connection.handle)
    return 0
  }

  private func wake() {
    guard isSuspended, let connection else { return }
    isSuspended = false
    connection.deadline = .now + daemon.limits.responseTime
    cairn_mhd_resume(connection.handle)
  }

  private func begin() {
    daemon.responding += 1
    task = Task.immediate(executorPreference: daemon.loop) { [self] in
      var end = Self.finished
      do { try await parts.make(send) } catch {
        if !(parts.isEndless && error is CancellationError) { end = Self.failed }
      }
      daemon.responding -= 1
      finish(end)
    }
  }

  private func finish(_ end: Int) {
    self.end = self.end ?? end
    wake()
  }

  /// Resumes the task that produces the parts.
  private func release(throwing error: CancellationError? = nil) {
    if let error { continuation?.resume(throwing: error) } else { continuation?.resume() }
    continuation = nil
  }
}

// MARK: - From the task

extension ResponseBodyStream {
  @Sendable private func send(_ part: [UInt8]) async throws {
    guard !part.isEmpty else { return }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        daemon.loop.perform { [self] in deliver(part, continuation) }
      }
    } onCancel: {
      daemon.loop.perform { [self] in release(throwing: CancellationError()) }
    }
  }

  private func deliver(_ part: [UInt8], _ continuation: CheckedContinuation<Void, any Error>) {
    guard end == nil, task?.isCancelled != true else {
      return continuation.resume(throwing: CancellationError())
    }
    (self.part, self.continuation) = (part[...], continuation)
    wake()
  }
}

// MARK: - From the listener

extension ResponseBodyStream {
  /// Cancels the task, which ends the response.
  func stop() {
    if task == nil { end = end ?? Self.finished }
    task?.cancel()
  }

  /// Aborts the response.
  func cancelResponse() {
    (part, end) = ([], Self.failed)
    stop()
    wake()
  }

  /// Aborts the response if the client has disconnected while the connection was suspended.
  ///
  /// A finite response first waits for the timeout, because a client may half-close and still read.
  func abortIfDisconnected(_ now: ContinuousClock.Instant) {
    guard isSuspended, connection?.isDisconnected ?? false else { return }
    let since = disconnectedAt ?? now
    disconnectedAt = since
    if parts.isEndless || since + daemon.limits.disconnectTimeout <= now { cancelResponse() }
  }

  /// Ends the response.
  func responseEnded() {
    connection = nil
    cancelResponse()
  }
}
