public import Cairn

extension GoodreadsExport {
  /// What importing the export would do to a library.
  ///
  /// Rows of one work become one book with several editions (spec/reading.md 5.4, RB); the row
  /// read furthest decides how the person stands to it. Nothing is dated that the file does not
  /// date, and a reading that is under way has no known page.
  public func plan(for library: LibraryIndex) -> ImportPlan {
    let rows = books.map { GoodreadsRow($0, library) }
    let groups = Dictionary(grouping: rows.indices) { rows[$0].work }
    let leaders = groups.mapValues { indices in
      indices.min { (rows[$0].rank, $0) < (rows[$1].rank, $1) }
    }
    let items = rows.indices.map { index in
      rows[index].item(leads: leaders[rows[index].work] == index)
    }
    return ImportPlan(
      source: "goodreads",
      title: "Import \(books.count) books from Goodreads",
      items: items,
      issues: issues.map { ImportIssue(line: $0.line, message: $0.message) }
    )
  }
}

/// One row as records.
struct GoodreadsRow {
  let work: Identifier<Work>
  private let book: GoodreadsBook
  private let library: LibraryIndex
  private let edition: Identifier<Edition>
  private let entry: Identifier<Entry>

  init(_ book: GoodreadsBook, _ library: LibraryIndex) {
    self.book = book
    self.library = library
    work = library.work(book.title.text, author: book.author, isbn: book.isbn?.text)
    edition = library.edition(
      isbn: book.isbn?.text,
      of: work,
      source: ["goodreads", GoodreadsRow.key(book)]
    )
    entry = library.entry(of: work)
  }

  /// Goodreads' number, or else what the row says of itself.
  private static func key(_ book: GoodreadsBook) -> String {
    book.bookID ?? "\(book.title.text)\n\(book.author ?? "")"
  }

  /// Lower for rows that say more about where the person stands.
  var rank: Int {
    ReadingStatus.byProgress.firstIndex(of: status) ?? ReadingStatus.byProgress.count
  }

  private var status: ReadingStatus {
    switch book.shelf {
    case .read: .read
    case .currentlyReading: .reading
    case .didNotFinish: .didNotFinish
    case .other(let name) where ["paused", "on-hold", "onhold"].contains(name.lowercased()): .paused
    default: book.ownedCopies > 0 ? .toRead : .wishlist
    }
  }

  /// The records of the row; only the leading row of a work says how the person stands to it.
  func item(leads: Bool) -> ImportItem {
    var records = [leads ? PlannedRecord(shelved) : PlannedRecord(printed)]
    if leads { records.append(PlannedRecord(printed)) }
    if let described { records.append(PlannedRecord(described)) }
    records += authors.map { PlannedRecord($0) } + readings.map { PlannedRecord($0) }
    return ImportItem(line: book.line, title: book.title.text, records: records)
  }

  private var names: [String] { (book.author.map { [$0] } ?? []) + book.contributors }

  private var authors: [Author] { names.map { Author(id: library.author($0), name: $0) } }

  private var described: Work? {
    let credits = names.enumerated().map { index, name in
      Credit(author: library.author(name), isContributor: index > 0 || book.author == nil)
    }
    return try? Work(
      id: work,
      title: book.title.text,
      series: book.title.series,
      seriesNumber: book.title.number,
      credits: credits,
      firstYear: book.originalYear ?? book.year
    )
  }

  private var printed: Edition {
    var printed = Edition(id: edition, work: work)
    printed.isbn = book.isbn?.text
    printed.unverifiedISBN = book.invalidISBN
    printed.pages = book.pages
    printed.format = book.format?.text
    printed.publisher = book.publisher
    printed.year = book.year
    return printed
  }

  private var shelved: Entry {
    var shelved = Entry(
      id: entry,
      work: work,
      edition: edition,
      status: status,
      added: book.dateAdded
    )
    shelved.shelves = book.shelves + [ownShelf].compactMap(\.self)
    shelved.rating = book.quarterStars
    shelved.review = book.review
    shelved.notes = book.privateNotes
    shelved.source = "goodreads"
    shelved.sourceID = book.bookID
    shelved.sourceRow = book.raw
    return shelved
  }

  /// A shelf the person made exclusive is kept as one of theirs.
  private var ownShelf: String? {
    guard case .other(let name) = book.shelf else { return nil }
    return name
  }

  /// Readings oldest first, the last finished one with its day.
  ///
  /// Goodreads counts a reading that is under way, so the one begun is the one finished later.
  private var readings: [ReadThrough] {
    let isOpen = status == .reading || status == .paused
    let isFinished = !isOpen && status != .didNotFinish
    let count = min(max(status == .wishlist || status == .toRead ? 0 : 1, book.readCount), 100)
    guard count > 0 else { return [] }
    let before = (0..<(count - 1)).map {
      ReadThrough(id: id(of: $0), entry: entry, finished: nil)
    }
    var last = ReadThrough(id: id(of: count - 1), entry: entry, started: nil, at: nil)
    if isFinished { last = ReadThrough(id: last.id, entry: entry, finished: book.dateRead) }
    if status == .didNotFinish { last = ReadThrough(id: last.id, entry: entry, gaveUp: nil) }
    if isFinished { last.rating = book.quarterStars }
    return before + [last]
  }

  private func id(of number: Int64) -> Identifier<ReadThrough> {
    let parts = ["goodreads", "reading", Self.key(book), String(number)]
    return Identifier(RecordID(derivedFrom: parts))
  }
}
