import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

/// The data of a share link: no notes, and titles only if the person allowed them.
struct SharedListening: Sendable {
  let share: ListeningShare
  let card: SharedCard
  let titles: [String]

  /// Reads the share of the secret in the path; throws `listening.no_share` and ``RateLimitExceeded``.
  init(_ context: RequestContext) async throws {
    let lease = try await context.sharedLog()
    let (log, now) = (lease.log, context.now)
    guard let secret = context.captures["secret"],
      let share = try await log.listeningShare(of: secret, at: now)
    else { throw CairnError.noShare }
    let zone = try await context.sharedZone()
    let day = zone.day(at: now, dayStartHour: try await log.dayStartHour())
    let summary = try await ListeningSummary(
      log,
      today: min(day, share.days.upperBound),
      skipped: zone.skippedDays
    )
    let stories = try await log.finishedStories(in: share.days, zone)
    self.share = share
    titles = share.hasTitles ? try await log.titles(of: stories) : []
    card = Self.card(share, summary, stories.count, zone)
  }

  private static func card(
    _ share: ListeningShare,
    _ summary: ListeningSummary,
    _ stories: Int,
    _ zone: ZoneRules
  ) -> SharedCard {
    let inside = summary.days.filter { share.days.contains($0.day) }
    let activeDays = inside.count { $0.seconds > 0 }
    let all = inside.reduce(Int64(0)) { $0 + $1.seconds }
    let (streak, longest) = (summary.streak.current, summary.streak.longest)
    let reached = summary.reached.filter { share.days.contains(zone.day(at: $0.at)) }
    return SharedCard(
      days: share.days,
      figures: [
        ("\(stories)", stories == 1 ? "story finished" : "stories finished"),
        (Milliseconds.seconds(all).hoursAndMinutes, "listened"),
        ("\(activeDays)", activeDays == 1 ? "day with listening" : "days with listening"),
        ("\(streak)", "day streak, longest \(longest)"),
      ],
      chart: ListeningCharts.activity(inside, periods(share.days, summary)),
      lines: reached.map { "✓ \($0.milestone.words), \(CalendarText.day(zone.day(at: $0.at)))" }
    )
  }

  private static func periods(_ days: ClosedRange<LocalDay>, _ summary: ListeningSummary) -> Periods
  {
    let isShort = days.upperBound - days.lowerBound < 62
    return Periods(
      isShort ? .daily : nil,
      in: days,
      today: summary.today,
      weekStart: summary.weekStart
    )
  }
}

extension Log {
  /// Returns the stories finished in sessions that began on the given days of a zone.
  fileprivate func finishedStories(
    in days: ClosedRange<LocalDay>,
    _ zone: ZoneRules
  ) async throws -> [Identifier<Story>] {
    var filter = ListeningSessionFilter()
    let day: Int64 = 86_400_000
    filter.from = zone.instant(wallClock: Int64(days.lowerBound.number) * day)
    filter.to = zone.instant(wallClock: Int64(days.upperBound.number + 1) * day - 1)
    (filter.isCompleted, filter.limit) = (true, 100_000)
    var known: Set<Identifier<Story>> = []
    return try await listeningSessions(filter).sessions.map(\.story).filter {
      known.insert($0).inserted
    }
  }

  /// Returns the titles of the stories that exist, at most 50.
  fileprivate func titles(of stories: [Identifier<Story>]) async throws -> [String] {
    var titles: [String] = []
    for id in stories.prefix(50) {
      if let title = try await story(id)?.title { titles.append(title) }
    }
    return titles
  }
}

extension RequestContext {
  /// Leases the log of the shared page; throws `listening.no_share` and ``RateLimitExceeded``.
  fileprivate func sharedLog() async throws -> LogLease {
    let address = clientAddress.text
    try server.shareLimiter.consume(address, .shared, at: now, or: .tooManyRequests)
    switch server.tenancy {
    case .singleUser(let lease):
      guard captures["owner"] == AuthenticatedContext.ownName else { throw CairnError.noShare }
      return lease
    case .multiUser(let accountService):
      return try await accountService.logs.lease(sharer(accountService).id)
    }
  }

  /// The path of the shared page.
  var sharedPath: String {
    let parts = [captures["owner"] ?? "", captures["secret"] ?? ""].map(HTTPTarget.encoded)
    return "/shared/" + parts.joined(separator: "/")
  }

  /// Returns the time zone for the page's days.
  fileprivate func sharedZone() async throws -> ZoneRules {
    guard case .multiUser(let accountService) = server.tenancy else {
      return server.dependencies.defaultZone?.rules() ?? server.dependencies.zone
    }
    let zone = try await sharer(accountService).zone
    return accountService.accounts.environment.zone(zone) ?? server.dependencies.zone
  }

  private func sharer(_ accountService: AccountService) async throws -> Account {
    guard let id = captures["owner"].flatMap({ RecordID(text: $0) }),
      let account = try await accountService.accounts.account(of: Identifier(id)),
      account.closedAt == nil
    else { throw CairnError.noShare }
    return account
  }
}

extension AuthenticatedContext {
  /// The owner's name in the share links of a single-user server.
  static let ownName = "own"

  /// Returns the path of a shared page.
  func sharedPath(_ secret: String) -> String {
    "/shared/\(identity?.account.id.record.text ?? Self.ownName)/\(secret)"
  }
}

extension RateLimit {
  /// The rate limit of shared pages per client address.
  static let shared = RateLimit(burst: 60, interval: .seconds(1))
}

extension CairnError {
  /// The error for an invalid share link.
  static var noShare: CairnError {
    CairnError(
      "listening.no_share",
      "This link has expired, was revoked, or does not exist.",
      hint: "Ask the sender for a new one."
    )
  }
}
