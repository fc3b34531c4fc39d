import Cairn

/// Which column of a file means what.
public struct ColumnMapping: Sendable, Equatable {
  /// The columns by what they mean.
  private(set) var columns: [ColumnField: String] = [:]
  /// The columns that mean nothing, in the order of the file.
  public let unused: [String]

  /// Guesses by the names of the columns (spec/reading.md 5.2), after what the person said.
  ///
  /// `said` is from names of fields to names of columns, an empty one for none. Names have to agree as a whole: a column
  /// `Average rating` is no rating. Throws `usage.map` for a field or column that there is not,
  /// `import.columns` when no column holds titles, and `import.own_table` for a table of our own that
  /// is none of books, unless the person said what its columns are.
  init(_ header: CSVHeader, said: [(field: String, column: String)]) throws(ImportError) {
    if said.isEmpty, let own = OwnTable(header) { throw own.refusal }
    var silent: Set<ColumnField> = []
    for (name, column) in said {
      guard let field = ColumnField.all.first(where: { $0.name == name }) else {
        throw Self.unknown(name)
      }
      guard !column.isEmpty else {
        silent.insert(field)
        continue
      }
      guard let place = header[column] else { throw Self.noColumn(column, header) }
      columns[field] = header.names[place]
    }
    let taken = Set(columns.values)
    let free = header.names.filter { !taken.contains($0) }
    for field in ColumnField.all where columns[field] == nil && !silent.contains(field) {
      columns[field] = Self.guess(field, free)
    }
    let used = Set(columns.values)
    unused = header.names.filter { !used.contains($0) }
    guard columns[.title] != nil else { throw Self.noTitle(header) }
    guard !said.isEmpty || ColumnField.ofBooks.contains(where: { columns[$0] != nil }) else {
      throw Self.noBooks(header)
    }
  }

  /// What the columns of a list are taken for where nothing is said: columns by names of fields.
  public static func guesses(among names: [String]) -> [String: String] {
    let pairs = ColumnField.all.compactMap { field in guess(field, names).map { (field.name, $0) } }
    return Dictionary(pairs) { first, _ in first }
  }

  private static func guess(_ field: ColumnField, _ names: [String]) -> String? {
    field.aliases.lazy.compactMap { alias in names.first { folded($0) == alias } }.first
  }

  /// One that was made before, from columns by names of fields; a field that is not known any more is left out.
  package init(columns: [String: String], unused: [String]) {
    let known = ColumnField.all.compactMap { field in columns[field.name].map { (field, $0) } }
    self.columns = Dictionary(uniqueKeysWithValues: known)
    self.unused = unused
  }

  /// The columns by names of fields.
  package var columnNames: [String: String] {
    Dictionary(uniqueKeysWithValues: columns.map { ($0.key.name, $0.value) })
  }

  /// The column that means something; nil when none does.
  public subscript(field: ColumnField) -> String? { columns[field] }

  /// `title from “Book name”, finished from “Date”`.
  public var words: String {
    ColumnField.all.compactMap { field in
      columns[field].map { "\(field.name) from “\($0)”" }
    }.joined(separator: ", ")
  }

  private static func unknown(_ name: String) -> ImportError {
    ImportError(
      "usage.map",
      "“\(name)” is nothing that a column can hold.",
      hint: "Columns hold \(ColumnField.all.map(\.name).joined(separator: ", "))."
    )
  }

  static func noColumn(_ name: String, _ header: CSVHeader) -> ImportError {
    ImportError(
      "usage.map",
      "The file has no column “\(name)”.",
      hint: "It has \(header.names.joined(separator: ", "))."
    )
  }

  /// Films, songs and tasks have titles as well.
  private static func noBooks(_ header: CSVHeader) -> ImportError {
    let names = header.names.prefix(40).map { String($0.prefix(40)) }.joined(separator: ", ")
    return ImportError(
      "import.columns",
      "The file has titles, and no column that only books have: it has \(names).",
      hint: "If they are books, say so with --map title=COLUMN, and --map author=COLUMN for more."
    )
  }

  /// Many lists are none of books, so nothing is taken for a title by its place.
  static func noTitle(_ header: CSVHeader) -> ImportError {
    let names = header.names.prefix(40).map { String($0.prefix(40)) }.joined(separator: ", ")
    return ImportError(
      "import.columns",
      "No column of the file is known to hold titles: it has \(names).",
      hint: "If it is a list of books, say which column holds them: --map title=COLUMN."
    )
  }
}
