import Cairn
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

extension ClimbingPage {
  init(_ context: AuthenticatedContext, _ formError: FormError? = nil) async throws {
    let (frame, log) = (try await PageFrame(context), context.log)
    let row = try await context.session()
    let earlier = try await log.recentLengths(row.kind)
    self.init(
      frame: frame,
      row: row,
      detail: try await log.climbing(row) ?? Climbing(),
      climbs: try await log.climbs(of: row.id),
      choices: try await ClimbChoices(log),
      places: try await log.climbingPlaces(),
      forgotten: ForgottenTimer(row.timeline, now: context.now, earlier: earlier),
      clock: SessionZones(context).clock(row),
      now: context.now,
      formError: formError
    )
  }
}
