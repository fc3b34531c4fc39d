import Cairn

/// One row of a list of books as records.
struct BookRecords {
  let work: Identifier<Work>
  let edition: Identifier<Edition>
  private(set) var book: ImportedBook
  private let source: String
  private let library: LibraryIndex
  private let entry: Identifier<Entry>

  /// Finds the book in `found`; keeps `library`, which does not change meanwhile.
  init(
    _ book: ImportedBook,
    from source: String,
    _ found: LibraryIndex,
    _ library: LibraryIndex
  ) {
    let book = book.titled(in: found)
    (self.book, self.source, self.library) = (book, source, library)
    let (isbn, names) = (book.isbn?.text, [source, book.key])
    work = found.work(book.title, author: book.authors.first, isbn: isbn, source: names)
    entry = library.entry(of: work)
    let read = book.isNumbered ? nil : library.shelved(entry)?.edition
    edition = read ?? found.edition(isbn: isbn, of: work, source: names)
  }

  /// Whether the book is on the shelf.
  var isShelved: Bool { library.shelved(entry) != nil }

  /// Whether another row is about the same edition of the same book, and not about another one.
  func isSame(as other: BookRecords) -> Bool {
    guard work == other.work else { return false }
    return book.key == other.book.key || !book.isNumbered || !other.book.isNumbered
  }

  /// Takes what another row of the same book says beside this one; false when that is nothing.
  mutating func join(_ other: BookRecords) -> Bool { book.join(other.book) }

  /// Lower for rows that say more about where the person stands.
  var rank: Int {
    let all = ReadingStatus.byProgress
    return book.status.flatMap { all.firstIndex(of: $0) } ?? all.count
  }

  /// A book stays where it came from first.
  private static let implied: Set = ["source", "sourceID"]
  private static let impliedWithStatus = implied.union(["status"])
  /// The statuses as they are stored, those first that tell most; one list for all books of a file.
  static let ranked = ["status": ReadingStatus.byProgress.map { FieldValue.text($0.name) }]

  /// The records of the row; only the leading row of a work describes it and says how the person
  /// stands to it.
  func item(leads: Bool) -> ImportItem {
    var records = (printed.map { [PlannedRecord($0)] } ?? []) + readings.map { PlannedRecord($0) }
    if leads {
      let implied = book.status == nil ? Self.impliedWithStatus : Self.implied
      records.insert(PlannedRecord(shelved, implied: implied, ranked: Self.ranked), at: 0)
      if let described { records.append(PlannedRecord(described)) }
      records += (book.authors + book.contributors).map {
        PlannedRecord(author($0))
      }
    }
    return ImportItem(line: book.line, title: book.title, records: records)
  }

  private var described: Work? {
    let credits =
      book.authors.map { Credit(author: library.author($0)) }
      + book.contributors.map { Credit(author: library.author($0), isContributor: true) }
    var described = try? Work(
      id: work,
      title: book.title,
      series: book.series,
      seriesNumber: book.seriesNumber,
      credits: credits,
      firstYear: book.firstYear
    )
    for kind in FactKind.ofWorks { described?.facts[kind] = fact(kind) }
    return described
  }

  /// What a row says of authors is known of its only one; of several nobody can tell which is meant.
  private func author(_ name: String) -> Author {
    var author = Author(id: library.author(name), name: name)
    guard book.authors == [name] else { return author }
    for kind in FactKind.ofAuthors { author.facts[kind] = fact(kind) }
    return author
  }

  private func fact(_ kind: FactKind) -> Fact? {
    book.facts[kind].map { Fact($0, from: .imported) }
  }

  /// Nil when the row tells nothing of how it is printed.
  private var printed: Edition? {
    let bare = Edition(id: edition, work: work)
    var printed = bare
    printed.isbn = book.isbn?.text
    printed.unverifiedISBN = book.invalidISBN
    printed.pages = book.pages
    printed.format = book.format
    printed.publisher = book.publisher
    printed.year = book.year
    return printed == bare ? nil : printed
  }

  private var shelved: Entry {
    var shelved = Entry(
      id: entry,
      work: work,
      edition: printed?.id,
      status: book.status ?? .toRead,
      added: book.added
    )
    (shelved.shelves, shelved.tags) = (shelves, book.tags)
    shelved.rating = book.quarterStars
    shelved.review = book.review
    shelved.notes = book.notes
    shelved.source = source
    shelved.sourceID = book.sourceID
    shelved.sourceRow = book.raw
    return shelved
  }

  /// The shelves, but for tags that a file without a place for them has among its shelves.
  private var shelves: [String] {
    guard let known = library.shelved(entry) else { return book.shelves }
    return book.shelves.filter { !known.tags.contains($0) || known.shelves.contains($0) }
  }

  private var readings: [ReadThrough] {
    var match = ReadingMatch(
      source,
      key: book.key,
      entry: entry,
      known: library.readings(of: entry)
    )
    return match.all(book.readings)
  }
}

extension ImportedBook {
  /// The book with the series in its title where the library has it so.
  fileprivate func titled(in library: LibraryIndex) -> ImportedBook {
    let author = authors.first
    guard let longTitle, !library.knows(title, author: author),
      library.knows(longTitle, author: author)
    else { return self }
    var book = self
    (book.title, book.series, book.seriesNumber) = (longTitle, nil, nil)
    return book
  }
}
