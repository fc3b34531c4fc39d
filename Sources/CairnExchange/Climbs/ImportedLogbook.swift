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

extension ListFormat {
  /// Reads a logbook; of its columns those not in `taken` are named when anything stands in them.
  func logbook(
    _ file: [UInt8],
    limits: CSVLimits,
    taken: [String],
    _ read: (inout RowCells) -> ImportedClimb?
  ) throws(ImportError) -> ImportedLogbook {
    var columns: UnusedColumns?
    let (climbs, issues, _) = try rows(file, limits: limits) { cells -> ImportedClimb? in
      if columns == nil { columns = UnusedColumns(cells.row.header, taken: taken) }
      columns?.look(at: cells)
      return read(&cells)
    }
    let unused = columns?.issue.map { [$0] } ?? []
    return ImportedLogbook(source: source, name: name, climbs: climbs, issues: unused + issues)
  }
}

/// The columns of a logbook of which nothing is made.
private struct UnusedColumns {
  private var empty: [String]
  private var used: Set<String> = []
  private let header: CSVHeader

  init(_ header: CSVHeader, taken: [String]) {
    let taken = Set(taken.map { $0.lowercased() })
    self.header = header
    empty = header.names.filter { !taken.contains($0.lowercased()) }
  }

  /// Notes the columns in which something stands, each once.
  mutating func look(at cells: RowCells) {
    guard !empty.isEmpty else { return }
    let found = empty.filter { cells.text($0) != nil }
    guard !found.isEmpty else { return }
    used.formUnion(found)
    empty.removeAll { used.contains($0) }
  }

  var issue: RowIssue? {
    let names = header.names.filter { used.contains($0) }.map { $0.prefix(40) }
    guard !names.isEmpty else { return nil }
    let what = "Kept with each climb, but not shown: \(names.joined(separator: ", "))."
    return RowIssue(line: 1, "import.unused", what)
  }
}
