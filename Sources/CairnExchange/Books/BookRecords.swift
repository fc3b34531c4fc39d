import Cairn

/// The records that one row of a book list creates.
struct BookRecords {
  let work: Identifier<Work>
  let edition: Identifier<Edition>
  private(set) var book: ImportedBook
  private let source: String
  private let library: LibraryIndex
  private let entry: Identifier<Entry>

  /// Matches the book in `found`; `library` lacks earlier rows and must not change.
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

  /// Whether another row is about the same edition of the same book.
  func isSame(as other: BookRecords) -> Bool {
    guard work == other.work else { return false }
    return book.key == other.book.key || !book.isNumbered || !other.book.isNumbered
  }

  /// Merges another row of the same book; returns false if it adds no data.
  mutating func join(_ other: BookRecords) -> Bool { book.join(other.book) }

  /// The sort key by status; lower ranks are further along.
  var rank: Int {
    let all = ReadingStatus.byProgress
    return book.status.flatMap { all.firstIndex(of: $0) } ?? all.count
  }

  /// Fields that never overwrite a stored value: the first source wins.
  private static let implied: Set = ["source", "sourceID"]
  private static let impliedWithStatus = implied.union(["status"])
  /// The stored statuses, the furthest first; shared by all books of a file.
  static let ranked = ["status": ReadingStatus.byProgress.map { FieldValue.text($0.name) }]

  /// Returns the records of the row; only the leading row of a work describes the book and sets
  /// its status.
  func item(leads: Bool) -> ImportItem {
    let always = (printed.map { [PlannedRecord($0)] } ?? []) + readings.map { PlannedRecord($0) }
    let records = leads ? [leading] + always + describing : always
    return ImportItem(line: book.line, title: book.title, records: records)
  }

  private var leading: PlannedRecord {
    let implied = book.status == nil ? Self.impliedWithStatus : Self.implied
    return PlannedRecord(shelved, implied: implied, ranked: Self.ranked)
  }

  /// The records of the work and of everyone credited.
  private var describing: [PlannedRecord] {
    (described.map { [PlannedRecord($0)] } ?? [])
      + (book.authors + book.contributors).map { PlannedRecord(author($0)) }
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

  /// Returns the author with the row's facts; with several authors, it is unclear who they describe.
  private func author(_ name: String) -> Author {
    var author = Author(id: library.author(name), name: name)
    guard book.authors == [name] else { return author }
    for kind in FactKind.ofAuthors { author.facts[kind] = fact(kind) }
    return author
  }

  private func fact(_ kind: FactKind) -> Fact? {
    book.facts[kind].map { Fact($0, from: .imported) }
  }

  /// The edition; nil if the row has no edition data.
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

  /// The shelves without known tags, because some formats write tags as shelves.
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
  /// Returns the book with the series in its title if the library has it under that title.
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
