package import Cairn
package import CairnInsights
package import CairnReports

extension HourPattern {
  /// Reads the pattern of a kind in a year, or of all time.
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

extension Drilldown {
  /// Reads the newest sessions that began in the best window of a kind in a year, or of all time.
  package init(
    bestWindowOf kind: SessionKind,
    _ year: Int32?,
    limit: Int,
    in log: Log
  ) async throws {
    var parts: [Part] = []
    if let best = try await HourPattern(kind, year, log).bestWindow.value {
      let rows = try await Self.newest(limit, in: best, kind, year, log)
      parts = [Part(nil, best.sessions, rows)]
    }
    self.init(.bestWindow, parts)
  }

  /// Scans sessions from the newest until the limit is reached.
  private static func newest(
    _ limit: Int,
    in window: HourPattern.Window,
    _ kind: SessionKind,
    _ year: Int32?,
    _ log: Log
  ) async throws -> [SessionRow] {
    let began = StartHourFilter(window, year, dayStartHour: try await log.dayStartHour())
    var filter = SessionFilter(limit: 500)
    filter.kind = kind
    filter.trait = .ended
    var (found, rows): ([SessionRow], [SessionRow]) = ([], [])
    repeat {
      rows = try await log.sessions(filter)
      filter.before = rows.last.map { ($0.startedAt, $0.id) }
      found += rows.filter { began.holds($0) }
    } while rows.count == filter.limit && found.count < min(limit, window.sessions)
    return Array(found.prefix(limit))
  }
}

/// A filter of sessions by the local hour at which they began to run.
private final class StartHourFilter {
  private let hours: Set<Int64>
  private let year: Int32?
  private let dayStartHour: Int64
  private var zones: [String: ZoneRules] = [:]

  init(_ window: HourPattern.Window, _ year: Int32?, dayStartHour: Int64) {
    hours = Set((0..<HourPattern.windowHours).map { Int64((window.startHour + $0) % 24) })
    (self.year, self.dayStartHour) = (year, dayStartHour)
  }

  func holds(_ row: SessionRow) -> Bool {
    guard let start = row.firstRun else { return false }
    let rules = zones[row.zone] ?? SystemZones.rules(row.zone) ?? .utc
    zones[row.zone] = rules
    let hour = (rules.wallClock(at: start) / 3_600_000 % 24 + 24) % 24
    let day = rules.day(at: start, dayStartHour: dayStartHour)
    return hours.contains(hour) && (year == nil || day.year == year)
  }
}

extension SessionRow {
  /// The first instant at which the timer ran; nil if it never did.
  fileprivate var firstRun: Instant? {
    timeline.segments.first { segment in segment.end.map { $0 > startedAt } ?? false }?.start
  }
}
