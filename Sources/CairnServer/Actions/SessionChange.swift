import Cairn
import CairnStore

/// The wish to change an open session, from whichever door it came.
///
/// The session is looked up inside the write: a request that is repeated after it has gone is
/// still answered as before.
struct SessionChange: Sendable {
  let id: SessionID
  /// What is done, for the history: `Pause`.
  let title: String

  /// Applies a rule and gives the session as JSON; throws `session.not_found` and what it throws.
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

  /// Throws the session away; throws `session.not_found` and `session.already_ended`.
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
