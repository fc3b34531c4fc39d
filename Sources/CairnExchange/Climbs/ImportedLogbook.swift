public import Cairn

/// A logbook from a file, independent of its format.
public struct ImportedLogbook: Sendable, Equatable {
  /// The stable name of the source, for instance `thecrag`.
  public let source: String
  /// The display name of the source.
  public let name: String
  /// The climbs in the order of the file.
  public let climbs: [ImportedClimb]
  /// Invalid rows and cells, and ignored columns.
  public let issues: [RowIssue]

  /// Returns the plan of importing the logbook into a log.
  ///
  /// Each row becomes a climb on a day, without a session and without a made-up time. Instants are
  /// assigned to their day in `zone`, whose days start at `dayStartHour`. Rows without a source id are
  /// identified by their contents, and identical rows by their order. Climbs after `now` are excluded.
  public func plan(
    zone: ZoneRules,
    dayStartHour: Int64 = 0,
    now: Instant
  ) -> ImportPlan {
    var rows = ClimbRows(source, today: zone.day(at: now, dayStartHour: 0), now: now)
    for climb in climbs { rows.add(climb, on: climb.time.day(in: zone, dayStartHour)) }
    let items = rows.items
    let issues = (issues + rows.issues).sorted { $0.line < $1.line }
    return ImportPlan(
      source: source,
      title: "Imported \(counted(items.count, "climb")) from \(name)",
      items: items,
      issues: issues.map { ImportIssue(line: $0.line, message: $0.message) }
    )
  }
}
