import Cairn
import CairnHTTP
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

// Streaks, calendars and charts as JSON.

extension InsightHandlers {
  static let streak = Endpoint(
    "Get the day or week streak, by your own minimum or another one.",
    query: [
      SchemaField("cadence", .choice(["daily", "weekly"]), "daily or weekly"),
      SchemaField(
        "minimum",
        .text,
        "the minimum: any, or such as 10 minutes, 20 pages, 3 sessions"
      ), .ofKind,
    ],
    gives: .json(Streak.self)
  ) { context in
    let cadence = context.query.text("cadence").flatMap { Cadence(name: $0) }
    let rule = try await context.log.streakRule(cadence).withMinimum(
      try context.minimum(in: context.query)
    )
    let today = try await context.today()
    let activity = try await context.activity(until: today)
    let zone = context.zone
    return HTTPResponse(
      try await context.log.streak(activity, rule: rule, today: today, zone: zone).json
    )
  }

  static let calendar = Endpoint(
    "Get the daily values of a month or a year.",
    query: [
      SchemaField("period", .date, "a month or a year; default this month"), .ofMeasure, .ofKind,
    ],
    gives: CalendarReport.self
  ) { context in
    let today = try await context.today()
    let period = context.query.date("period")
    let measure = context.measure
    let activity = try await context.activity(until: today, hasFinishes: measure == .books)
    return try await CalendarReport(
      activity,
      measure,
      period?.first ?? today,
      isYear: period != nil && period?.month == nil,
      today: today,
      context.log
    )
  }

  static let chart = Endpoint(
    "Get a bar chart of days, weeks, months or years, or a year’s running total with its goal.",
    query: [
      SchemaField(
        required: "name",
        .choice(ChartReport.names),
        "the chart"
      ),
      SchemaField("period", .date, "a month or a year; default the latest"), .ofMeasure, .ofKind,
    ],
    gives: ChartReport.self
  ) { context in
    let today = try await context.today()
    return try await ChartReport(
      context.query.text("name") ?? "",
      context.activity(until: today),
      context.measure,
      in: context.query.date("period").map { $0.first...$0.last },
      today: today,
      context.log
    )
  }
}

extension InsightHandlers {
  /// The insights that can list their sessions.
  static let ofSessions: [Insight] =
    Drilldown.ofStats + [.recentPace, .timeLeft, .finish, .bestWindow]

  static let sessions = Endpoint(
    "List the sessions behind a figure, and the excluded ones with the reason.",
    query: Span.members + SchemaField.ofSessions + [.ofYear, .limit(50)],
    gives: Drilldown.self
  ) { context in
    let name = context.captures["figure"] ?? ""
    guard let insight = ofSessions.first(where: { $0.name == name }) else {
      throw CairnError.noSuchPage
    }
    return try await drilldown(insight, context)
  }

  private static func drilldown(_ insight: Insight, _ context: AuthenticatedContext) async throws
    -> Drilldown
  {
    let limit = Int(context.query.integer("limit") ?? 50)
    if insight == .bestWindow {
      let year = context.query.integer("year").map { Int32($0) }
      return try await Drilldown(
        bestWindowOf: try context.kind,
        year,
        limit: limit,
        in: context.log
      )
    }
    let span = try await context.span()
    var filter = try await context.existingFilter(limit: limit)
    if [.time, .pages].contains(insight) {
      filter.activeOn = span.days
    } else {
      filter.days = span.days
    }
    return try await Drilldown(insight, among: filter, in: context.log)
  }
}
