import Cairn
import CairnStore

/// A request to change an open session, from the page or the API.
///
/// Looks up the session inside the write, so that a retry returns the first response even after the session was
/// deleted.
struct SessionChange: Sendable {
  let id: SessionID
  /// The verb in the title of the history entry: `paused`.
  let title: String

  /// Applies a change and returns the session as JSON; throws `session.not_found` and errors of `rule`.
  func run(
    _ context: AuthenticatedContext,
    once key: RequestKey?,
    _ rule: @escaping @Sendable (LogWriter, SessionID) throws -> Void
  ) async throws -> String {
    try await context.log.write("Session \(title)", once: key) { [self] writer in
      name(writer, try writer.row(id))
      try rule(writer, id)
      return try writer.row(id).json(at: writer.now).text
    }
  }

  /// Discards the session; throws `session.not_found` and `session.already_ended`.
  func cancel(_ context: AuthenticatedContext, once key: RequestKey?) async throws -> String {
    try await context.log.write("Session \(title)", once: key) { [self] writer in
      let row = try writer.row(id)
      guard row.endedAt == nil else { throw Self.alreadyEnded(row) }
      name(writer, row)
      try writer.cancel(id)
      return JSON.members(("id", .string(id.record.text)), ("state", .string("cancelled"))).text
    }
  }

  private func name(_ writer: LogWriter, _ row: SessionRow) {
    writer.title = row.historyTitle(title)
  }

  private static func alreadyEnded(_ row: SessionRow) -> CairnError {
    CairnError(
      "session.already_ended",
      "Session \(row.shortID.text) has ended; only an open session can be discarded.",
      hint: "Delete it instead."
    )
  }
}
