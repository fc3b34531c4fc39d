package import Cairn
package import CairnInsights
package import CairnStore

/// The totals of `cairn stats --by`: one row per period, book, location and so on.
package enum Breakdown {
  case time(Span, Series)
  case items(Span, String, Insight, [Item])

  /// A row for one kind, book, story, format, weekday, location, mood or interruption.
  package struct Item {
    package let name: String?
    package let id: String?
    package let time: Milliseconds
    package let times: Int
    package let pages: Int64?
    package let pace: Int64?
    /// The amount of a kind whose details are fields: `12.4 km`.
    package private(set) var amount: String?

    /// Creates a row without pages.
    package init(name: String?, id: String? = nil, time: Milliseconds, times: Int) {
      (self.name, self.id, self.time, self.times) = (name, id, time, times)
      (pages, pace) = (nil, nil)
    }

    package init(name: String, _ totals: Totals, pace: Figure<Int64>) {
      (self.name, id, time) = (name, nil, totals.time)
      (times, pages, self.pace) = (totals.sessions, totals.amount, pace.value)
    }

    /// Creates a row for a kind; only reading has pages.
    fileprivate init(_ module: KindModule, _ days: [DayTotalRow]) {
      let amount = days.reduce(0) { $0 + $1.amount }
      let isReading = module.kind == Reading.kind
      (name, id) = (module.title, nil)
      time = days.reduce(.zero) { $0 + $1.time }
      times = days.reduce(0) { $0 + $1.sessions }
      pages = isReading ? amount : nil
      pace = isReading ? pagesPerHour(PaceSums.sum(days.map { PaceSums($0.sums) })).value : nil
      self.amount = module.amountField?.words(.integer(amount))
    }

    package init(name: String?, id: String? = nil, _ sums: [SumRow]) {
      (self.name, self.id) = (name, id)
      time = sums.reduce(.zero) { $0 + $1.time }
      times = sums.reduce(0) { $0 + $1.sessions }
      pages = sums.reduce(0) { $0 + $1.amount }
      pace = pagesPerHour(PaceSums.sum(sums.map { PaceSums($0) })).value
    }
  }

  /// The dimensions of rows other than periods.
  package static let items = [
    "weekday", "kind", "book", "story", "format", "place", "mood", "interruption",
  ]

  package static let names = Cadence.all.map(\.noun) + items

  package init(_ by: String, _ span: Span, _ log: Log) async throws {
    if let cadence = Cadence.all.first(where: { $0.noun == by }) {
      self = .time(span, try await Self.series(cadence, span, log))
      return
    }
    let rows: [Item]
    switch by {
    case "weekday": rows = try await Self.weekdays(span, log)
    case "kind": rows = try await Self.kinds(span, log)
    case "book": rows = try await Self.books(span, log)
    case "story": rows = try await Self.stories(span, log)
    case "format": rows = try await Self.formats(span, log)
    case "place": rows = try await Self.tags(.place, span, log)
    case "mood": rows = try await Self.tags(.mood, span, log)
    default: rows = try await Self.tags(.pause, span, log)
    }
    self = .items(span, by, Self.insight(by), rows)
  }

  private static func insight(_ by: String) -> Insight {
    ["place": .places, "mood": .mood, "interruption": .interruptions][by] ?? .time
  }

  private static func series(_ cadence: Cadence, _ span: Span, _ log: Log) async throws -> Series {
    let rows = try await log.dayTotals(nil, in: span.effectiveDays)
    let pages = try await log.dayTotals(Reading.kind, in: span.effectiveDays)
    let days = DayTotal.joined(rows, pages: pages)
    let start = try await log.weekStart()
    guard let elapsedDays = try await span.elapsedDays(rows, in: log) else {
      return Series([], cadence, in: span.today...span.today, weekStart: start)
    }
    return Series(days, cadence, in: elapsedDays, weekStart: start)
  }

  private static func weekdays(_ span: Span, _ log: Log) async throws -> [Item] {
    let all = try await log.dayTotals(nil, in: span.effectiveDays)
    let reading = try await log.dayTotals(Reading.kind, in: span.effectiveDays)
    let totals = Series.weekdays(DayTotal.joined(all, pages: reading))
    return try await log.weekStart().weekdays.map { weekday in
      let own = reading.filter { Int($0.day.weekday) == weekday }
      let pace = pagesPerHour(PaceSums.sum(own.map { PaceSums($0.sums) }))
      let name = Self.capitalized(WeekStart.all[weekday - 1].name)
      return Item(name: name, totals[weekday - 1], pace: pace)
    }
  }

  /// Returns the kinds with sessions by time, longest first.
  package static func kinds(_ span: Span, _ log: Log) async throws -> [Item] {
    var all: [Item] = []
    for module in log.modules {
      let days = try await log.dayTotals(module.kind, in: span.effectiveDays)
      if !days.isEmpty { all.append(Item(module, days)) }
    }
    return all.sorted { $0.time > $1.time }
  }

  private static func capitalized(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  private static func books(_ span: Span, _ log: Log) async throws -> [Item] {
    try await log.bookTotals(in: span.days).map {
      Item(name: $0.title, id: $0.entry.record.text, [$0.sums])
    }
  }

  private static func stories(_ span: Span, _ log: Log) async throws -> [Item] {
    try await log.storyTotals(in: span.days).map {
      Item(
        name: $0.title,
        id: $0.story.record.text,
        time: $0.sums.time,
        times: $0.sums.sessions
      )
    }
  }

  /// Returns the formats by time, longest first, and sessions without a format last.
  package static func formats(_ span: Span, _ log: Log) async throws -> [Item] {
    try await log.formatTotals(in: span.days).map {
      Item(name: $0.format, [$0.sums])
    }.sorted {
      ($0.name == nil ? 1 : 0, $1.time, $0.name ?? "") < (
        $1.name == nil ? 1 : 0, $0.time, $1.name ?? ""
      )
    }
  }

  private static func tags(_ tag: SessionTag, _ span: Span, _ log: Log) async throws -> [Item] {
    try await log.tags(tag, of: nil, in: span.effectiveDays).map {
      Item(name: $0.value.isEmpty ? nil : $0.value, time: $0.time, times: $0.times)
    }
  }
}

extension Breakdown {
  /// Returns the latest periods or the first other rows; the average stays that of all rows.
  package func limited(to limit: Int) -> Breakdown {
    switch self {
    case .time(let span, let series): .time(span, series.latest(limit))
    case .items(let span, let by, let insight, let rows):
      .items(span, by, insight, Array(rows.prefix(limit)))
    }
  }
}

extension Breakdown {
  package var json: JSON {
    switch self {
    case .time(let span, let series): Self.timeFields.json((span, series))
    case .items(let span, let by, let insight, let rows):
      Self.itemFields.json((span, by, insight, rows))
    }
  }

  /// The fields of one row per period.
  package static let timeFields: JSONFields<(span: Span, series: Series)> = [
    .init("period") { $0.span.name },
    .init("by") { $0.series.cadence.noun },
    .init("definition") { _ in Totals.definition },
    .init("rows") { $0.series.rows },
    .object("average", { $0.series.average }, averageFields),
  ]

  /// The fields of one row per attribute.
  package static let itemFields:
    JSONFields<(span: Span, by: String, insight: Insight, rows: [Item])> = [
      .init("period") { $0.span.name },
      .init("by") { $0.by },
      .init("definition") { $0.insight.definition },
      .init("rows") { $0.rows },
    ]
}

extension Series.Row: JSONModel {
  package static let fields = JSONFields<Series.Row>(
    named: "PeriodRow",
    [
      .init("from", \.days.lowerBound),
      .init("to", \.days.upperBound),
      .init("active_seconds", \.totals.time),
      .init("active_days", \.totals.activeDays),
      .init("sessions", \.totals.sessions),
      .init("pages", \.totals.amount),
    ]
  )
}

extension Breakdown.Item: JSONModel {
  package static let fields = JSONFields<Breakdown.Item>(
    named: "ThingRow",
    [
      .init("name", \.name),
      .init("id", .id, \.id),
      .init("seconds", \.time),
      .init("times", \.times),
      .init("pages", \.pages),
      .init("pages_per_hour_hundredths", \.pace),
      .optional("amount", meaning: "with its unit, of a kind whose details are fields", \.amount),
    ]
  )
}
