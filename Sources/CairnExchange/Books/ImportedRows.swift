import Cairn

/// The rows of a book list, matched with the books of a library.
struct ImportedRows {
  private(set) var rows: [BookRecords] = []
  /// Values that were not imported, in the order of the file.
  private(set) var issues: [RowIssue] = []
  /// The number of books that may duplicate another with a similar title.
  private(set) var similar = 0
  private let source: String
  private let library: LibraryIndex
  /// The library plus the rows so far, as it will be if the file is imported again.
  private var found: LibraryIndex
  private let today: LocalDay
  private var indices: [Identifier<Work>: [Int]] = [:]

  /// Creates an empty list with capacity for `capacity` rows.
  init(_ source: String, _ library: LibraryIndex, today: LocalDay, capacity: Int) {
    (self.source, self.library, self.today) = (source, library, today)
    found = library
    rows.reserveCapacity(capacity)
  }

  /// Matches a book, or merges its row into an earlier row of the same book.
  mutating func add(_ book: ImportedBook) {
    var book = book
    for date in book.removeFutureDates(today) {
      let rule = "is in the future and was skipped"
      note(book, "import.future", "“\(book.title)”: \(CalendarText.date(date)) \(rule).")
    }
    let row = BookRecords(book, from: source, found, library)
    noteIfMatchedByTitle(row)
    noteIfSimilar(row)
    let first = indices[row.work]?.first { rows[$0].isSame(as: row) }
    if let first { return join(row, to: first) }
    learn(row)
    indices[row.work, default: []].append(rows.count)
    rows.append(row)
  }

  private mutating func join(_ row: BookRecords, to first: Int) {
    let isChanged = rows[first].join(row)
    learn(rows[first])
    guard !isChanged else { return }
    let line = "repeats line \(rows[first].book.line) without new data"
    note(row.book, "import.duplicate_row", "“\(row.book.title)” \(line).")
  }

  private mutating func learn(_ row: BookRecords) {
    found.add(row.work, title: row.book.title, author: row.book.authors.first)
    if let isbn = row.book.isbn { found.add(row.edition, isbn: isbn.text, of: row.work) }
  }

  /// Notes which author a book without one was matched with, because titles are not unique.
  private mutating func noteIfMatchedByTitle(_ row: BookRecords) {
    guard row.book.authors.isEmpty, !row.book.isNumbered,
      let author = found.firstAuthor(of: row.work)
    else { return }
    let what =
      "has no author, so it was matched to the book by \(author), the only one with that title"
    note(row.book, "import.matched_by_title", "“\(row.book.title)” \(what).")
  }

  /// Notes a new book with a similar title as a possible duplicate for the person to check.
  private mutating func noteIfSimilar(_ row: BookRecords) {
    guard !row.isShelved, indices[row.work] == nil,
      let other = found.similar(to: row.work, row.book.title, author: row.book.authors.first)
    else { return }
    similar += 1
    let what = "may be “\(other)”, by the same author; merge them with `cairn book merge`"
    note(row.book, "import.possible_duplicate", "“\(row.book.title)” \(what).")
  }

  private mutating func note(_ book: ImportedBook, _ code: String, _ message: String) {
    issues.append(RowIssue(line: book.line, code, message))
  }
}
