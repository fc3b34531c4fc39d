import Cairn
import CairnHTTP
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

/// The handlers of `/api/v1/analytics`.
enum ListeningAnalyticsHandlers {
  static let show = ConnectedEndpoint(
    "Get listening totals and the streak.",
    query: [.zone],
    gives: .payload(ListeningFigures.self)
  ) { context in
    let figures = try await ListeningFigures(context)
    return HTTPResponse(data: figures.json)
  }
}

/// The listening totals and streak that several endpoints share.
struct ListeningFigures {
  let totals: ListeningTotals
  let streak: ListeningStreak
  let favorites: Int64

  /// Counts days in the zone of the query, else in the zone of each session.
  init(_ context: any AuthenticatedRequest) async throws {
    let zone = try context.namedZone()
    let history = try await context.log.listeningHistory(in: zone)
    (totals, favorites) = (history.totals, history.favorites)
    let rules = zone ?? context.zone
    streak = ListeningStreak(
      history.completedDays,
      skipped: rules.skippedDays,
      today: rules.day(at: context.now, dayStartHour: history.dayStartHour)
    )
  }
}

extension ListeningFigures: JSONModel {
  /// Story and time totals cover completed sessions; partial time is a separate member.
  static let fields = JSONFields<ListeningFigures>(
    named: "ListeningAnalytics",
    [
      .init("totalStoriesListened", \.totals.stories),
      .init("totalListeningTimeSeconds", \.totals.completedSeconds),
      .init("currentStreak", \.streak.current),
      .init("longestStreak", \.streak.longest),
      .init("lastListeningDate", .instant) { $0.streak.lastDay.map { $0.text + "T00:00:00Z" } },
    ],
    sessionFields
  )

  /// The last fields, which the summary has too.
  static let sessionFields: [JSONField<ListeningFigures>] = [
    .init("partialListeningTimeSeconds") { $0.totals.seconds - $0.totals.completedSeconds },
    .init("sessionCount", \.totals.sessions),
    .init("completedSessionCount", \.totals.completed),
    .init("streakAtLastListeningDay", \.streak.atLastDay),
  ]
}

extension AuthenticatedRequest {
  /// Returns the current day in the given zone or the person's, with their start of day.
  func today(in zone: ZoneRules?) async throws -> LocalDay {
    (zone ?? self.zone).day(at: now, dayStartHour: try await log.dayStartHour())
  }
}
