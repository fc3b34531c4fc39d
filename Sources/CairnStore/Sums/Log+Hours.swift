package import Cairn
import CairnReports
import CairnSQL

extension Log {
  /// Returns the totals of each hour of the clock on some days, of the sessions that match a filter.
  ///
  /// A session counts in the hour in which it began. Sessions of which only the day is known have none.
  package func hours(
    _ filter: SessionFilter,
    in days: ClosedRange<LocalDay>
  ) async throws -> [(hour: Int, time: Milliseconds, sessions: Int)] {
    guard !filter.isPartial else { return try await hours(days, filter) }
    let (years, rest) = days.wholeYears
    var parts: [(hour: Int, time: Milliseconds, sessions: Int)] = []
    if let years {
      parts = try await hourTotals(filter.kind, years: years).map {
        ($0.hour % 24, $0.time, $0.sessions)
      }
    }
    for days in rest { parts += try await hours(days, filter) }
    return parts
  }

  /// Reads each session, because only the hours of whole years are stored.
  private func hours(
    _ days: ClosedRange<LocalDay>,
    _ filter: SessionFilter
  ) async throws -> [(hour: Int, time: Milliseconds, sessions: Int)] {
    let dayStartHour = try await dayStartHour()
    var parts: [(hour: Int, time: Milliseconds, sessions: Int)] = []
    var zones: [String: ZoneRules] = [:]
    for (zone, timeline) in try await timelines(filter, on: days) {
      let rules = zones[zone] ?? context.environment.zone(zone) ?? .utc
      zones[zone] = rules
      let hours = timeline.hours(in: rules, dayStartHour: dayStartHour)
      for (index, part) in hours.enumerated() where days.contains(part.day) {
        parts.append((Int(part.hour), part.time, index == 0 ? 1 : 0))
      }
    }
    return parts
  }

  private func timelines(
    _ filter: SessionFilter,
    on days: ClosedRange<LocalDay>
  ) async throws -> [(zone: String, timeline: Timeline)] {
    var filter = filter
    filter.activeOn = days.count < 40_000 ? days : nil
    let query: SQL = """
      SELECT session.zone, session.segments, session.ended_at FROM session
      \(fragment: SessionQuery.subjects)
      WHERE session.ended_at IS NOT NULL AND coalesce(listening.is_day_only, 0) = 0
        \(fragment: SessionQuery.conditions(filter))
      """
    return try await read { connection in
      try connection.all(query) {
        (try $0["zone"], try Timeline(text: $0["segments"], endedAt: $0["ended_at"]))
      }
    }
  }
}

extension ClosedRange<LocalDay> {
  /// The calendar years that are within the range, and the days before and after them.
  fileprivate var wholeYears: (years: ClosedRange<Int32>?, rest: [ClosedRange<LocalDay>]) {
    let (firstYear, lastYear) = (lowerBound.wholeYear, upperBound.wholeYear)
    let first = firstYear.lowerBound == lowerBound ? lowerBound : firstYear.upperBound + 1
    let last = lastYear.upperBound == upperBound ? upperBound : lastYear.lowerBound - 1
    guard first < last else { return (nil, [self]) }
    let before = lowerBound < first ? [lowerBound...(first - 1)] : []
    let after = last < upperBound ? [(last + 1)...upperBound] : []
    return (first.year...last.year, before + after)
  }
}
