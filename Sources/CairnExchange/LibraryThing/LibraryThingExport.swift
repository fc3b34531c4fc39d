public import Cairn

/// The parser of LibraryThing's export: tab-separated in UTF-8 or ISO-8859-1, or JSON.
public enum LibraryThingExport {
  /// Parses a file in either format.
  ///
  /// Throws the errors of `CSVReader`, `json.invalid`, `import.columns` if a required column is
  /// missing, and `import.empty` without books.
  public static func parse(
    _ file: [UInt8],
    limits: CSVLimits = .books
  ) throws(ImportError) -> ImportedLibrary {
    if LibraryThingObjects.begins(file) {
      return try LibraryThingObjects.parse(file, limits: limits)
    }
    return try format.library(file, limits: limits) { $0.libraryThingBook() }
  }

  static let format = ListFormat(
    source: "librarything",
    name: "LibraryThing",
    required: ["Book Id", "Title", "Primary Author", "Collections"],
    hint: "Choose the tab-delimited or JSON file from LibraryThing, More, Import/Export.",
    separator: "\t",
    isWindows1252: true
  )
}

extension RowCells {
  mutating func libraryThingBook() -> ImportedBook? {
    guard let title = title() else { return nil }
    let id = text("Book Id")
    let author = text("Primary Author").map(firstNameFirst)
    let key = id ?? "\(title)\n\(author ?? "")"
    var book = ImportedBook(line: row.line, key: key, title: collapsed(title), raw: raw)
    book.sourceID = key
    credit(&book, author)
    (book.isbn, book.invalidISBN) = libraryThingISBN()
    (book.format, book.pages) = (text("Media"), pages("Page Count"))
    book.year = text("Date") == "?" ? nil : year("Date")
    book.publisher = text("Publication")
    book.quarterStars = quarterStars("Rating")
    (book.review, book.notes) = (text("Review").map(plainText), libraryThingNotes)
    book.added = bracketedDate("Entry Date")?.day
    let days = possible(
      ReadingDays(started: bracketedDate("Date Started"), ended: bracketedDate("Date Read")),
      "Date Read"
    )
    setStatus(&book, days)
    return book
  }

  /// Sets the authors: secondary authors with the role Author, and others as contributors.
  private func credit(_ book: inout ImportedBook, _ first: String?) {
    let names = (text("Secondary Author") ?? "").split(separator: "|")
    let roles = (row["Secondary Author Roles"] ?? "")
      .split(separator: "|", omittingEmptySubsequences: false).map { trimmed(String($0)) }
    book.authors = first.map { [$0] } ?? []
    for (index, name) in names.enumerated() {
      let name = firstNameFirst(String(name))
      guard !name.isEmpty, !(book.authors + book.contributors).contains(name) else { continue }
      if index < roles.count, roles[index] == "Author" {
        book.authors.append(name)
      } else {
        book.contributors.append(name)
      }
    }
  }

  private var libraryThingNotes: String? {
    let notes = [text("Comment"), text("Private Comment")].compactMap { $0.map(plainText) }
    return notes.isEmpty ? nil : notes.joined(separator: "\n\n")
  }
}

extension RowCells {
  /// Returns the ISBN in brackets, or the first valid one of the list.
  private mutating func libraryThingISBN() -> (valid: ISBN?, invalid: String?) {
    let all = ([bracketed("ISBN")].compactMap(\.self) + parts("ISBNs"))
    if let valid = all.lazy.compactMap({ try? ISBN($0) }).first { return (valid, nil) }
    guard let first = all.first else { return (nil, nil) }
    note("import.isbn", "ISBN", first, "is not a valid ISBN")
    return (nil, first)
  }

  /// Returns the text of a cell without brackets around it.
  private func bracketed(_ column: String) -> String? {
    guard var text = text(column) else { return nil }
    if text.hasPrefix("["), text.hasSuffix("]") {
      text = trimmed(String(text.dropFirst().dropLast()))
    }
    return text.isEmpty ? nil : text
  }

  private mutating func bracketedDate(_ column: String) -> PartialDay? {
    guard let text = bracketed(column) else { return nil }
    if let date = PartialDay(written: text) { return date }
    noteDay(column, text)
    return nil
  }

  /// Sets the status from the reading dates, else from LibraryThing's default collections; other
  /// collections become shelves.
  private func setStatus(_ book: inout ImportedBook, _ days: ReadingDays) {
    let collections = parts("Collections")
    book.status = Self.status(days, collections.map { $0.lowercased() })
    book.shelves = collections.filter { !Self.defaultCollections.contains($0.lowercased()) }
    book.tags = parts("Tags")
    book.setReadings(days == ReadingDays() ? [] : [days])
  }

  private static func status(_ days: ReadingDays, _ collections: [String]) -> ReadingStatus? {
    if days.ended != nil { return .read }
    if days.started != nil { return .reading }
    if collections.contains("currently reading") { return .reading }
    if collections.contains("read but unowned") { return .read }
    if collections.contains("to read") {
      return collections.contains("your library") ? .toRead : .wishlist
    }
    return collections.contains("wishlist") ? .wishlist : nil
  }

  private static let defaultCollections: Set = [
    "your library", "wishlist", "currently reading", "to read", "read but unowned",
  ]
}
