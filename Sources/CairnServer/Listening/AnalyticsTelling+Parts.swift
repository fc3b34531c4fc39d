import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

extension AnalyticsTelling {
  static let summary = Endpoint(
    "What was listened to in all, in minutes.",
    query: [.zone, Member("refresh", .words, "changes nothing: figures are never stale")],
    gives: .json(.told(.listeningSummary))
  ) { visit in
    let figures = try await ListeningFigures(visit)
    return HTTPResponse(data: figures.summary, message: "Analytics summary retrieved successfully")
  }

  static let activity = Endpoint(
    "How many minutes were listened to on each day.",
    query: [Member("range", .words, "week, month, year or all; week unless given"), .zone],
    gives: .json(.told(.listeningActivity))
  ) { visit in
    let name = ListeningQuery(visit)["range"] ?? ListeningRange.week.rawValue
    guard let range = ListeningRange(rawValue: name) else {
      throw Refusal.invalid(
        "Invalid range parameter. Must be one of: week, month, year, all"
      )
    }
    let activity = try await ListeningActivity(range, visit)
    return HTTPResponse(data: activity.json)
  }

  static let insights = Endpoint(
    "What can be said of listening habits.",
    query: [.zone],
    gives: .json(.told(["insights": .listeningInsights]))
  ) { visit in
    let habits = try await ListeningHabits(visit)
    return HTTPResponse(data: .members(("insights", habits.json)))
  }

  static let heroes = Endpoint(
    "What was listened to of each series or author.",
    gives: .json(.told(["heroes": .list(.listeningGroup)]))
  ) { visit in
    let groups = try await visit.listeningGroups().map { group in
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
  /// The same as ``json``, in whole minutes.
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

/// The minutes of each day of a range, partial sessions included.
private struct ListeningActivity {
  private let range: ListeningRange
  private let zone: String
  private let days: ClosedRange<LocalDay>
  private let seconds: [LocalDay: Int64]

  init(_ range: ListeningRange, _ visit: Visit) async throws {
    let named: ZoneRules?
    do { named = try visit.namedZone() } catch is Refusal {
      throw Refusal.invalid(
        "Invalid timezone parameter. Must be a valid IANA timezone identifier"
      )
    }
    let (today, log) = (try await visit.today(in: named), visit.log)
    let span = range == .all ? try await log.heardSpan(in: named) : nil
    days = range.days(until: today, heard: span)
    let heard =
      if let named { try await log.heardDays(in: days, of: named) } else {
        try await log.heardDays(in: days)
      }
    seconds = Dictionary(heard.map { ($0.day, $0.totals.seconds) }) { first, _ in first }
    (self.range, zone) = (range, ListeningQuery(visit).zone ?? visit.zone.name)
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
            let heard = seconds[day] ?? 0
            return .members(
              ("date", .string(day.text)),
              ("minutes", .integer(roundedMinutes(heard))),
              ("seconds", .integer(heard))
            )
          }
        )
      )
    )
  }
}

/// When and what a person likes to listen to.
private struct ListeningHabits {
  private let stories: HeardStories
  private let hours: ListeningHours
  private let most: StoryRow?

  init(_ visit: Visit) async throws {
    let zone = try visit.namedZone() ?? visit.zone
    stories = try await visit.log.heardStories()
    hours = ListeningHours(latestFirst: try await visit.log.heardHours(in: zone))
    most = try await visit.log.stories().filter { $0.plays > 0 }
      .min { Self.weight($0) < Self.weight($1) }
  }

  /// Orders the story that was played most first; of several that of which more was heard, and then
  /// the one that came first.
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
        most.map { row in
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

extension Shape {
  fileprivate static let listeningSummary = Shape.named(
    "ListeningSummary",
    [
      "totalStoriesListened": .count, "totalListeningTimeMinutes": .count,
      "currentStreak": .count, "longestStreak": .count, "favoriteStoriesCount": .count,
      "lastListeningDate": .optional(.day), "totalListeningTimeSeconds": .count,
      "partialListeningTimeSeconds": .count, "sessionCount": .count,
      "completedSessionCount": .count, "streakAtLastListeningDay": .count,
    ]
  )
  fileprivate static let listeningActivity = Shape.named(
    "ListeningActivity",
    [
      "range": .choice(ListeningRange.allCases.map(\.rawValue)), "timezone": .words,
      "startDate": .day, "endDate": .day,
      "activity": .list(["date": .day, "minutes": .count, "seconds": .count]),
    ]
  )
  fileprivate static let listeningInsights = Shape.named(
    "ListeningInsights",
    [
      "averageStoryLengthMinutes": .optional(.decimal),
      "averageListensPerStory": .optional(.decimal),
      "preferredListeningHour": .optional(.integer(0...23)),
      "preferredListeningPeriod": .optional(.choice(DayPeriod.allCases.map(\.rawValue))),
      "mostListenedStory": .optional(["storyId": .words, "title": .words, "playCount": .count]),
      "totalUniqueStoriesListened": .count, "sessionsByHour": .list(.count),
    ]
  )
  fileprivate static let listeningGroup = Shape.named(
    "ListeningGroup",
    [
      "heroId": .words, "heroName": .words, "avatarUrl": .optional(.words),
      "storiesCount": .count, "totalListeningMinutes": .count, "isMostActive": .bool,
    ]
  )
}
