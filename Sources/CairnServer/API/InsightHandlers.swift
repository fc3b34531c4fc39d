import Cairn
import CairnHTTP
import CairnInsights
import CairnReports
import CairnStore

/// The handlers of `/api/v1/insights`: the figures defined in `docs/insights.md`, in the CLI's JSON schemas.
enum InsightHandlers {
  static let definitions = Endpoint(
    "List all figures with their definitions.",
    gives: .json(["insights": .list(.definition)])
  ) { _ in
    let all = Insight.all.map { one in
      JSON.members(("name", .string(one.name)), ("definition", .string(one.definition)))
    }
    return HTTPResponse(.members(("insights", .array(all))))
  }

  static let statistics = Endpoint(
    "Get totals, averages, pace, moods, pauses and places of a period.",
    query: Span.members,
    gives: .json(.statistics)
  ) { context in
    HTTPResponse(try await Statistics(context.span(), context.log).json)
  }

  static let byTime = Endpoint(
    "Get totals per day, week, month or year, including empty ones.",
    query: Span.members + [
      SchemaField(required: "by", .choice(Cadence.all.map(\.noun)), "the grouping of days")
    ],
    gives: .json(.breakdownByTime),
    breakdown
  )

  static let byAttribute = Endpoint(
    "Get totals per weekday, book, story, format, place, mood or interruption.",
    query: Span.members + [
      SchemaField(required: "by", .choice(Breakdown.items), "the grouping")
    ],
    gives: .json(.breakdownByAttribute),
    breakdown
  )

  private static let breakdown: Handler = { context in
    let by = context.query.text("by") ?? ""
    return HTTPResponse(try await Breakdown(by, context.span(), context.log).json)
  }

  static let pace = Endpoint(
    "Get the reading pace in pages per hour: all time, recent, by format and by book, or of one book.",
    query: [.ofBook],
    gives: .json(.paces)
  ) { context in
    HTTPResponse(try await Paces(context.book(), context.today(), context.log).json)
  }

  static let pattern = Endpoint(
    "Get the time per hour and weekday, of a year or of all time.",
    query: [.ofYear, .ofKind],
    gives: .json(.pattern)
  ) { context in
    let year = context.query.integer("year").map { Int32($0) }
    return HTTPResponse(try await HourPattern(context.kind, year, context.log).json(year))
  }

  static let forecast = Endpoint(
    "Get the estimated time left for each book in progress, or for one book.",
    query: [.ofBook],
    gives: .json(["forecasts": .list(.forecast)])
  ) { context in
    let book = try await context.book()?.id
    let rows = try await BookForecast.all(of: book, context.today(), context.log)
    return HTTPResponse(.members(("forecasts", .array(rows.map(\.json)))))
  }

  static let year = Endpoint(
    "Get a year in review; default this year.",
    query: [.ofYear],
    gives: .json(.year)
  ) { context in
    let today = try await context.today()
    let year = context.query.integer("year").map { Int32($0) } ?? today.year
    return HTTPResponse(try await YearInReview(year, today, context.log).json)
  }

  static let milestones = Endpoint(
    "List the milestones reached and the next ones.",
    query: [.ofKind],
    gives: .json(.milestones)
  ) { context in
    let today = try await context.today()
    let activity = try await context.activity(until: today)
    let streak = try await context.log.streak(activity, today: today, zone: context.zone)
    let skipped = context.zone.skippedDays
    let summary = try await ListeningSummary(context.log, today: today, skipped: skipped)
    return HTTPResponse(Milestones(activity, streak).json(listening: summary))
  }

  static let nudges = Endpoint(
    "List the books in progress that were not read lately, longest ago first.",
    gives: .json(["nudges": .list(.nudge)])
  ) { context in
    let nudges = try await context.log.nudges(today: context.today(), zone: context.zone)
    return HTTPResponse(.members(("nudges", .array(nudges.map(\.json)))))
  }

  static let timeline = Endpoint(
    "Get the timeline of books started, finished and stopped, with round numbers reached.",
    query: [.ofYear],
    gives: .json(["events": .list(.event), "undated": .count])
  ) { context in
    let year = context.query.integer("year").map { Int32($0) }
    let last = try await context.today() + 1
    let days = try await context.log.dayTotals(nil, in: LocalDay.all(until: last))
    let spans = try await context.log.readingSpans()
    let timeline = BookTimeline(spans, days: days.map(DayTotal.init))
    let events = timeline.events.filter { year == nil || $0.date.year == year }
    return HTTPResponse(
      .members(
        ("events", .array(events.map(\.json))),
        ("undated", .integer(Int64(timeline.undated)))
      )
    )
  }

  static let onThisDay = Endpoint(
    "List what happened on this day in earlier years, latest first.",
    query: [SchemaField("day", .day, "the day; default today")],
    gives: .json(["years": .list(.earlierYear)])
  ) { context in
    let today = try await context.today()
    let day = context.query.day("day") ?? today
    let years = try await OnThisDayYear.all(on: day, in: context.log)
    return HTTPResponse(.members(("years", .array(years.map(\.json)))))
  }
}
