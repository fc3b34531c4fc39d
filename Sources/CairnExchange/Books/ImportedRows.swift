import Cairn

/// The rows of a list of books, each where it belongs in a library.
struct ImportedRows {
  private(set) var rows: [BookRecords] = []
  /// What could not be taken as it is, in the order of the file.
  private(set) var issues: [RowIssue] = []
  /// How many books may be others under nearly the same title.
  private(set) var similar = 0
  private let source: String
  private let library: LibraryIndex
  /// The library with what the rows so far bring, as it will be when the file is imported again.
  private var found: LibraryIndex
  private let today: LocalDay
  private var places: [Identifier<Work>: [Int]] = [:]

  /// No rows yet, with room for so many.
  init(_ source: String, _ library: LibraryIndex, today: LocalDay, room: Int) {
    (self.source, self.library, self.today) = (source, library, today)
    found = library
    rows.reserveCapacity(room)
  }

  /// Finds a book, or joins its row to that of the same book.
  mutating func take(_ book: ImportedBook) {
    var book = book
    for date in book.leaveOutFuture(today) {
      let rule = "is after today, \(today.text), and left out"
      note(book, "import.future", "“\(book.title)”: \(date.text) \(rule).")
    }
    let row = BookRecords(book, from: source, found, library)
    sayIfFoundByTitle(row)
    sayIfSimilar(row)
    let first = places[row.work]?.first { rows[$0].isSame(as: row) }
    if let first { return join(row, to: first) }
    learn(row)
    places[row.work, default: []].append(rows.count)
    rows.append(row)
  }

  private mutating func join(_ row: BookRecords, to first: Int) {
    let isNews = rows[first].join(row)
    learn(rows[first])
    guard !isNews else { return }
    let line = "stands in line \(rows[first].book.line) already, and this one says nothing more"
    note(row.book, "import.repeated", "“\(row.book.title)” \(line).")
  }

  private mutating func learn(_ row: BookRecords) {
    found.add(row.work, title: row.book.title, author: row.book.authors.first)
    if let isbn = row.book.isbn { found.add(row.edition, isbn: isbn.text, of: row.work) }
  }

  /// A title alone can be that of another book, so the person is told whose it is taken for.
  private mutating func sayIfFoundByTitle(_ row: BookRecords) {
    guard row.book.authors.isEmpty, !row.book.isNumbered,
      let author = found.firstAuthor(of: row.work)
    else { return }
    let what =
      "has no author here and is taken for the one by \(author), the only one of that title"
    note(row.book, "import.by_title", "“\(row.book.title)” \(what).")
  }

  /// A new book under nearly the title of another may be that one, which only the person can tell.
  private mutating func sayIfSimilar(_ row: BookRecords) {
    guard !row.isShelved, places[row.work] == nil,
      let other = found.similar(to: row.work, row.book.title, author: row.book.authors.first)
    else { return }
    similar += 1
    let what = "may be “\(other)”, by the same author; `cairn book merge` makes them one"
    note(row.book, "import.similar", "“\(row.book.title)” \(what).")
  }

  private mutating func note(_ book: ImportedBook, _ code: String, _ message: String) {
    issues.append(RowIssue(line: book.line, code, message))
  }
}
