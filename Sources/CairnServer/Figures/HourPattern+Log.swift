package import Cairn
package import CairnInsights
package import CairnStore

extension HourPattern {
  /// Reads the pattern of a kind in a year, or in all.
  package init(_ kind: SessionKind, _ year: Int32?, _ log: Log) async throws {
    let hours = try await log.hourTotals(kind, year: year)
    let first = year.flatMap { LocalDay(year: $0, month: 1, day: 1) }
    let last = year.flatMap { LocalDay(year: $0, month: 12, day: 31) }
    var days = LocalDay(number: .min / 2)...LocalDay(number: .max / 2)
    if let first, let last { days = first...last }
    let sessions = try await log.dayTotals(kind, in: days).reduce(0) { $0 + $1.sessions }
    self.init(hours.map(HourPattern.Hour.init), sessions: sessions)
  }
}

extension Log {
  /// Sessions that began to run in the best window, newest first.
  package func sessions(
    of pattern: HourPattern,
    _ kind: SessionKind,
    _ year: Int32?
  ) async throws -> [SessionRow] {
    guard let window = pattern.bestWindow.value else { return [] }
    let hours = Set((0..<HourPattern.windowHours).map { Int64((window.startHour + $0) % 24) })
    let edge = try await dayStartHour()
    var filter = SessionFilter(limit: .max)
    filter.kind = kind
    return try await sessions(filter).filter { row in
      guard let start = row.firstRun else { return false }
      let rules = SystemZones.rules(row.zone) ?? .utc
      let hour = (rules.wallClock(at: start) / 3_600_000 % 24 + 24) % 24
      let day = rules.day(at: start, dayStartHour: edge)
      return hours.contains(hour) && (year == nil || day.year == year)
    }
  }
}

extension SessionRow {
  /// When it first ran for any time; nil when it never did.
  fileprivate var firstRun: Instant? {
    timeline.segments.first { segment in segment.end.map { $0 > startedAt } ?? false }?.start
  }
}

extension HourPattern {
  package func json(_ year: Int32?) -> JSON {
    figure.json([
      ("year", .number(year.map { Int64($0) })),
      ("hours", .array(hours.map(\.json))),
      ("best_window", bestWindow.json),
    ])
  }
}

extension HourPattern.Hour {
  package var json: JSON {
    .members(
      ("weekday", .integer(Int64(hourOfWeek / 24 + 1))),
      ("hour", .integer(Int64(hourOfWeek % 24))),
      ("active_seconds", time.secondsJSON),
      ("pages", .integer(amount)),
      ("sessions", .integer(Int64(sessions)))
    )
  }
}

extension Figure<HourPattern.Window> {
  package var json: JSON {
    json([
      ("start_hour", .number(value.map { Int64($0.startHour) })),
      ("hours", .integer(Int64(HourPattern.windowHours))),
      ("weekday", .number(value.map { Int64($0.weekday) })),
      ("sessions", .number(value.map { Int64($0.sessions) })),
      ("share_hundredths", .number(value?.shareHundredths)),
    ])
  }
}
