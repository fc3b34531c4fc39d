import Cairn
import CairnHTTP
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

extension ListeningAnalyticsHandlers {
  static let summary = ConnectedEndpoint(
    "Get listening totals in minutes.",
    query: [.zone, SchemaField("refresh", .string, "ignored; figures are always current")],
    gives: .payload(summaryFields)
  ) { context in
    let figures = try await ListeningFigures(context)
    return HTTPResponse(
      data: summaryFields.json(figures),
      message: "Analytics summary retrieved successfully"
    )
  }

  static let activity = ConnectedEndpoint(
    "Get minutes listened per day.",
    query: [SchemaField("range", .string, "week, month, year or all; default week"), .zone],
    gives: .payload(ListeningActivity.self)
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

  private static let insightFields: JSONFields<ListeningPreferences> = [.init("insights") { $0 }]

  static let insights = ConnectedEndpoint(
    "Get listening patterns and averages.",
    query: [.zone],
    gives: .payload(insightFields)
  ) { context in
    HTTPResponse(data: insightFields.json(try await ListeningPreferences(context)))
  }

  private static let groupFields = JSONFields<ListeningGroup>(
    named: "ListeningGroup",
    [
      .init("heroId") { StoryRow.groupID($0.name) },
      .init("heroName", \.name),
      .init("avatarUrl") { _ in String?.none },
      .init("storiesCount", \.stories),
      .init("totalListeningMinutes") { roundedMinutes($0.seconds) },
      .init("isMostActive", \.isMostActive),
    ]
  )

  private static let heroFields: JSONFields<[ListeningGroup]> = [
    .list("heroes", { $0 }, groupFields)
  ]

  static let heroes = ConnectedEndpoint(
    "Get listening totals per series or author.",
    gives: .payload(heroFields)
  ) { context in
    HTTPResponse(data: heroFields.json(try await context.listeningGroups()))
  }

  /// The figures in whole minutes.
  private static let summaryFields = JSONFields<ListeningFigures>(
    named: "ListeningSummary",
    [
      .init("totalStoriesListened", \.totals.stories),
      .init("totalListeningTimeMinutes") { roundedMinutes($0.totals.completedSeconds) },
      .init("currentStreak", \.streak.current),
      .init("longestStreak", \.streak.longest),
      .init("favoriteStoriesCount", \.favorites),
      .init("lastListeningDate", \.streak.lastDay),
      .init("totalListeningTimeSeconds", \.totals.completedSeconds),
    ],
    ListeningFigures.sessionFields
  )
}

/// The minutes of each day of a range, including unfinished stories.
private struct ListeningActivity: JSONModel {
  private let range: ListeningRange
  private let zone: String
  private let days: ClosedRange<LocalDay>
  private let seconds: [LocalDay: Int64]

  init(_ range: ListeningRange, _ context: any AuthenticatedRequest) async throws {
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

  static let fields = JSONFields<ListeningActivity>(
    named: "ListeningActivity",
    [
      .init("range", .choice(ListeningRange.allCases.map(\.rawValue)), \.range.rawValue),
      .init("timezone", \.zone),
      .init("startDate", \.days.lowerBound),
      .init("endDate", \.days.upperBound),
      .list(
        "activity",
        { activity in activity.days.map { (day: $0, seconds: activity.seconds[$0] ?? 0) } },
        [
          .init("date") { $0.day },
          .init("minutes") { roundedMinutes($0.seconds) },
          .init("seconds") { $0.seconds },
        ]
      ),
    ]
  )
}

/// Listening preferences: hours, averages and the most played story.
private struct ListeningPreferences: JSONModel {
  private let stories: ListeningStories
  private let hours: ListeningHours
  private let mostPlayed: StoryRow?

  init(_ context: any AuthenticatedRequest) async throws {
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

  static let fields = JSONFields<ListeningPreferences>(
    named: "ListeningInsights",
    [
      .init("averageStoryLengthMinutes", .optional(.decimal)) {
        JSON.hundredths($0.length.flatMap(fixedHundredths))
      },
      .init("averageListensPerStory", .optional(.decimal)) {
        JSON.hundredths($0.listens.flatMap(fixedHundredths))
      },
      .init("preferredListeningHour", .integer(0...23), \.hours.preferred),
      .init("preferredListeningPeriod", .choice(DayPeriod.allCases.map(\.rawValue))) {
        $0.hours.period?.rawValue
      },
      .object(
        "mostListenedStory",
        orNull: \.mostPlayed,
        [
          .init("storyId", \.publicID),
          .init("title", \.title),
          .init("playCount", \.plays),
        ]
      ),
      .init("totalUniqueStoriesListened", \.stories.count),
      .init("sessionsByHour", \.hours.counts),
    ]
  )
}
