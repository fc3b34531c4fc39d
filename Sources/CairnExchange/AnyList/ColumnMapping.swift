import Cairn

/// A mapping from fields to the columns of a file.
public struct ColumnMapping: Sendable, Equatable {
  /// The column of each field.
  private(set) var columns: [ColumnField: String] = [:]
  /// The columns without a field, in the order of the file.
  public let unused: [String]

  /// Applies the person's mapping, then guesses the other fields by column name (spec/reading.md 5.2).
  ///
  /// `specified` maps field names to column names, empty ones to no column. Guesses match whole names:
  /// `Average rating` is no rating. Throws `usage.map` for an unknown field or column, `import.columns`
  /// without a title column, and, if `specified` is empty, `import.own_table` for a Cairn table but books.
  init(_ header: CSVHeader, specified: [(field: String, column: String)]) throws(ImportError) {
    if specified.isEmpty, let own = ExportTableHeader(header) { throw own.refusal }
    var unmapped: Set<ColumnField> = []
    for (name, column) in specified {
      guard let field = ColumnField.all.first(where: { $0.name == name }) else {
        throw Self.unknown(name)
      }
      guard !column.isEmpty else {
        unmapped.insert(field)
        continue
      }
      guard let index = header[column] else { throw Self.noColumn(column, header) }
      columns[field] = header.names[index]
    }
    let assigned = Set(columns.values)
    let free = header.names.filter { !assigned.contains($0) }
    for field in ColumnField.all where columns[field] == nil && !unmapped.contains(field) {
      columns[field] = Self.guess(field, free)
    }
    let used = Set(columns.values)
    unused = header.names.filter { !used.contains($0) }
    guard columns[.title] != nil else { throw Self.noTitle(header) }
    guard !specified.isEmpty || ColumnField.ofBooks.contains(where: { columns[$0] != nil }) else {
      throw Self.noBooks(header)
    }
  }

  /// Returns the guessed mapping of a list: column names by field name.
  public static func guesses(among names: [String]) -> [String: String] {
    let pairs = ColumnField.all.compactMap { field in guess(field, names).map { (field.name, $0) } }
    return Dictionary(pairs) { first, _ in first }
  }

  private static func guess(_ field: ColumnField, _ names: [String]) -> String? {
    field.aliases.lazy.compactMap { alias in names.first { folded($0) == alias } }.first
  }

  /// Restores a mapping from column names by field name; unknown fields are ignored.
  package init(columns: [String: String], unused: [String]) {
    let known = ColumnField.all.compactMap { field in columns[field.name].map { (field, $0) } }
    self.columns = Dictionary(uniqueKeysWithValues: known)
    self.unused = unused
  }

  /// The column names by field name.
  package var columnNames: [String: String] {
    Dictionary(uniqueKeysWithValues: columns.map { ($0.key.name, $0.value) })
  }

  /// Returns the column of a field, or nil.
  public subscript(field: ColumnField) -> String? { columns[field] }

  /// `title from “Book name”, finished from “Date”`.
  public var text: String {
    ColumnField.all.compactMap { field in
      columns[field].map { "\(field.name) from “\($0)”" }
    }.joined(separator: ", ")
  }

  private static func unknown(_ name: String) -> ImportError {
    ImportError(
      "usage.map",
      "“\(name)” is not a field for a column.",
      hint: "Choose one of \(ColumnField.all.map(\.name).joined(separator: ", "))."
    )
  }

  static func noColumn(_ name: String, _ header: CSVHeader) -> ImportError {
    ImportError(
      "usage.map",
      "The file has no column “\(name)”.",
      hint: "Choose one of its columns: \(header.names.joined(separator: ", "))."
    )
  }

  /// The error for a list without book columns: films, songs and tasks have titles as well.
  private static func noBooks(_ header: CSVHeader) -> ImportError {
    let names = header.names.prefix(40).map { String($0.prefix(40)) }.joined(separator: ", ")
    return ImportError(
      "import.columns",
      "The file has titles but no column specific to books; its columns are \(names).",
      hint: "Add --map title=COLUMN if they are books, and --map author=COLUMN for authors."
    )
  }

  /// The error for a missing title column, which is never guessed by position.
  static func noTitle(_ header: CSVHeader) -> ImportError {
    let names = header.names.prefix(40).map { String($0.prefix(40)) }.joined(separator: ", ")
    return ImportError(
      "import.columns",
      "The file has no known title column; its columns are \(names).",
      hint: "Add --map title=COLUMN if it is a list of books."
    )
  }
}
