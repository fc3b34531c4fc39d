import Cairn
import CairnHTTP
import CairnPages
import CairnReports
import CairnStore

extension ClimbPage {
  init(_ context: AuthenticatedContext, _ formError: FormError? = nil) async throws {
    let (frame, log) = (try await PageFrame(context), context.log)
    let row = try await context.climb()
    let session: SessionRow? =
      if let id = row.climb.session { try await log.session(id) } else { nil }
    self.init(
      frame: frame,
      row: row,
      session: session,
      route: try await log.route(of: row.climb.id),
      choices: try await ClimbChoices(log),
      conflicts: try await ConflictNotice(of: row.climb.id.record, log),
      formError: formError
    )
  }
}
