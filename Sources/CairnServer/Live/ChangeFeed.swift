import Cairn
import CairnHTTP
import CairnStore

/// What changes in a log, told as it happens (WHATWG HTML, 9.2).
///
/// The log stays open meanwhile: the visit holds its lease.
struct ChangeFeed: Sendable {
  private let context: AuthenticatedContext
  private let known: Int64?
  private let once: Bool
  private let pace: ChangeFeedConfiguration

  /// Begins at the state a client knows, or at the present one; ends `once` a change was told, or
  /// nothing was for as long as a heartbeat.
  init(_ context: AuthenticatedContext, since known: Int64?, once: Bool = false) {
    (self.context, self.known, self.once, pace) = (context, known, once, context.server.pace)
  }

  private enum Beat { case commit, look }

  /// Tells until the client goes, or may no longer know.
  func run(_ send: @escaping HTTPParts.Send) async throws {
    // Before the first look, so that no commit falls between the two.
    let commits = context.log.changes()
    let (beats, beating) = AsyncStream<Beat>.makeStream(bufferingPolicy: .bufferingNewest(1))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await tables in commits where tables.contains("record") { beat(.commit, beating) }
      }
      group.addTask {
        while true {
          try await Task.sleep(for: pace.look)
          beat(.look, beating)
        }
      }
      try await tell(beats, send)
      group.cancelAll()
    }
  }

  /// A commit that was not heard yet is not forgotten for a look.
  private func beat(_ beat: Beat, _ beating: AsyncStream<Beat>.Continuation) {
    if case .dropped(.commit) = beating.yield(beat) { beating.yield(.commit) }
  }

  private func tell(_ beats: AsyncStream<Beat>, _ send: HTTPParts.Send) async throws {
    let first = try await context.log.changes(since: known)
    let isNews = known != nil && known != first.state
    try await send(Self.event(isNews ? "changed" : "state", first))
    if once, isNews { return }
    var (state, silence) = (first.state, Duration.zero)
    for await beat in beats {
      guard try await context.isStillWelcome() else { return }
      let changes = try await context.log.changes(since: state)
      silence += pace.look
      if beat == .commit || changes.state != state {
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
  /// Whether what let the person in at first still does.
  fileprivate func isStillWelcome() async throws -> Bool {
    guard identity != nil else { return true }
    return try await requestContext.identity() != nil
  }
}
