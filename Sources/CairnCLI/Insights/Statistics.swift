import Cairn
import CairnInsights
import CairnStore

/// What `cairn stats` shows.
struct Statistics {
  let span: Span
  /// Of sessions of all kinds.
  let totals: Totals
  /// Of all kinds: a day and a week on average.
  let averages: [(unit: PeriodUnit, average: Figure<Series.Average>)]
  /// Of reading sessions.
  let pages: Int64
  let pace: Figure<Int64>
  let moods: Figure<Moods>
  let interruptions: Figure<Interruptions>
  let places: Figure<[TagTotal]>

  init(_ span: Span, _ log: Log) async throws {
    self.span = span
    let days = span.whole
    let rows = try await log.dayTotals(nil, in: days)
    let reading = try await log.dayTotals(Reading.kind, in: days)
    totals = Totals(rows.map(DayTotal.init), in: days)
    pages = reading.reduce(0) { $0 + $1.amount }
    pace = pagesPerHour(PaceSums.sum(reading.map { PaceSums($0.sums) }))
    averages = try await Self.averages(rows, reading, span, log)
    let sessions = totals.sessions
    moods = CairnInsights.moods(
      try await log.tags(.mood, of: nil, in: days).map(TagTotal.init),
      sessions: sessions
    )
    interruptions = CairnInsights.interruptions(
      try await log.tags(.pause, of: nil, in: days).map(TagTotal.init),
      sessions: sessions,
      time: totals.time
    )
    places = CairnInsights.places(
      try await log.tags(.place, of: nil, in: days).map(TagTotal.init),
      sessions: sessions
    )
  }

  private static func averages(
    _ rows: [DayTotalRow],
    _ reading: [DayTotalRow],
    _ span: Span,
    _ log: Log
  ) async throws -> [(PeriodUnit, Figure<Series.Average>)] {
    guard let lived = span.lived(rows) else { return [] }
    let start = try await log.weekStart()
    let days = DayTotal.joined(rows, pages: reading)
    return [PeriodUnit.day, .week].map { unit in
      (unit, Series(days, by: unit, in: lived, weekStart: start).average)
    }
  }
}

extension DayTotal {
  /// Days of all kinds, with the pages of reading as the amount.
  static func joined(_ all: [DayTotalRow], pages: [DayTotalRow]) -> [DayTotal] {
    var rest = pages[...]
    return all.map { row in
      rest = rest.drop { $0.day < row.day }
      let amount = rest.first?.day == row.day ? rest.first?.amount ?? 0 : 0
      return DayTotal(day: row.day, time: row.time, amount: amount, sessions: row.sessions)
    }
  }
}

extension Surroundings {
  func show(_ stats: Statistics) {
    if wantsJSON { return output.print(stats.json.text) }
    output.print(output.style.paint(stats.span.name, .title))
    output.print(lines: lines(stats))
  }

  /// Every figure with its name in front.
  func lines(_ stats: Statistics) -> [String] {
    let days = counted(Int64(stats.totals.activeDays), "day")
    var lines = ["  time       \(text(stats.totals.time)) on \(days)"]
    if !["today", "week"].contains(stats.span.name) {
      let means = stats.averages.compactMap { unit, average in
        average.value.map { "\(text($0.time)) a \(unit.name)" }
      }
      if !means.isEmpty { lines.append("  average    \(means.joined(separator: ", "))") }
    }
    lines.append("  sessions   \(stats.totals.sessions)")
    lines.append("  pages      \(stats.pages)")
    lines += self.lines("pace", stats.pace) { "\(decimal($0)) pages an hour" }
    return lines + sittings(stats)
  }

  /// A figure with what it rests on and what it leaves out, or why there is none.
  func lines<Value>(_ name: String, _ figure: Figure<Value>, _ text: (Value) -> String) -> [String]
  {
    let label = "  " + name.padded(to: 11)
    let basis = figure.insight.basis.map { ", from \(counted(Int64(figure.count), $0))" } ?? ""
    let first = label + (figure.value.map { text($0) + basis } ?? figure.missing ?? "")
    return [first] + leftOut(figure).map { String(repeating: " ", count: 13) + $0 }
  }

  /// `2 left out: no pages or no time`, a line for each reason.
  func leftOut<Value>(_ figure: Figure<Value>) -> [String] {
    figure.exclusions.map { "\($0.count) left out: \($0.reason)" }
  }

  /// What people said of their sessions, as far as they did.
  private func sittings(_ stats: Statistics) -> [String] {
    var lines: [String] = []
    if stats.moods.value != nil {
      lines += self.lines("mood", stats.moods) {
        "\(decimal($0.beforeHundredths)) before, \(decimal($0.afterHundredths)) after"
      }
    }
    if let pauses = stats.interruptions.value, pauses.pauses > 0 {
      let focus = pauses.focusHundredths.map { ", focus \(decimal($0)) %" } ?? ""
      let reasons = pauses.reasons.map {
        "\($0.value.isEmpty ? "no reason" : $0.value) \($0.times)"
      }
      lines.append("  pauses     \(pauses.pauses), \(text(pauses.time))\(focus)")
      lines.append("             " + reasons.joined(separator: ", ").visible)
    }
    if stats.places.value != nil {
      lines += self.lines("places", stats.places) { places in
        places.map { "\($0.value.visible) \(text($0.time))" }.joined(separator: ", ")
      }
    }
    return lines
  }
}

extension Insight {
  /// What a figure rests on, in one word; nil where the figure itself says it.
  fileprivate var basis: String? {
    switch self {
    case .books, .bestWindow: nil
    case .bookPages, .ratings, .length, .speed: "book"
    default: "session"
    }
  }
}

extension String {
  /// The text with blanks behind it up to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

extension Statistics {
  var json: JSON {
    .members(
      ("period", .string(span.name)),
      ("active_seconds", totals.time.secondsJSON),
      ("active_days", .integer(Int64(totals.activeDays))),
      ("sessions", .integer(Int64(totals.sessions))),
      ("pages", .integer(pages)),
      ("definition", .string(Totals.definition)),
      ("pages_per_hour", pace.paceJSON),
      ("from", .text(span.days?.lowerBound.text)),
      ("to", .text(span.days?.upperBound.text)),
      ("average_day", averages.first?.average.json ?? .null),
      ("average_week", averages.last?.average.json ?? .null),
      ("mood", moods.json),
      ("interruptions", interruptions.json),
      ("places", places.json)
    )
  }
}
