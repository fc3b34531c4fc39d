/// The format of a logbook, identified by its columns.
public struct LogbookFormat: Sendable {
  let list: ListFormat
  private let usedColumns: [String]
  private let read: @Sendable (inout RowCells) -> ImportedClimb?

  /// The maximum number of attempts: forty years with twenty a day.
  private static let attemptLimit = 300_000

  /// Creates a format; columns other than the required ones and `usedColumns` are reported as ignored if
  /// they have values.
  init(
    _ list: ListFormat,
    usedColumns: [String],
    read: @escaping @Sendable (inout RowCells) -> ImportedClimb?
  ) {
    (self.list, self.read) = (list, read)
    self.usedColumns = list.required + usedColumns
  }

  /// Parses a file.
  ///
  /// Throws the errors of `CSVReader`, `csv.too_many_rows` for more than 300,000 attempts,
  /// `import.columns` if a required column is missing, and `import.empty` if the file has no rows.
  public func parse(
    _ file: [UInt8],
    limits: CSVLimits = .standard
  ) throws(ImportError) -> ImportedLogbook {
    var columns: UnusedColumns?
    var attempts = 0
    let (climbs, issues, _) = try list.rows(file, limits: limits) { cells -> ImportedClimb? in
      if columns == nil { columns = UnusedColumns(cells.row.header, usedColumns: usedColumns) }
      columns?.inspect(cells)
      let climb = read(&cells)
      attempts += climb?.attempts.count ?? 0
      return attempts > Self.attemptLimit ? nil : climb
    }
    guard attempts <= Self.attemptLimit else {
      throw CSVReader.tooMany("attempts", Self.attemptLimit)
    }
    let unused = columns?.issue("Stored with each climb, but not shown").map { [$0] } ?? []
    return ImportedLogbook(
      source: list.source,
      name: list.name,
      climbs: climbs,
      issues: unused + issues
    )
  }
}
