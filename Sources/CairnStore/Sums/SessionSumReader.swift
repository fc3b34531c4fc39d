package import Cairn
package import CairnReports
import CairnSQL

/// The sums of the sessions that match a filter, in a period: stored ones, or else those of each session.
struct SessionSumReader {
  let log: Log
  let filter: SessionFilter
  let span: Span
  /// The sums of a part of the sessions, which are not stored.
  fileprivate let own: FilteredSums?
  /// The stored totals of the days of each kind, which are read once.
  fileprivate let stored = LockedValue<KindDays?>(nil)

  /// Returns the totals of each day, ascending; of all kinds if `kind` is nil.
  func days(_ kind: SessionKind? = nil) async throws -> [DayTotalRow] {
    guard filter.kind == nil || kind == nil || kind == filter.kind else { return [] }
    if let own { return own.dayTotals(kind) }
    let stored = try await storedDays()
    let kind = kind ?? filter.kind
    let rows = stored.kinds.filter { kind == nil || $0.kind == kind }.flatMap { $0.days }
    return kind == nil ? Log.joined(rows, by: \.day) { $0.adding($1) } : rows
  }

  /// Returns the totals of each day of each kind, ascending.
  func kinds() async throws -> [(module: KindModule, rows: [DayTotalRow])] {
    var kinds: [(module: KindModule, rows: [DayTotalRow])] = []
    for module in log.modules { kinds.append((module, try await days(module.kind))) }
    return kinds
  }

  private func storedDays() async throws -> KindDays {
    if let days = stored.withLock({ $0 }) { return days }
    let days = try await log.kindDays(in: span.effectiveDays)
    stored.withLock { $0 = days }
    return days
  }

  /// Returns the totals of each value of a tag, most frequent first.
  func tags(_ tag: SessionTag) async throws -> [TagRow] {
    if let own { return own.tags(tag) }
    return try await log.tags(tag, of: filter.kind, in: span.effectiveDays)
  }

  /// Returns the totals of each group of books or stories, most time first.
  func totals(_ grouping: SubjectGrouping) async throws -> [SubjectGroupRow] {
    guard filter.kind == nil || filter.kind == grouping.kind else { return [] }
    let (own, days) = (own, span.days)
    let rows = try await log.read { connection in
      if let own { return try own.totals(grouping, in: connection) }
      return try grouping.storedTotals(days, in: connection)
    }
    return rows.sorted { $0.isBefore($1) }
  }

  /// Returns totals by the hour of the clock, several for an hour.
  func hours() async throws -> [(hour: Int, time: Milliseconds, sessions: Int)] {
    guard span.days == nil, own == nil else {
      return try await log.hours(filter, in: span.effectiveDays)
    }
    return try await log.hourTotals(filter.kind, years: nil).map {
      ($0.hour % 24, $0.time, $0.sessions)
    }
  }
}

extension Log {
  /// Returns the sums of the sessions that match a filter without days, in a period.
  func sums(
    _ filter: SessionFilter = SessionFilter(),
    in span: Span
  ) async throws -> SessionSumReader {
    let (kinds, days) = (context.environment.kinds, span.effectiveDays)
    let own =
      filter.isPartial
      ? try await read { try FilteredSums(filter, in: days, kinds, $0) } : nil
    return SessionSumReader(log: self, filter: filter, span: span, own: own)
  }

  /// Returns the totals of each day, ascending, of the sessions that match a filter.
  package func dayTotals(
    among filter: SessionFilter,
    in days: ClosedRange<LocalDay>
  ) async throws -> [DayTotalRow] {
    try await sums(filter, in: Span(name: "", days: days, today: days.upperBound)).days()
  }
}

extension SubjectGrouping {
  /// Returns the stored totals of each group over some days, or over all.
  fileprivate func storedTotals(
    _ days: ClosedRange<LocalDay>?,
    in connection: any SQLConnection
  ) throws -> [SubjectGroupRow] {
    let query: SQL = """
      SELECT \(fragment: id ?? "NULL") AS id, \(fragment: name) AS name, \(fragment: SumRow.columns)
      FROM (\(fragment: Log.subjects(kind, days, by: "subject, edition"))) AS total
      \(fragment: joins)
      GROUP BY \(fragment: id.map { "\(fragment: $0), \(fragment: name)" } ?? name)
      """
    return try connection.all(query) { row in
      SubjectGroupRow(
        id: id == nil ? nil : try row["id"],
        name: try row["name"],
        sums: try SumRow(row)
      )
    }
  }
}
