/// The columns of a table that the import ignores.
struct UnusedColumns {
  private var empty: [String]
  private var used: Set<String> = []
  private let header: CSVHeader

  init(_ header: CSVHeader, usedColumns: [String]) {
    let usedColumns = Set(usedColumns.map { $0.lowercased() })
    self.header = header
    empty = header.names.filter { !usedColumns.contains($0.lowercased()) }
  }

  /// Records the ignored columns that have values in this row.
  mutating func inspect(_ cells: RowCells) {
    guard !empty.isEmpty else { return }
    let found = empty.filter { cells.text($0) != nil }
    guard !found.isEmpty else { return }
    used.formUnion(found)
    empty.removeAll { used.contains($0) }
  }

  /// Returns an issue with the ignored columns that have values; nil without any.
  func issue(_ what: String) -> RowIssue? {
    let names = header.names.filter { used.contains($0) }.map { $0.prefix(40) }
    guard !names.isEmpty else { return nil }
    return RowIssue(line: 1, "import.unused_columns", "\(what): \(names.joined(separator: ", ")).")
  }
}
