import Cairn
import CairnHTTP
import CairnStore

/// What the page Today shows.
struct Today: Sendable {
  let now: Instant
  let clock: WallClock
  let theme: Theme
  let figures: TodayFigures
  let open: [SessionRow]
  /// The sessions that began today and have ended, newest first.
  let ended: [SessionRow]
  /// Where the open session's book is, by session.
  let reading: [EntryRow]
  /// Every title on the shelf, to choose from while typing.
  let titles: [String]
  /// When an open timer that was forgotten probably ended.
  let forgotten: ForgottenTimer?
  let mishap: Mishap?
  /// Names the forms of this page: sent twice, they count once.
  let key: String

  init(_ visit: Visit, _ mishap: Mishap? = nil) async throws {
    now = visit.now
    clock = WallClock(zone: visit.zone, now: now)
    theme = Theme(visit.request)
    figures = try await TodayFigures(visit)
    open = try await visit.log.openSessions()
    ended = try await Self.ended(figures.day, visit.log)
    let books = try await visit.log.books()
    reading = books.filter { $0.status == .reading }
    titles = books.prefix(500).map(\.title)
    forgotten = try await Self.forgotten(open.first, visit)
    self.mishap = mishap
    key =
      String(visit.server.world.random(), radix: 36)
      + String(visit.server.world.random(), radix: 36)
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

/// How instants look to the person.
struct WallClock: Sendable {
  let zone: ZoneRules
  let now: Instant

  /// `20:40` today, else `yesterday 20:40` or `2026-01-05 20:40`.
  func text(_ instant: Instant) -> String {
    switch zone.day(at: now) - zone.day(at: instant) {
    case 0: time(instant)
    case 1: "yesterday \(time(instant))"
    default: "\(zone.day(at: instant).text) \(time(instant))"
    }
  }

  /// `20:40`.
  func time(_ instant: Instant) -> String {
    let minutes = zone.wallClock(at: instant) / 60_000
    let (hour, minute) = (minutes / 60 % 24, minutes % 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }
}
