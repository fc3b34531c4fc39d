import Cairn
import CairnHTTP
import CairnStore

/// A stream of a log's changes as server-sent events (WHATWG HTML, 9.2).
///
/// The log stays open while the stream exists, because the context holds its lease.
struct ChangeFeed: Sendable {
  private let context: AuthenticatedContext
  private let known: Int64?
  private let once: Bool
  private let pace: ChangeFeedConfiguration

  /// Creates a stream from the state that the client knows, or from the current one.
  ///
  /// With `once`, it ends after the first change, or after a heartbeat interval without one.
  init(_ context: AuthenticatedContext, since known: Int64?, once: Bool = false) {
    (self.context, self.known, self.once, pace) = (context, known, once, context.server.pace)
  }

  private enum Wakeup { case commit, poll }

  /// Sends events until the client disconnects or its credential is revoked.
  func run(_ send: @escaping StreamedBody.Send) async throws {
    // Subscribe before the first read, so that no commit falls between the two.
    let commits = context.log.changes()
    let (wakeups, wakeupSource) = AsyncStream<Wakeup>.makeStream(
      bufferingPolicy: .bufferingNewest(1)
    )
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await tables in commits where tables.contains("record") {
          signal(.commit, wakeupSource)
        }
      }
      group.addTask {
        while true {
          try await Task.sleep(for: pace.poll)
          signal(.poll, wakeupSource)
        }
      }
      try await sendEvents(wakeups, send)
      group.cancelAll()
    }
  }

  /// Keeps a pending commit in the buffer when a poll would replace it.
  private func signal(_ signal: Wakeup, _ wakeupSource: AsyncStream<Wakeup>.Continuation) {
    if case .dropped(.commit) = wakeupSource.yield(signal) { wakeupSource.yield(.commit) }
  }

  private func sendEvents(_ wakeups: AsyncStream<Wakeup>, _ send: StreamedBody.Send) async throws {
    let first = try await context.log.changes(since: known)
    let isChange = known != nil && known != first.state
    try await send(Self.event(isChange ? "changed" : "state", first))
    if once, isChange { return }
    var (state, silence) = (first.state, Duration.zero)
    for await signal in wakeups {
      guard try await context.isStillAuthenticated() else { return }
      let changes = try await context.log.changes(since: state)
      silence += pace.poll
      if signal == .commit || changes.state != state {
        try await send(Self.event("changed", changes))
      } else if silence >= pace.heartbeat {
        try await send(Array(":\n\n".utf8))
      } else {
        continue
      }
      if once { return }
      (state, silence) = (changes.state, .zero)
    }
  }

  private static func event(_ name: String, _ changes: LogChanges) -> [UInt8] {
    let json = JSON.members(
      ("state", .integer(changes.state)),
      ("kinds", .array(changes.kinds.map { .string($0) }))
    )
    return Array("id: \(changes.state)\nevent: \(name)\ndata: \(json.text)\n\n".utf8)
  }
}

extension AuthenticatedContext {
  /// Whether the credential is still valid.
  fileprivate func isStillAuthenticated() async throws -> Bool {
    guard identity != nil else { return true }
    return try await requestContext.identity() != nil
  }
}
