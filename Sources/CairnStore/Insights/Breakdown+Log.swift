package import Cairn
import CairnInsights
package import CairnReports

extension Breakdown {
  /// Reads the rows of a period by `by`: a cadence or a name of ``items``.
  ///
  /// They are of one kind, or of the sessions with a tag, by one of ``ofTag``, or of all.
  package init(
    _ by: String,
    _ span: Span,
    of kind: SessionKind? = nil,
    tagged tag: String? = nil,
    _ log: Log
  ) async throws {
    let read = Reader(span: span, kind: kind, tag: tag, log: log)
    if let cadence = Cadence.all.first(where: { $0.noun == by }) {
      self = .time(span, try await read.series(cadence))
    } else {
      self = .items(span, by, Self.insight(by), try await read.items(by))
    }
  }

  private static func insight(_ by: String) -> Insight {
    ["place": .places, "tag": .tags, "mood": .mood, "interruption": .interruptions][by] ?? .time
  }

  /// Returns the kinds with sessions by time, longest first.
  package static func kinds(_ span: Span, _ log: Log) async throws -> [Item] {
    try await Reader(span: span, log: log).kinds()
  }

  /// Returns the formats by time, longest first, and sessions without a format last.
  package static func formats(_ span: Span, _ log: Log) async throws -> [Item] {
    try await Reader(span: span, log: log).formats()
  }
}

/// A reader of the rows of a period, of one kind, or of the sessions with a tag.
private struct Reader {
  typealias Item = Breakdown.Item

  let span: Span
  var kind: SessionKind?
  var tag: String?
  let log: Log

  func items(_ by: String) async throws -> [Item] {
    switch by {
    case "weekday": try await weekdays()
    case "hour": try await hours()
    case "kind": try await kinds()
    case "book": try await books()
    case "author": try await authors()
    case "story": try await stories()
    case "format": try await formats()
    case "place": try await tags(.place)
    case "tag": try await tags(.tag)
    case "mood": try await tags(.mood)
    default: try await tags(.pause)
    }
  }

  private func has(_ other: SessionKind) -> Bool { kind ?? other == other }

  private func days(_ kind: SessionKind?) async throws -> [DayTotalRow] {
    try await log.dayTotals(kind, tagged: tag, in: span.effectiveDays)
  }

  private func reading() async throws -> [DayTotalRow] {
    has(Reading.kind) ? try await days(Reading.kind) : []
  }

  func series(_ cadence: Cadence) async throws -> Series {
    let rows = try await days(kind)
    let days = DayTotal.joined(rows, pages: try await reading())
    let start = try await log.weekStart()
    guard let elapsedDays = try await span.elapsedDays(rows, in: log) else {
      return Series([], cadence, in: span.today...span.today, weekStart: start)
    }
    return Series(days, cadence, in: elapsedDays, weekStart: start)
  }

  private func weekdays() async throws -> [Item] {
    let reading = try await reading()
    let totals = Series.weekdays(DayTotal.joined(try await days(kind), pages: reading))
    return try await log.weekStart().weekdays.map { weekday in
      let own = reading.filter { Int($0.day.weekday) == weekday }
      let pace = pagesPerHour(PaceSums.sum(own.map { PaceSums($0.sums) }))
      let name = WeekStart.all[weekday - 1].name.capitalizedFirst
      return Item(name: name, totals[weekday - 1], pace: pace)
    }
  }

  /// Adds up the parts of sessions on days of the period by the hour of the clock; for all time they are stored.
  private func hours() async throws -> [Item] {
    var hours = [(time: Milliseconds, sessions: Int)](repeating: (.zero, 0), count: 24)
    if let days = span.days {
      for (hour, time, isFirst) in try await log.hours(of: kind, in: days) {
        hours[hour].time = hours[hour].time + time
        if isFirst { hours[hour].sessions += 1 }
      }
    } else {
      for row in try await log.hourTotals(kind, year: nil) {
        let hour = Int(row.hour % 24)
        hours[hour].time = hours[hour].time + row.time
        hours[hour].sessions += row.sessions
      }
    }
    return hours.enumerated().filter { $0.element.time > .zero }.map { hour, sums in
      Item(name: "\(hour < 10 ? "0" : "")\(hour):00", time: sums.time, times: sums.sessions)
    }
  }

  func kinds() async throws -> [Item] {
    var all: [Item] = []
    for module in log.modules where has(module.kind) {
      let days = try await days(module.kind)
      if !days.isEmpty { all.append(Item(module, days)) }
    }
    return all.sorted { $0.time > $1.time }
  }

  private func books() async throws -> [Item] {
    guard has(Reading.kind) else { return [] }
    return try await log.bookTotals(in: span.days).map {
      Item(name: $0.title, id: $0.entry.record.text, [$0.sums])
    }
  }

  /// Returns the authors by time, longest first; a book with several counts for each.
  private func authors() async throws -> [Item] {
    guard has(Reading.kind) else { return [] }
    return try await log.authorTotals(in: span.days).map {
      Item(name: $0.author, [$0.sums])
    }
  }

  private func stories() async throws -> [Item] {
    guard has(Listening.kind) else { return [] }
    return try await log.storyTotals(in: span.days).map {
      Item(
        name: $0.title,
        id: $0.story.record.text,
        time: $0.sums.time,
        times: $0.sums.sessions
      )
    }
  }

  func formats() async throws -> [Item] {
    guard has(Reading.kind) else { return [] }
    return try await log.formatTotals(in: span.days).map {
      Item(name: $0.format, [$0.sums])
    }.sorted {
      ($0.name == nil ? 1 : 0, $1.time, $0.name ?? "") < (
        $1.name == nil ? 1 : 0, $0.time, $1.name ?? ""
      )
    }
  }

  private func tags(_ property: SessionTag) async throws -> [Item] {
    try await log.tags(property, of: kind, tagged: tag, in: span.effectiveDays).map {
      Item(name: $0.value.isEmpty ? nil : $0.value, time: $0.time, times: $0.times)
    }
  }
}
