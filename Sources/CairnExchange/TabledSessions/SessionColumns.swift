import Cairn

/// The columns of a table of sessions, by names that people and trackers of time give them.
struct SessionColumns {
  private let columns: [String: String]

  /// Guesses by the names of the columns, after what the person said, an empty one for none; throws `usage.map` for a field or
  /// column that there is not.
  init(
    _ header: CSVHeader,
    said: [(field: String, column: String)] = []
  ) throws(ImportError) {
    var columns = Self.guesses(among: header.names)
    for (field, column) in said {
      guard Self.fields.contains(field) else { throw Self.unknown(field) }
      guard !column.isEmpty else {
        columns[field] = nil
        continue
      }
      guard let place = header[column] else { throw ColumnMapping.noColumn(column, header) }
      columns[field] = header.names[place]
    }
    self.columns = columns
  }

  /// Columns by the fields that their names are taken for.
  static func guesses(among names: [String]) -> [String: String] {
    let pairs = aliases.compactMap { field, aliases in
      aliases.lazy.compactMap { name in names.first { folded($0) == name } }.first
        .map { (field, $0) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// The fields that a column can hold, in the order of the help and the form.
  static var fields: [String] { aliases.map(\.field) }

  /// The column of a field; nil when there is none.
  subscript(field: String) -> String? { columns[field] }

  /// The columns that are read, in the order of their fields.
  var all: [String] { Self.aliases.compactMap { columns[$0.field] } }

  /// Whether they are those of sessions: a book, and when and how long it was read, by the clock.
  var areOfSessions: Bool {
    guard columns["title"] != nil else { return false }
    if columns["date"] != nil { return columns["start"] != nil || columns["length"] != nil }
    return columns["start"] != nil && columns["end"] != nil
  }

  private static let aliases: [(field: String, aliases: [String])] = [
    ("title", ["title", "book title", "book", "book name"]),
    ("authors", ["author", "authors", "author name", "author text"]),
    ("date", ["date", "day", "session date", "start date", "datum"]),
    ("start", ["start", "start time", "started", "started at", "from", "begin"]),
    ("end-date", ["end date"]),
    ("end", ["end", "end time", "ended", "ended at", "until", "stop", "finish"]),
    (
      "length",
      [
        "minutes", "mins", "min", "duration minutes", "minutes read", "duration", "duration h",
        "time spent", "reading time", "hours", "seconds",
      ]
    ),
    ("pages", ["pages", "pages read", "page count"]),
    ("start-page", ["start page", "from page", "page start"]),
    ("end-page", ["end page", "to page", "page end"]),
  ]

  private static func unknown(_ field: String) -> ImportError {
    ImportError(
      "usage.map",
      "“\(field)” is nothing that a column of a table of sessions can hold.",
      hint: "Columns hold \(fields.joined(separator: ", "))."
    )
  }
}

extension CSVHeader {
  /// Whether a column says something that only a whole book has.
  var isOfBooks: Bool {
    names.contains { ColumnField.ofWholeBooks.contains(folded($0)) }
  }
}
