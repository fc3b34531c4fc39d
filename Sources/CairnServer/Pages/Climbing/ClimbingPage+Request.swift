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
    let climbs = try await log.climbs(of: row.id)
    let choices = try await ClimbChoices(log)
    self.init(
      frame: frame,
      row: row,
      detail: try await log.climbing(row) ?? Climbing(),
      climbs: climbs,
      choices: choices,
      grades: GradeWindow(row, climbs, choices, latest: try await log.latestClimbs(60)),
      window: context.target.query["climbs"] == "all" ? nil : 12,
      places: try await log.climbingPlaces(),
      forgotten: ForgottenTimer(row.timeline, now: context.now, earlier: earlier),
      clock: SessionZones(context).clock(row),
      now: context.now,
      formError: formError
    )
  }
}

extension GradeWindow {
  /// Creates the window of a session: in the scale of its discipline, or else of its last climb, around the last
  /// twenty sends.
  fileprivate init(
    _ row: SessionRow,
    _ climbs: [ClimbRow],
    _ choices: ClimbChoices,
    latest: [ClimbRow]
  ) {
    let last = (climbs.reversed() + latest).lazy.compactMap(\.climb.grade?.scale).first
    let own = row.climbing?.discipline.flatMap { choices.own($0).first }
    let scale = own ?? last ?? choices.scales.first ?? .v
    let sent = latest.filter { $0.send != nil }.compactMap(\.climb.grade)
    self.init(
      scale,
      sent: Array(sent.filter { $0.scale == scale }.prefix(20)),
      latest: climbs.last?.climb.grade
    )
  }
}
