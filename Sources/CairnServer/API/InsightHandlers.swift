import Cairn
import CairnHTTP
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

/// The handlers of `/api/v1/insights`: the figures defined in `docs/insights.md`, in the CLI's JSON schemas.
enum InsightHandlers {
  private static let insights: JSONFields<[Insight]> = [
    .list("insights", { $0 }, [.init("name", \.name), .init("definition", \.definition)])
  ]

  static let definitions = Endpoint(
    "List all figures with their definitions.",
    gives: insights
  ) { _ in
    Insight.all
  }

  static let statistics = Endpoint(
    "Get totals, averages, pace, moods, pauses and places of a period.",
    query: Span.members + SchemaField.ofSessions,
    gives: Statistics.self
  ) { context in
    try await Statistics(context.span(), among: context.existingFilter(), context.log)
  }

  static let report = Endpoint(
    "Get the figures of a period, and its totals by kind, book, author, story, tag, place and hour.",
    query: Span.members + SchemaField.ofSessions,
    gives: PeriodReport.self
  ) { context in
    try await PeriodReport(context.span(), among: context.existingFilter(), context.log)
  }

  static let byTime = Endpoint(
    "Get totals per day, week, month or year, including empty ones.",
    query: Span.members + SchemaField.ofSessions + [
      SchemaField(required: "by", .choice(Cadence.all.map(\.noun)), "the grouping of days")
    ],
    gives: .json(Breakdown.timeFields),
    breakdown
  )

  static let byAttribute = Endpoint(
    "Get totals per weekday, hour, kind, book, author, story, format, place, tag, mood or pause.",
    query: Span.members + SchemaField.ofSessions + [
      SchemaField(required: "by", .choice(Breakdown.items), "the grouping")
    ],
    gives: .json(Breakdown.itemFields),
    breakdown
  )

  private static let breakdown: Handler = { context in
    let by = context.query.text("by") ?? ""
    let filter = try await context.existingFilter()
    return HTTPResponse(try await Breakdown(by, context.span(), among: filter, context.log).json)
  }

  static let pace = Endpoint(
    "Get the reading pace in pages per hour: all time, recent, by format and by book, or of one book.",
    query: [.ofBook],
    gives: Paces.self
  ) { context in
    try await Paces(context.book(), context.today(), context.log)
  }

  static let pattern = Endpoint(
    "Get the time per hour and weekday, of a year or of all time.",
    query: [.ofYear, .ofKind],
    gives: HourPatternReport.self
  ) { context in
    let year = context.query.integer("year").map { Int32($0) }
    let pattern = try await HourPattern(try context.kind, year, context.log)
    return HourPatternReport(pattern, year)
  }

  static let forecast = Endpoint(
    "Get the estimated time left for each book in progress, or for one book.",
    query: [.ofBook],
    gives: JSONFields<[BookForecast]>(list: "forecasts")
  ) { context in
    let book = try await context.book()?.id
    return try await BookForecast.all(of: book, context.today(), context.log)
  }

  static let year = Endpoint(
    "Get a year in review; default this year.",
    query: [.ofYear],
    gives: YearInReview.self
  ) { context in
    let today = try await context.today()
    let year = context.query.integer("year").map { Int32($0) } ?? today.year
    return try await YearInReview(year, today, context.log)
  }

  static let milestones = Endpoint(
    "List the milestones reached and the next ones.",
    query: [.ofKind],
    gives: MilestonesReport.self
  ) { context in
    try await MilestonesReport(
      try context.kind("kind"),
      today: context.today(),
      zone: context.zone,
      context.log
    )
  }

  static let nudges = Endpoint(
    "List the books in progress that were not read lately, longest ago first.",
    gives: JSONFields<[Nudge<OpenBookRow>]>(list: "nudges")
  ) { context in
    try await context.log.nudges(today: context.today(), zone: context.zone)
  }

  private static let eventList: JSONFields<(events: [BookEvent], undated: Int)> = [
    .init("events") { $0.events },
    .init("undated") { $0.undated },
  ]

  static let timeline = Endpoint(
    "Get the timeline of books started, finished and stopped, with round numbers reached.",
    query: [.ofYear],
    gives: eventList
  ) { context in
    let year = context.query.integer("year").map { Int32($0) }
    let timeline = try await BookTimeline(context.log, today: context.today())
    let events = timeline.events.filter { year == nil || $0.date.year == year }
    return (events, timeline.undated)
  }

  static let onThisDay = Endpoint(
    "List what happened on this day in earlier years, latest first.",
    query: [SchemaField("day", .day, "the day; default today")],
    gives: JSONFields<[OnThisDayYear]>(list: "years")
  ) { context in
    let today = try await context.today()
    let day = context.query.day("day") ?? today
    return try await OnThisDayYear.all(on: day, in: context.log)
  }
}
