/// The format of a logbook of climbs: a list that tells by its columns whose it is.
public struct LogbookFormat: Sendable {
  let list: ListFormat
  private let taken: [String]
  private let read: @Sendable (inout RowCells) -> ImportedClimb?

  /// How many attempts a logbook may have: forty years with twenty a day.
  private static let mostAttempts = 300_000

  /// Of the columns those that are required and those in `taken` are shown; the others are named when
  /// anything stands in them.
  init(
    _ list: ListFormat,
    taken: [String],
    read: @escaping @Sendable (inout RowCells) -> ImportedClimb?
  ) {
    (self.list, self.read) = (list, read)
    self.taken = list.required + taken
  }

  /// Reads a file.
  ///
  /// Throws what `CSVReader` throws, `csv.too_many_rows` for more than 300,000 attempts,
  /// `import.columns` when a needed column is missing, and `import.empty` when no row follows the header.
  public func parse(
    _ file: [UInt8],
    limits: CSVLimits = .standard
  ) throws(ImportError) -> ImportedLogbook {
    var columns: UnusedColumns?
    var attempts = 0
    let (climbs, issues, _) = try list.rows(file, limits: limits) { cells -> ImportedClimb? in
      if columns == nil { columns = UnusedColumns(cells.row.header, taken: taken) }
      columns?.look(at: cells)
      let climb = read(&cells)
      attempts += climb?.attempts.count ?? 0
      return attempts > Self.mostAttempts ? nil : climb
    }
    guard attempts <= Self.mostAttempts else {
      throw CSVReader.tooMany("attempts", Self.mostAttempts)
    }
    let unused = columns?.issue("Kept with each climb, but not shown").map { [$0] } ?? []
    return ImportedLogbook(
      source: list.source,
      name: list.name,
      climbs: climbs,
      issues: unused + issues
    )
  }
}
