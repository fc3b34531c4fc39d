import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

/// `/api/v1/insights`: the numbers that `docs/insights.md` defines, in the shapes of the command
/// line.
enum InsightHandlers {
  static let definitions = Endpoint(
    "List the figures there are, and how each is computed.",
    gives: .json(["insights": .list(.definition)])
  ) { _ in
    let all = Insight.all.map { one in
      JSON.members(("name", .string(one.name)), ("definition", .string(one.definition)))
    }
    return HTTPResponse(.members(("insights", .array(all))))
  }

  static let statistics = Endpoint(
    "Totals, averages, pace, moods, pauses and places of some days.",
    query: Span.members,
    gives: .json(.statistics)
  ) { visit in
    HTTPResponse(try await Statistics(visit.span(), visit.log).json)
  }

  static let byTime = Endpoint(
    "The same totals, a row for each day, week, month or year, empty ones too.",
    query: Span.members + [
      Member(needed: "by", .choice(Cadence.all.map(\.noun)), "how days are gathered")
    ],
    gives: .json(.breakdownByTime),
    breakdown
  )

  static let byThing = Endpoint(
    "The same totals, a row for each weekday, book, story, format, place, mood or interruption.",
    query: Span.members + [
      Member(needed: "by", .choice(Breakdown.things), "what there is a row for")
    ],
    gives: .json(.breakdownByThing),
    breakdown
  )

  private static let breakdown: Handler = { visit in
    let by = visit.query.text("by") ?? ""
    return HTTPResponse(try await Breakdown(by, visit.span(), visit.log).json)
  }

  static let pace = Endpoint(
    "Pages an hour: of all time, lately, by format and by book; or of one book.",
    query: [.ofBook],
    gives: .json(.paces)
  ) { visit in
    HTTPResponse(try await Paces(visit.book(), visit.today(), visit.log).json)
  }

  static let pattern = Endpoint(
    "Time by hour and weekday, of a year or of all time.",
    query: [.ofYear, .ofKind],
    gives: .json(.pattern)
  ) { visit in
    let year = visit.query.integer("year").map { Int32($0) }
    return HTTPResponse(try await HourPattern(visit.kind, year, visit.log).json(year))
  }

  static let forecast = Endpoint(
    "How long the rest of each book takes that is being read, or of one.",
    query: [.ofBook],
    gives: .json(["forecasts": .list(.forecast)])
  ) { visit in
    let book = try await visit.book()?.id
    let rows = try await BookForecast.all(of: book, visit.today(), visit.log)
    return HTTPResponse(.members(("forecasts", .array(rows.map(\.json)))))
  }

  static let year = Endpoint(
    "A year in review; this one unless another is named.",
    query: [.ofYear],
    gives: .json(.year)
  ) { visit in
    let today = try await visit.today()
    let year = visit.query.integer("year").map { Int32($0) } ?? today.year
    return HTTPResponse(try await YearInReview(year, today, visit.log).json)
  }

  static let milestones = Endpoint(
    "The milestones reached, and those that come next.",
    query: [.ofKind],
    gives: .json(.milestones)
  ) { visit in
    let today = try await visit.today()
    let activity = try await visit.activity(until: today)
    let streak = try await visit.log.streak(activity, today: today, zone: visit.zone)
    let skipped = visit.zone.skippedDays
    let journey = try await HeardJourney(visit.log, today: today, skipped: skipped)
    return HTTPResponse(Milestones(activity, streak).json(listening: journey))
  }

  static let nudges = Endpoint(
    "The books that lie open, the quietest first.",
    gives: .json(["nudges": .list(.nudge)])
  ) { visit in
    let nudges = try await visit.log.nudges(today: visit.today(), zone: visit.zone)
    return HTTPResponse(.members(("nudges", .array(nudges.map(\.json)))))
  }

  static let timeline = Endpoint(
    "When books were started, finished and given up, with the round numbers reached.",
    query: [.ofYear],
    gives: .json(["events": .list(.event), "undated": .count])
  ) { visit in
    let year = visit.query.integer("year").map { Int32($0) }
    let last = try await visit.today() + 1
    let days = try await visit.log.dayTotals(nil, in: LocalDay.all(until: last))
    let spans = try await visit.log.readingSpans()
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
    "What was done on a day in earlier years, the latest first.",
    query: [Member("day", .day, "the day; today unless given")],
    gives: .json(["years": .list(.earlierYear)])
  ) { visit in
    let today = try await visit.today()
    let day = visit.query.day("day") ?? today
    let years = try await RememberedYear.all(on: day, in: visit.log)
    return HTTPResponse(.members(("years", .array(years.map(\.json)))))
  }
}
