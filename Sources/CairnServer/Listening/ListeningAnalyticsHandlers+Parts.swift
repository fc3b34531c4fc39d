import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

extension ListeningAnalyticsHandlers {
  static let summary = Endpoint(
    "Get listening totals in minutes.",
    query: [.zone, SchemaField("refresh", .string, "ignored; figures are always current")],
    gives: .json(.payload(.listeningSummary))
  ) { context in
    let figures = try await ListeningFigures(context)
    return HTTPResponse(data: figures.summary, message: "Analytics summary retrieved successfully")
  }

  static let activity = Endpoint(
    "Get minutes listened per day.",
    query: [SchemaField("range", .string, "week, month, year or all; default week"), .zone],
    gives: .json(.payload(.listeningActivity))
  ) { context in
    let name = ListeningQuery(context)["range"] ?? ListeningRange.week.rawValue
    guard let range = ListeningRange(rawValue: name) else {
      throw DialectError.invalid(
        "Invalid range parameter. Must be one of: week, month, year, all"
      )
    }
    let activity = try await ListeningActivity(range, context)
    return HTTPResponse(data: activity.json)
  }

  static let insights = Endpoint(
    "Get listening patterns and averages.",
    query: [.zone],
    gives: .json(.payload(["insights": .listeningInsights]))
  ) { context in
    let preferences = try await ListeningPreferences(context)
    return HTTPResponse(data: .members(("insights", preferences.json)))
  }

  static let heroes = Endpoint(
    "Get listening totals per series or author.",
    gives: .json(.payload(["heroes": .list(.listeningGroup)]))
  ) { context in
    let groups = try await context.listeningGroups().map { group in
      JSON.members(
        ("heroId", .string(StoryRow.groupID(group.name))),
        ("heroName", .string(group.name)),
        ("avatarUrl", .null),
        ("storiesCount", .integer(group.stories)),
        ("totalListeningMinutes", .integer(roundedMinutes(group.seconds))),
        ("isMostActive", .bool(group.isMostActive))
      )
    }
    return HTTPResponse(data: .members(("heroes", .array(groups))))
  }
}

extension ListeningFigures {
  /// The figures of ``json`` in whole minutes.
  fileprivate var summary: JSON {
    .members(
      ("totalStoriesListened", .integer(totals.stories)),
      ("totalListeningTimeMinutes", .integer(roundedMinutes(totals.completedSeconds))),
      ("currentStreak", .integer(streak.current)),
      ("longestStreak", .integer(streak.longest)),
      ("favoriteStoriesCount", .integer(favorites)),
      ("lastListeningDate", .text(streak.lastDay?.text)),
      ("totalListeningTimeSeconds", .integer(totals.completedSeconds)),
      ("partialListeningTimeSeconds", .integer(totals.seconds - totals.completedSeconds)),
      ("sessionCount", .integer(totals.sessions)),
      ("completedSessionCount", .integer(totals.completed)),
      ("streakAtLastListeningDay", .integer(streak.atLastDay))
    )
  }
}

/// The minutes of each day of a range, including unfinished stories.
private struct ListeningActivity {
  private let range: ListeningRange
  private let zone: String
  private let days: ClosedRange<LocalDay>
  private let seconds: [LocalDay: Int64]

  init(_ range: ListeningRange, _ context: AuthenticatedContext) async throws {
    let named: ZoneRules?
    do { named = try context.namedZone() } catch is DialectError {
      throw DialectError.invalid(
        "Invalid timezone parameter. Must be a valid IANA timezone identifier"
      )
    }
    let (today, log) = (try await context.today(in: named), context.log)
    let span = range == .all ? try await log.listeningSpan(in: named) : nil
    days = range.days(until: today, listened: span)
    let listened =
      if let named { try await log.listeningDays(in: days, of: named) } else {
        try await log.listeningDays(in: days)
      }
    seconds = Dictionary(listened.map { ($0.day, $0.totals.seconds) }) { first, _ in first }
    (self.range, zone) = (range, ListeningQuery(context).zone ?? context.zone.name)
  }

  var json: JSON {
    .members(
      ("range", .string(range.rawValue)),
      ("timezone", .string(zone)),
      ("startDate", .string(days.lowerBound.text)),
      ("endDate", .string(days.upperBound.text)),
      (
        "activity",
        .array(
          days.map { day in
            let listened = seconds[day] ?? 0
            return .members(
              ("date", .string(day.text)),
              ("minutes", .integer(roundedMinutes(listened))),
              ("seconds", .integer(listened))
            )
          }
        )
      )
    )
  }
}

/// Listening preferences: hours, averages and the most played story.
private struct ListeningPreferences {
  private let stories: ListeningStories
  private let hours: ListeningHours
  private let mostPlayed: StoryRow?

  init(_ context: AuthenticatedContext) async throws {
    let zone = try context.namedZone() ?? context.zone
    stories = try await context.log.listeningStories()
    hours = ListeningHours(latestFirst: try await context.log.listeningStartHours(in: zone))
    mostPlayed = try await context.log.stories().filter { $0.plays > 0 }
      .min { Self.weight($0) < Self.weight($1) }
  }

  /// Returns the sort key: most plays, then most time, then earliest added.
  private static func weight(_ row: StoryRow) -> (Int64, Int64, Int64, String) {
    (-row.plays, -row.seconds, (row.added ?? row.updated).milliseconds, row.id.record.text)
  }

  private var length: Double? {
    guard stories.measured > 0 else { return nil }
    return Double(stories.duration.count) / 1_000 / Double(stories.measured) / 60
  }

  private var listens: Double? {
    stories.count > 0 ? Double(stories.sessions) / Double(stories.count) : nil
  }

  var json: JSON {
    .members(
      ("averageStoryLengthMinutes", .hundredths(length.flatMap(fixedHundredths))),
      ("averageListensPerStory", .hundredths(listens.flatMap(fixedHundredths))),
      ("preferredListeningHour", .number(hours.preferred)),
      ("preferredListeningPeriod", .text(hours.period?.rawValue)),
      (
        "mostListenedStory",
        mostPlayed.map { row in
          JSON.members(
            ("storyId", .string(row.publicID)),
            ("title", .string(row.title)),
            ("playCount", .integer(row.plays))
          )
        } ?? .null
      ),
      ("totalUniqueStoriesListened", .integer(stories.count)),
      ("sessionsByHour", .array(hours.counts.map { .integer($0) }))
    )
  }
}

extension JSONSchema {
  fileprivate static let listeningSummary = JSONSchema.named(
    "ListeningSummary",
    [
      "totalStoriesListened": .count, "totalListeningTimeMinutes": .count,
      "currentStreak": .count, "longestStreak": .count, "favoriteStoriesCount": .count,
      "lastListeningDate": .optional(.day), "totalListeningTimeSeconds": .count,
      "partialListeningTimeSeconds": .count, "sessionCount": .count,
      "completedSessionCount": .count, "streakAtLastListeningDay": .count,
    ]
  )
  fileprivate static let listeningActivity = JSONSchema.named(
    "ListeningActivity",
    [
      "range": .choice(ListeningRange.allCases.map(\.rawValue)), "timezone": .string,
      "startDate": .day, "endDate": .day,
      "activity": .list(["date": .day, "minutes": .count, "seconds": .count]),
    ]
  )
  fileprivate static let listeningInsights = JSONSchema.named(
    "ListeningInsights",
    [
      "averageStoryLengthMinutes": .optional(.decimal),
      "averageListensPerStory": .optional(.decimal),
      "preferredListeningHour": .optional(.integer(0...23)),
      "preferredListeningPeriod": .optional(.choice(DayPeriod.allCases.map(\.rawValue))),
      "mostListenedStory": .optional(["storyId": .string, "title": .string, "playCount": .count]),
      "totalUniqueStoriesListened": .count, "sessionsByHour": .list(.count),
    ]
  )
  fileprivate static let listeningGroup = JSONSchema.named(
    "ListeningGroup",
    [
      "heroId": .string, "heroName": .string, "avatarUrl": .optional(.string),
      "storiesCount": .count, "totalListeningMinutes": .count, "isMostActive": .bool,
    ]
  )
}
