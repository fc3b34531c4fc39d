import Cairn
import CairnStore

/// A request to change an open session, from the page or the API.
///
/// Looks up the session inside the write, so that a retry still returns the first response after the session has
/// gone.
struct SessionChange: Sendable {
  let id: SessionID
  /// The title of the history entry: `Pause`.
  let title: String

  /// Applies a change and returns the session as JSON; throws `session.not_found` and errors of `rule`.
  func run(
    _ context: AuthenticatedContext,
    once key: RequestKey?,
    _ rule: @escaping @Sendable (LogWriter, SessionID) throws -> Void
  ) async throws -> String {
    try await context.log.write(title, once: key) { [self] writer in
      name(writer, try writer.row(id))
      try rule(writer, id)
      return try writer.row(id).json(at: writer.now).text
    }
  }

  /// Discards the session; throws `session.not_found` and `session.already_ended`.
  func cancel(_ context: AuthenticatedContext, once key: RequestKey?) async throws -> String {
    try await context.log.write(title, once: key) { [self] writer in
      let row = try writer.row(id)
      guard row.endedAt == nil else { throw Self.alreadyEnded(row) }
      name(writer, row)
      try writer.cancel(id)
      return JSON.members(("id", .string(id.record.text)), ("state", .string("cancelled"))).text
    }
  }

  private func name(_ writer: LogWriter, _ row: SessionRow) {
    writer.title = "\(title) \(row.words)"
  }

  private static func alreadyEnded(_ row: SessionRow) -> CairnError {
    CairnError(
      "session.already_ended",
      "Session \(row.shortID.text) has ended; only an open one can be cancelled.",
      hint: "Delete it if it should not be there."
    )
  }
}
