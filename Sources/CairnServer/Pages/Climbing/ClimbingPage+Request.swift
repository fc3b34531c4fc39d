import Cairn
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

extension ClimbingPage {
  init(_ context: AuthenticatedContext, _ formError: FormError? = nil) async throws {
    let frame = try await PageFrame(context)
    let row = try await context.session()
    let detail = try await context.log.climbing(row) ?? Climbing()
    let climbs = try await context.log.climbs(of: row.id)
    let choices = try await ClimbChoices(context.log)
    let places = try await context.log.climbingPlaces()
    let earlier = try await context.log.recentLengths(row.kind)
    let forgotten = ForgottenTimer(row.timeline, now: context.now, earlier: earlier)
    let clock = SessionZones(context).clock(row)
    self.init(
      frame: frame,
      row: row,
      detail: detail,
      climbs: climbs,
      choices: choices,
      places: places,
      forgotten: forgotten,
      clock: clock,
      now: context.now,
      formError: formError
    )
  }
}
