package import Cairn
package import CairnInsights

/// The totals of each day by kind, and the time of each day that ran in parallel.
package struct KindDays: Sendable {
  /// The days of each kind that has any, ascending; the kinds in the order of charts: reading, listening, climbing, then
  /// the others by name.
  package let kinds: [(kind: SessionKind, days: [DayTotalRow])]
  private let overlaps: [LocalDay: Milliseconds]

  /// Creates the totals from rows in any order, at most one per kind and day.
  package init(_ rows: [(kind: SessionKind, row: DayTotalRow)], overlaps: [LocalDay: Milliseconds])
  {
    let groups = Dictionary(grouping: rows) { $0.kind }
    kinds = groups.map { kind, rows in
      (kind, rows.map { $0.row }.sorted { $0.day < $1.day })
    }.sorted { Self.order($0.kind) < Self.order($1.kind) }
    self.overlaps = overlaps
  }

  /// The sort key of a kind: its place in every chart, which says as much as its colour.
  private static func order(_ kind: SessionKind) -> (Int, String) {
    let known = [Reading.kind, Listening.kind, Climbing.kind]
    return (known.firstIndex(of: kind) ?? known.count, kind.name)
  }

  /// Returns the days of one kind within a range.
  package func days(
    _ kind: SessionKind,
    in range: ClosedRange<LocalDay>
  ) -> ArraySlice<DayTotalRow> {
    guard let days = kinds.first(where: { $0.kind == kind })?.days else { return [] }
    return days[
      Self.index(of: range.lowerBound, in: days)..<Self.index(of: range.upperBound + 1, in: days)
    ]
  }

  /// Returns the sums of one kind, or of all, within a range.
  package func totals(_ kind: SessionKind?, in range: ClosedRange<LocalDay>) -> Totals {
    let rows = kind.map { [days($0, in: range)] } ?? kinds.map { days($0.kind, in: range) }
    let all = rows.joined()
    return Totals(
      time: all.reduce(.zero) { $0 + $1.time },
      amount: all.reduce(0) { $0 + $1.amount },
      sessions: all.reduce(0) { $0 + $1.sessions },
      activeDays: Set(all.filter { $0.time > .zero }.map { $0.day }).count
    )
  }

  /// Returns the time of one kind, or of all, within a range.
  package func time(_ kind: SessionKind?, in range: ClosedRange<LocalDay>) -> Milliseconds {
    totals(kind, in: range).time
  }

  /// The first and the last day with a session of one kind, or of any; nil without sessions.
  package func ends(_ kind: SessionKind?) -> ClosedRange<LocalDay>? {
    let own = kinds.filter { $0.kind == kind ?? $0.kind }.map { $0.days }
    let (first, last) = (
      own.compactMap { $0.first?.day }.min(), own.compactMap { $0.last?.day }.max()
    )
    guard let first, let last else { return nil }
    return first...last
  }

  /// Returns the last day of one kind, or of any, before a day; nil without one.
  package func last(_ kind: SessionKind?, before day: LocalDay) -> LocalDay? {
    let own = kinds.filter { $0.kind == kind ?? $0.kind }.map { $0.days }
    return own.compactMap { days in
      let index = Self.index(of: day, in: days)
      return index > 0 ? days[index - 1].day : nil
    }.max()
  }

  /// Returns the index of a day, or that at which it would be inserted.
  private static func index(of day: LocalDay, in days: [DayTotalRow]) -> Int {
    var (low, high) = (0, days.count)
    while low < high {
      let middle = (low + high) / 2
      if days[middle].day < day { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension KindDays {
  /// The days over all kinds, as goals, streaks and charts take them: ascending, with the pages of reading.
  package var all: [DayTotal] {
    let rows = kinds.flatMap { kind, days in days.map { (kind == Reading.kind, $0) } }
    return Dictionary(grouping: rows) { $0.1.day }.map { day, rows in
      DayTotal(
        day: day,
        time: rows.reduce(.zero) { $0 + $1.1.time },
        amount: rows.reduce(0) { $0 + ($1.0 ? $1.1.amount : 0) },
        sessions: rows.reduce(0) { $0 + $1.1.sessions },
        overlap: overlaps[day] ?? .zero
      )
    }.sorted { $0.day < $1.day }
  }
}
