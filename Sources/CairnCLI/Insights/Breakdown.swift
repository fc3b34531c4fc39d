import Cairn
import CairnInsights
import CairnStore

/// What `cairn stats --by` shows: the same totals, one row for each day, book or place.
enum Breakdown {
  case time(Span, Series)
  case things(Span, String, Insight, [Thing])

  /// One book, format, weekday, place, mood or reason.
  struct Thing {
    let name: String?
    let id: String?
    let time: Milliseconds
    let times: Int
    let pages: Int64?
    let pace: Int64?

    /// A row without pages.
    init(name: String?, time: Milliseconds, times: Int) {
      (self.name, self.time, self.times) = (name, time, times)
      (id, pages, pace) = (nil, nil, nil)
    }

    init(name: String, _ totals: Totals, pace: Figure<Int64>) {
      (self.name, id, time) = (name, nil, totals.time)
      (times, pages, self.pace) = (totals.sessions, totals.amount, pace.value)
    }

    init(name: String?, id: String? = nil, _ sums: [SumRow]) {
      (self.name, self.id) = (name, id)
      time = sums.reduce(.zero) { $0 + $1.time }
      times = sums.reduce(0) { $0 + $1.sessions }
      pages = sums.reduce(0) { $0 + $1.amount }
      pace = pagesPerHour(PaceSums.sum(sums.map { PaceSums($0) })).value
    }
  }

  static let names =
    PeriodUnit.all.map(\.name) + ["weekday", "book", "format", "place", "mood", "interruption"]

  init(_ by: String, _ span: Span, _ log: Log) async throws {
    if let unit = PeriodUnit.all.first(where: { $0.name == by }) {
      self = .time(span, try await Self.series(unit, span, log))
      return
    }
    let rows: [Thing]
    switch by {
    case "weekday": rows = try await Self.weekdays(span, log)
    case "book": rows = try await Self.books(span, log)
    case "format": rows = try await Self.formats(span, log)
    case "place": rows = try await Self.tags(.place, span, log)
    case "mood": rows = try await Self.tags(.mood, span, log)
    default: rows = try await Self.tags(.pause, span, log)
    }
    self = .things(span, by, Self.insight(by), rows)
  }

  private static func insight(_ by: String) -> Insight {
    ["place": .places, "mood": .mood, "interruption": .interruptions][by] ?? .time
  }

  private static func series(_ unit: PeriodUnit, _ span: Span, _ log: Log) async throws -> Series {
    let rows = try await log.dayTotals(nil, in: span.whole)
    let pages = try await log.dayTotals(Reading.kind, in: span.whole)
    let days = DayTotal.joined(rows, pages: pages)
    let start = try await log.weekStart()
    guard let lived = span.lived(rows) else {
      return Series([], by: unit, in: span.today...span.today, weekStart: start)
    }
    return Series(days, by: unit, in: lived, weekStart: start)
  }

  private static func weekdays(_ span: Span, _ log: Log) async throws -> [Thing] {
    let all = try await log.dayTotals(nil, in: span.whole)
    let reading = try await log.dayTotals(Reading.kind, in: span.whole)
    let totals = Series.weekdays(DayTotal.joined(all, pages: reading))
    return zip(TimeFormat.weekdays, totals).enumerated().map { index, day in
      let own = reading.filter { $0.day.weekday == Int32(index) + 1 }
      let pace = pagesPerHour(PaceSums.sum(own.map { PaceSums($0.sums) }))
      return Thing(name: day.0, day.1, pace: pace)
    }
  }

  private static func books(_ span: Span, _ log: Log) async throws -> [Thing] {
    try await log.bookTotals(in: span.days).map {
      Thing(name: $0.title, id: $0.entry.record.text, [$0.sums])
    }
  }

  /// Most time first, and what has no format last.
  static func formats(_ span: Span, _ log: Log) async throws -> [Thing] {
    let books = try await log.bookTotals(in: span.days)
    return Dictionary(grouping: books) { $0.format }.map { format, rows in
      Thing(name: format, rows.map(\.sums))
    }.sorted {
      ($0.name == nil ? 1 : 0, $1.time, $0.name ?? "") < (
        $1.name == nil ? 1 : 0, $0.time, $1.name ?? ""
      )
    }
  }

  private static func tags(_ tag: SessionTag, _ span: Span, _ log: Log) async throws -> [Thing] {
    try await log.tags(tag, of: nil, in: span.whole).map {
      Thing(name: $0.value.isEmpty ? nil : $0.value, time: $0.time, times: $0.times)
    }
  }
}

extension Surroundings {
  func show(_ breakdown: Breakdown) {
    if wantsJSON { return output.print(breakdown.json.text) }
    switch breakdown {
    case .time(_, let series): show(series)
    case .things(_, let by, let insight, let rows): show(rows, by, insight)
    }
  }

  private func show(_ series: Series) {
    var table = Table(
      .init(series.unit.name),
      .init("time", isNumber: true),
      .init("days", isNumber: true),
      .init("sessions", isNumber: true),
      .init("pages", isNumber: true)
    )
    for row in series.rows {
      let totals = row.totals
      table.append(
        .init(name(row.days, series.unit)),
        .init(text(totals.time), totals.time == .zero ? .dim : nil),
        .init("\(totals.activeDays)"),
        .init("\(totals.sessions)"),
        .init("\(totals.amount)")
      )
    }
    if let average = series.average.value {
      table.append(
        .init("average", .accent),
        .init(text(average.time), .accent),
        "",
        .init(decimal(average.sessionHundredths), .accent),
        .init(decimal(average.amountHundredths), .accent)
      )
    }
    output.print(table)
  }

  /// `Thu 5 Mar`, `from Mon 2 Mar`, `March 2026`, `2026`.
  func name(_ days: ClosedRange<LocalDay>, _ unit: PeriodUnit) -> String {
    let (year, month, _) = days.lowerBound.civil
    switch unit {
    case .day: return times.format.day(days.lowerBound)
    case .week: return "from \(times.format.day(days.lowerBound))"
    case .month: return "\(TimeFormat.months[Int(month) - 1]) \(year)"
    default: return "\(year)"
    }
  }

  private func show(_ rows: [Breakdown.Thing], _ by: String, _ insight: Insight) {
    if rows.isEmpty { return output.say("Nothing is known by \(by) there.") }
    let hasPages = rows.contains { $0.pages != nil }
    let counts = by == "interruption" ? "pauses" : "sessions"
    let pages = [Table.Column("pages", isNumber: true), .init("pages an hour", isNumber: true)]
    var table = Table(
      [.init(by, canShrink: true), .init("time", isNumber: true), .init(counts, isNumber: true)]
        + (hasPages ? pages : [])
    )
    for row in rows {
      let cells: [Table.Cell] = [
        .init(name(row, by), row.name == nil ? .dim : nil), .init(text(row.time)),
        .init("\(row.times)"),
      ]
      let more: [Table.Cell] = [
        .init(row.pages.map { "\($0)" } ?? ""), .init(row.pace.map(decimal) ?? ""),
      ]
      table.append(cells + (hasPages ? more : []))
    }
    output.print(table)
  }

  private func name(_ row: Breakdown.Thing, _ by: String) -> String {
    let unknown = ["book": "(deleted)", "format": "not known"][by] ?? "not said"
    guard let name = row.name else { return unknown }
    guard by == "mood" else { return name }
    let pair = MoodPair(text: name)
    let moods = [pair.before, pair.after].map { $0.map { "\($0)" } ?? "?" }
    return "\(moods[0]) before, \(moods[1]) after"
  }
}

extension Breakdown {
  var json: JSON {
    switch self {
    case .time(let span, let series):
      return .members(
        ("period", .string(span.name)),
        ("by", .string(series.unit.name)),
        ("definition", .string(Totals.definition)),
        ("rows", .array(series.rows.map(\.json))),
        ("average", series.average.json)
      )
    case .things(let span, let by, let insight, let rows):
      return .members(
        ("period", .string(span.name)),
        ("by", .string(by)),
        ("definition", .string(insight.definition)),
        ("rows", .array(rows.map(\.json)))
      )
    }
  }
}

extension Series.Row {
  var json: JSON {
    .members(
      ("from", .string(days.lowerBound.text)),
      ("to", .string(days.upperBound.text)),
      ("active_seconds", totals.time.secondsJSON),
      ("active_days", .integer(Int64(totals.activeDays))),
      ("sessions", .integer(Int64(totals.sessions))),
      ("pages", .integer(totals.amount))
    )
  }
}

extension Breakdown.Thing {
  var json: JSON {
    .members(
      ("name", .text(name)),
      ("id", .text(id)),
      ("seconds", time.secondsJSON),
      ("times", .integer(Int64(times))),
      ("pages", .number(pages)),
      ("pages_per_hour_hundredths", .number(pace))
    )
  }
}

extension Option {
  static var by: Option {
    .value(
      "by",
      "WHAT",
      "A row for each \(Breakdown.names.dropLast().joined(separator: ", ")) or interruption.",
      completion: .values(Breakdown.names)
    )
  }
}
