import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

// Streaks, calendars and charts, as numbers.

extension InsightHandlers {
  static let streak = Endpoint(
    "The days or weeks in a row, by your own rule or by another.",
    query: [
      Member("cadence", .choice(["daily", "weekly"]), "days or weeks"),
      Member("dose", .text, "the least: any, or as 10 minutes, 20 pages, 3 sessions"), .ofKind,
    ],
    gives: .json(.streak)
  ) { visit in
    let cadence = visit.query.text("cadence").flatMap { Cadence(name: $0) }
    let rule = try await visit.log.streakRule(cadence).asking(try visit.dose(in: visit.query))
    let today = try await visit.today()
    let activity = try await visit.activity(until: today)
    let zone = visit.zone
    return HTTPResponse(
      try await visit.log.streak(activity, rule: rule, today: today, zone: zone).json
    )
  }

  static let calendar = Endpoint(
    "A month or a year, day by day.",
    query: [
      Member("period", .date, "a month or a year; this month unless given"), .ofMeasure, .ofKind,
    ],
    gives: .json(.calendar)
  ) { visit in
    let today = try await visit.today()
    let period = visit.query.date("period")
    let day = period?.first ?? today
    let measure = visit.measure
    let activity = try await visit.activity(until: today, hasFinishes: measure == .books)
    let frozen = Set(try await visit.log.frozenDays())
    let start = try await visit.log.weekStart()
    if period != nil, period?.month == nil {
      let chart = YearHeatmap(
        activity,
        measure,
        year: day,
        frozen: frozen,
        today: today,
        weekStart: start
      )
      return HTTPResponse(chart.calendar.json(chart))
    }
    let chart = MonthCalendar(
      activity,
      measure,
      month: day,
      frozen: frozen,
      today: today,
      weekStart: start
    )
    return HTTPResponse(chart.calendar.json(chart))
  }

  static let chart = Endpoint(
    "Days, weeks, months or years as bars, or a year added up beside its goal.",
    query: [
      Member(needed: "name", .choice(["days", "weeks", "months", "years", "total"]), "which"),
      Member("period", .date, "a month or a year; the latest unless given"), .ofMeasure, .ofKind,
    ],
    gives: .json(.chart)
  ) { visit in
    let (today, name) = (try await visit.today(), visit.query.text("name") ?? "")
    let (activity, measure) = (try await visit.activity(until: today), visit.measure)
    let period = visit.query.date("period").map { $0.first...$0.last }
    if name == "total" {
      let day = period?.lowerBound ?? today
      let chart = LineChart(
        activity,
        measure,
        year: day,
        goal: try await Goals(of: visit.log).target(measure, .yearly, on: day),
        today: today,
        weekStart: try await visit.log.weekStart()
      )
      return HTTPResponse(chart.json)
    }
    let cadence = Cadence.all.first { $0.noun + "s" == name } ?? .daily
    let chart = BarChart(
      activity,
      measure,
      cadence,
      in: period ?? cadence.recent(activity, until: today),
      today: today,
      weekStart: try await visit.log.weekStart()
    )
    return HTTPResponse(chart.json)
  }
}

extension InsightHandlers {
  /// The figures that rest on sessions.
  static let ofSessions: [Insight] = Why.ofStats + [.recentPace, .timeLeft, .finish, .bestWindow]

  static let sessions = Endpoint(
    "The sessions behind a figure, and those it leaves out, with the reason.",
    query: Span.members + [.ofBook, .ofYear, .ofKind, .limit(50)],
    gives: .json(.sessionsBehind)
  ) { visit in
    let name = visit.captures["figure"] ?? ""
    guard let insight = ofSessions.first(where: { $0.name == name }) else {
      throw CairnError.noSuchPage
    }
    return HTTPResponse(try await why(insight, visit).json)
  }

  private static func why(_ insight: Insight, _ visit: Visit) async throws -> Why {
    let limit = Int(visit.query.integer("limit") ?? 50)
    if insight == .bestWindow {
      let year = visit.query.integer("year").map { Int32($0) }
      return try await Why(bestWindowOf: visit.kind, year, limit: limit, in: visit.log)
    }
    let span = try await visit.span()
    var filter = SessionFilter(limit: limit)
    filter.entry = try await visit.book()?.id
    filter.kind = visit.query.text("kind").map { SessionKind($0) }
    if [.time, .pages].contains(insight) {
      filter.touching = span.days
    } else {
      filter.days = span.days
    }
    return try await Why(insight, among: filter, in: visit.log)
  }
}
