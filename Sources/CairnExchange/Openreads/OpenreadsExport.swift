public import Cairn

/// The parser of Openreads' CSV export and backup.
public enum OpenreadsExport {
  /// Parses a file in either format.
  ///
  /// Throws the errors of `CSVReader` and ``ZipArchive``, `import.columns` if a required column is
  /// missing, `openreads.archive` if the books are missing, and `import.empty` without books.
  public static func parse(
    _ file: [UInt8],
    limits: CSVLimits = .books
  ) throws(ImportError) -> ImportedLibrary {
    if ZipArchive.recognizes(file) { return try OpenreadsBackup.parse(file, limits: limits) }
    return try format.library(file, limits: limits) { $0.openreadsBook() }
  }

  static let format = ListFormat(
    source: "openreads",
    name: "Openreads",
    required: ["title", "author", "status", "readings", "book_format"],
    hint: "Choose the file from Openreads, Settings, Backup, Export as CSV."
  )
}

extension RowCells {
  mutating func openreadsBook() -> ImportedBook? {
    guard let title = title("title") else { return nil }
    guard text("deleted") != "true" else {
      note("openreads.deleted", "“\(title)” is in the Openreads trash and was skipped.")
      return nil
    }
    let titles = [title] + [text("subtitle")].compactMap(\.self)
    guard let whole = possible(title: collapsed(titles.joined(separator: ": "))) else { return nil }
    let authors = names("author")
    let key = text("olid") ?? text("isbn") ?? "\(whole)\n\(authors.first ?? "")"
    var book = ImportedBook(line: row.line, key: key, title: whole, raw: raw)
    book.sourceID = key
    book.authors = authors
    (book.isbn, book.invalidISBN) = isbn("isbn")
    book.status = openreadsStatus()
    book.quarterStars = quarterStars("rating")
    (book.pages, book.firstYear) = (pages("pages"), year("publication_year"))
    book.format = text("book_format")
    book.added = dayOfTime("date_added", text("date_added") ?? "")
    book.tags = parts("tags", separator: "|||||")
    if text("favourite") == "true" { book.shelves = ["favourite"] }
    (book.review, book.notes) = (text("my_review"), text("notes"))
    book.setReadings(openreadsDays())
    return book
  }

  private mutating func openreadsStatus() -> ReadingStatus? {
    text("status") == "unknown" ? nil : status("status")
  }

  /// Parses `start|finish|milliseconds` between semicolons; older files have no third part.
  private mutating func openreadsDays() -> [ReadingDays] {
    var days: [ReadingDays] = []
    for reading in parts("readings", separator: ";") {
      let sides = reading.split(separator: "|", omittingEmptySubsequences: false)
      let found = ReadingDays(
        started: dayOfTime("readings", sides[0]).map { PartialDay($0) },
        ended: sides.count > 1 ? dayOfTime("readings", sides[1]).map { PartialDay($0) } : nil
      )
      days.append(possible(found, "readings"))
    }
    return days
  }

  /// Returns the day of `2023-10-27T00:00:00.000`, a time without a zone.
  private mutating func dayOfTime(_ column: String, _ text: some StringProtocol) -> LocalDay? {
    guard !text.isEmpty else { return nil }
    if let day = LocalDay(written: text.prefix { $0 != "T" && $0 != " " }) { return day }
    noteDay(column, String(text))
    return nil
  }
}
