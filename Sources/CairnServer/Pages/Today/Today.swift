import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

/// What the page Today shows.
struct Today: Sendable {
  let now: Instant
  let frame: PageFrame
  let figures: TodayFigures
  let open: [SessionRow]
  /// The sessions that began today and have ended, newest first.
  let ended: [SessionRow]
  /// How far the goals of today are.
  let goals: [GoalProgress]
  let remembered: Remembered
  /// Where the open session's book is, by session.
  let reading: [EntryRow]
  /// Every title on the shelf, to choose from while typing.
  let titles: [String]
  /// When an open timer that was forgotten probably ended.
  let forgotten: ForgottenTimer?
  let mishap: Mishap?

  var clock: WallClock { frame.clock }
  var key: String { frame.key }

  init(_ visit: Visit, _ mishap: Mishap? = nil) async throws {
    now = visit.now
    frame = try await PageFrame(visit)
    figures = try await TodayFigures(visit)
    open = try await visit.log.openSessions()
    ended = try await Self.ended(figures.day, visit.log)
    let day = figures.day
    let activity = try await visit.log.activity(nil, until: day)
    goals = try await Goals(of: visit.log).now(activity, today: day)
    remembered = Remembered(
      years: try await RememberedYear.all(on: day, in: visit.log),
      zones: SessionZones(visit)
    )
    let books = try await visit.log.books()
    reading = books.filter { $0.status == .reading }
    titles = books.prefix(500).map(\.title)
    forgotten = try await Self.forgotten(open.first, visit)
    self.mishap = mishap
  }

  private static func ended(_ day: LocalDay, _ log: Log) async throws -> [SessionRow] {
    var filter = SessionFilter(limit: 50)
    filter.days = day...day
    return try await log.sessions(filter).filter { $0.endedAt != nil }
  }

  private static func forgotten(_ row: SessionRow?, _ visit: Visit) async throws -> ForgottenTimer?
  {
    guard let row else { return nil }
    let earlier = try await visit.log.recentLengths(row.kind)
    return ForgottenTimer(row.timeline, now: visit.now, earlier: earlier)
  }

  /// The refusal of a form, if it was that one.
  func mishap(at place: Mishap.Place) -> Mishap? {
    mishap.flatMap { $0.place == place ? $0 : nil }
  }
}
