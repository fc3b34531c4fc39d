public import Cairn

/// A logbook out of a file, whatever program wrote it.
public struct ImportedLogbook: Sendable, Equatable {
  /// The stable name of the source, for instance `thecrag`.
  public let source: String
  /// The name of the source as a person knows it.
  public let name: String
  /// The climbs in the order of the file.
  public let climbs: [ImportedClimb]
  /// What was wrong with rows and cells, and which columns are not taken.
  public let issues: [RowIssue]

  /// What importing the logbook would do to a log.
  ///
  /// Each row is a climb of a day: sessions are not made up for it, nor hours. Points in time are
  /// put on their day in `zone`, where days begin at `dayStartHour`. Rows that a source does not
  /// number are told apart by what they say and, where several say the same, by their order. What
  /// lies after `now` is left out.
  public func plan(
    zone: ZoneRules,
    dayStartHour: Int64 = 0,
    now: Instant
  ) -> ImportPlan {
    var rows = ClimbRows(source, today: zone.day(at: now, dayStartHour: 0), now: now)
    for climb in climbs { rows.take(climb, on: climb.time.day(in: zone, dayStartHour)) }
    let items = rows.items
    let issues = (issues + rows.issues).sorted { $0.line < $1.line }
    return ImportPlan(
      source: source,
      title: "Import \(items.count) \(items.count == 1 ? "climb" : "climbs") from \(name)",
      items: items,
      issues: issues.map { ImportIssue(line: $0.line, message: $0.message) }
    )
  }
}
