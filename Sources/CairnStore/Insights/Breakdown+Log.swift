import Cairn
import CairnInsights
package import CairnReports

extension Breakdown {
  /// Reads the rows of a period by `by`, a cadence or a name of ``items``, of the sessions that match a filter.
  package init(
    _ by: String,
    _ span: Span,
    among filter: SessionFilter = SessionFilter(),
    _ log: Log
  ) async throws {
    let read = Reader(span: span, sums: try await log.sums(filter, in: span))
    if let cadence = Cadence.all.first(where: { $0.noun == by }) {
      self = .time(span, try await read.series(cadence))
    } else {
      self = .items(span, by, Self.insight(by), try await read.items(by))
    }
  }

  fileprivate static func insight(_ by: String) -> Insight {
    ["place": .places, "tag": .tags, "mood": .mood, "interruption": .interruptions][by] ?? .time
  }

  /// Returns the kinds with sessions by time, longest first.
  package static func kinds(_ span: Span, _ log: Log) async throws -> [Item] {
    try await Reader(span: span, sums: log.sums(in: span)).kinds()
  }

  /// Returns the formats by time, longest first, and sessions without a format last.
  package static func formats(_ span: Span, _ log: Log) async throws -> [Item] {
    try await Reader(span: span, sums: log.sums(in: span)).formats()
  }
}

extension PeriodReport {
  /// Reads the figures and the tables of the sessions that match a filter, in a period.
  package init(_ span: Span, among filter: SessionFilter, _ log: Log) async throws {
    let sums = try await log.sums(filter, in: span)
    let read = Reader(span: span, sums: sums)
    var tables: [Table] = []
    for name in Self.names {
      tables.append(Table(by: name, Breakdown.insight(name), try await read.items(name)))
    }
    self.init(try await Statistics(span, sums, filter), tables)
  }
}

/// A reader of the rows of a period.
private struct Reader {
  typealias Item = Breakdown.Item

  let span: Span
  let sums: SessionSumReader

  func items(_ by: String) async throws -> [Item] {
    switch by {
    case "weekday": try await weekdays()
    case "hour": try await hours()
    case "kind": try await kinds()
    case "book": try await subjects(.book)
    case "author": try await subjects(.author)
    case "story": try await subjects(.story)
    case "format": try await formats()
    case "place": try await tags(.place)
    case "tag": try await tags(.tag)
    case "mood": try await tags(.mood)
    default: try await tags(.pause)
    }
  }

  private var log: Log { sums.log }

  func series(_ cadence: Cadence) async throws -> Series {
    let rows = try await sums.days()
    let days = DayTotal.joined(rows, pages: try await sums.days(Reading.kind))
    let start = try await log.weekStart()
    guard let elapsedDays = try await span.elapsedDays(rows, in: log) else {
      return Series([], cadence, in: span.today...span.today, weekStart: start)
    }
    return Series(days, cadence, in: elapsedDays, weekStart: start)
  }

  private func weekdays() async throws -> [Item] {
    let reading = try await sums.days(Reading.kind)
    let totals = Series.weekdays(DayTotal.joined(try await sums.days(), pages: reading))
    return try await log.weekStart().weekdays.map { weekday in
      let own = reading.filter { Int($0.day.weekday) == weekday }
      let pace = pagesPerHour(PaceSums.sum(own.map { PaceSums($0.sums) }))
      let name = WeekStart.all[weekday - 1].name.capitalizedFirst
      return Item(name: name, totals[weekday - 1], pace: pace)
    }
  }

  /// Adds up the parts of sessions by the hour of the clock.
  private func hours() async throws -> [Item] {
    var hours = [(time: Milliseconds, sessions: Int)](repeating: (.zero, 0), count: 24)
    for (hour, time, sessions) in try await sums.hours() {
      hours[hour].time = hours[hour].time + time
      hours[hour].sessions += sessions
    }
    return hours.enumerated().filter { $0.element.time > .zero }.map { hour, sums in
      Item(name: "\(hour < 10 ? "0" : "")\(hour):00", time: sums.time, times: sums.sessions)
    }
  }

  func kinds() async throws -> [Item] {
    try await sums.kinds().filter { !$0.rows.isEmpty }.map { Item($0.module, $0.rows) }
      .sorted { $0.time > $1.time }
  }

  /// Returns the groups of books or stories by time, longest first; only books have pages.
  private func subjects(_ grouping: SubjectGrouping) async throws -> [Item] {
    try await sums.totals(grouping).map { row in
      let (id, sums) = (row.id?.text, row.sums)
      return grouping.kind == Reading.kind
        ? Item(name: row.name, id: id, [sums])
        : Item(name: row.name, id: id, time: sums.time, times: sums.sessions)
    }
  }

  func formats() async throws -> [Item] {
    try await subjects(.format).sorted {
      ($0.name == nil ? 1 : 0, $1.time, $0.name ?? "") < (
        $1.name == nil ? 1 : 0, $0.time, $1.name ?? ""
      )
    }
  }

  private func tags(_ property: SessionTag) async throws -> [Item] {
    try await sums.tags(property).map {
      Item(name: $0.value.isEmpty ? nil : $0.value, time: $0.time, times: $0.times)
    }
  }
}
