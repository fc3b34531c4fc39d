import Cairn

/// A mapping of session fields to columns, by the names that people and time trackers use.
struct SessionColumns {
  private let columns: [String: String]

  /// Applies the person's mapping, in which an empty column name leaves a field out, and guesses the
  /// other fields by column name; throws `usage.map` for an unknown field or column.
  init(
    _ header: CSVHeader,
    specified: [(field: String, column: String)] = []
  ) throws(ImportError) {
    var columns = Self.guesses(among: header.names)
    for (field, column) in specified {
      guard Self.fields.contains(field) else { throw Self.unknown(field) }
      guard !column.isEmpty else {
        columns[field] = nil
        continue
      }
      guard let index = header[column] else { throw ColumnMapping.noColumn(column, header) }
      columns[field] = header.names[index]
    }
    self.columns = columns
  }

  /// Returns the guessed columns by field.
  static func guesses(among names: [String]) -> [String: String] {
    let pairs = aliases.compactMap { field, aliases in
      aliases.lazy.compactMap { name in names.first { folded($0) == name } }.first
        .map { (field, $0) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// The fields that a column can hold, in the order of the help text and the form.
  static var fields: [String] { aliases.map(\.field) }

  /// Returns the column of a field; nil if there is none.
  subscript(field: String) -> String? { columns[field] }

  /// The mapped columns, in the order of their fields.
  var all: [String] { Self.aliases.compactMap { columns[$0.field] } }

  /// The columns that identify a session: all but its tags, so that an earlier import of it stays the same session.
  var identifying: [String] { all.filter { $0 != columns["tags"] || $0 == columns["title"] } }

  /// Whether they describe sessions: a book with a date or time, and a length or an end.
  var describeSessions: Bool {
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
    ("tags", ["tags", "tag"]),
  ]

  private static func unknown(_ field: String) -> ImportError {
    ImportError(
      "usage.map",
      "“\(field)” is not a field for a column of sessions.",
      hint: "Choose one of \(fields.joined(separator: ", "))."
    )
  }
}

extension CSVHeader {
  /// Whether a column contains data that only books have.
  var isBookList: Bool {
    names.contains { ColumnField.bookOnlyNames.contains(folded($0)) }
  }
}
