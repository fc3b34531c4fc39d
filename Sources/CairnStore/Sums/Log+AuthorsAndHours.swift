public import Cairn
public import CairnReports
import CairnSQL

extension Log {
  /// Returns each author's totals over some days, or over all; most time first.
  ///
  /// A book with several authors counts for each.
  public func authorTotals(in days: ClosedRange<LocalDay>?) async throws -> [AuthorTotalRow] {
    try await read { connection in
      try connection.all(
        """
        SELECT author.name, \(fragment: SumRow.columns)
        FROM (\(fragment: Self.subjects(Reading.kind, days, by: "subject"))) AS total
        LEFT JOIN entry ON entry.id = total.subject
        LEFT JOIN deleted_entry ON deleted_entry.id = total.subject
        LEFT JOIN credit ON credit.work = coalesce(entry.work, deleted_entry.work)
          AND credit.is_contributor = 0
        LEFT JOIN author ON author.id = credit.author
        GROUP BY author.id, author.name
        ORDER BY CAST(sum(total.time) AS BIGINT) DESC, author.name
        """
      ) { AuthorTotalRow(author: try $0["name"], sums: try SumRow($0)) }
    }
  }

  /// Returns the parts of sessions on some days by the hour of the clock.
  ///
  /// `isFirst` marks the part in which a session began. Sessions of which only the day is known have none.
  package func hours(
    of kind: SessionKind?,
    in days: ClosedRange<LocalDay>
  ) async throws -> [(hour: Int, time: Milliseconds, isFirst: Bool)] {
    var filter = SessionFilter(limit: Int(Int32.max))
    (filter.kind, filter.activeOn, filter.trait) = (kind, days, .ended)
    let dayStartHour = try await dayStartHour()
    var parts: [(hour: Int, time: Milliseconds, isFirst: Bool)] = []
    for row in try await sessions(filter) where row.listening?.isDayOnly != true {
      let rules = SystemZones.rules(row.zone) ?? .utc
      var isFirst = true
      for segment in row.timeline.segments {
        guard let end = segment.end else { continue }
        rules.eachHour(from: segment.start, to: end, dayStartHour: dayStartHour) {
          if days.contains($0) { parts.append((Int($1), $2, isFirst)) }
          isFirst = false
        }
      }
    }
    return parts
  }
}
