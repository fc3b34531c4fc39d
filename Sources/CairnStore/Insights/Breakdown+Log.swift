import Cairn
import CairnInsights
package import CairnReports

extension Breakdown {
  /// Reads the rows of a period by `by`: a cadence or a name of ``items``.
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
    case "tag": rows = try await Self.tags(.tag, span, log)
    case "mood": rows = try await Self.tags(.mood, span, log)
    default: rows = try await Self.tags(.pause, span, log)
    }
    self = .items(span, by, Self.insight(by), rows)
  }

  private static func insight(_ by: String) -> Insight {
    ["place": .places, "tag": .tags, "mood": .mood, "interruption": .interruptions][by] ?? .time
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
      let name = WeekStart.all[weekday - 1].name.capitalizedFirst
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
