import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

/// `/api/v1/analytics`: the figures of listening.
enum ListeningAnalyticsHandlers {
  static let show = Endpoint(
    "What was listened to in all.",
    query: [.zone],
    gives: .json(.told(.listeningAnalytics))
  ) { context in
    let figures = try await ListeningFigures(context)
    return HTTPResponse(data: figures.json)
  }
}

/// What was listened to in all, and the chain of days: the same for every part that tells it.
struct ListeningFigures {
  let totals: ListeningTotals
  let streak: ListeningStreak
  let favorites: Int64

  /// Counts days in the zone that the query names, else those of each session.
  init(_ context: AuthenticatedContext) async throws {
    let zone = try context.namedZone()
    let history = try await context.log.heardHistory(in: zone)
    (totals, favorites) = (history.totals, history.favorites)
    let rules = zone ?? context.zone
    streak = ListeningStreak(
      history.completedDays,
      skipped: rules.skippedDays,
      today: rules.day(at: context.now, dayStartHour: history.dayStartHour)
    )
  }

  /// Totals are those of sessions in which a story was heard to its end; the rest stands beside them.
  var json: JSON {
    .members(
      ("totalStoriesListened", .integer(totals.stories)),
      ("totalListeningTimeSeconds", .integer(totals.completedSeconds)),
      ("currentStreak", .integer(streak.current)),
      ("longestStreak", .integer(streak.longest)),
      ("lastListeningDate", .text(streak.lastDay.map { $0.text + "T00:00:00Z" })),
      ("partialListeningTimeSeconds", .integer(totals.seconds - totals.completedSeconds)),
      ("sessionCount", .integer(totals.sessions)),
      ("completedSessionCount", .integer(totals.completed)),
      ("streakAtLastListeningDay", .integer(streak.atLastDay))
    )
  }
}

extension AuthenticatedContext {
  /// Today under the person's day edge, in a zone or their own.
  func today(in zone: ZoneRules?) async throws -> LocalDay {
    (zone ?? self.zone).day(at: now, dayStartHour: try await log.dayStartHour())
  }
}
