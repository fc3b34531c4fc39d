import Cairn

/// One row of a list of books as records.
struct BookRecords {
  let work: Identifier<Work>
  let edition: Identifier<Edition>
  private let book: ImportedBook
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
    (self.book, self.source, self.library) = (book, source, library)
    let (isbn, names) = (book.isbn?.text, [source, book.key])
    work = found.work(book.title, author: book.authors.first, isbn: isbn, source: names)
    edition = found.edition(isbn: isbn, of: work, source: names)
    entry = library.entry(of: work)
  }

  /// Lower for rows that say more about where the person stands.
  var rank: Int {
    let all = ReadingStatus.byProgress
    return book.status.flatMap { all.firstIndex(of: $0) } ?? all.count
  }

  /// The records of the row; only the leading row of a work describes it and says how the person
  /// stands to it.
  func item(leads: Bool) -> ImportItem {
    var records = [PlannedRecord(printed)] + readings.map { PlannedRecord($0) }
    if leads {
      let implied: Set<String> = book.status == nil ? ["status"] : []
      records.insert(PlannedRecord(shelved, implied: implied), at: 0)
      if let described { records.append(PlannedRecord(described)) }
      records += (book.authors + book.contributors).map {
        PlannedRecord(Author(id: library.author($0), name: $0))
      }
    }
    return ImportItem(line: book.line, title: book.title, records: records)
  }

  private var described: Work? {
    let credits =
      book.authors.map { Credit(author: library.author($0)) }
      + book.contributors.map { Credit(author: library.author($0), isContributor: true) }
    return try? Work(
      id: work,
      title: book.title,
      series: book.series,
      seriesNumber: book.seriesNumber,
      credits: credits,
      firstYear: book.firstYear ?? book.year
    )
  }

  private var printed: Edition {
    var printed = Edition(id: edition, work: work)
    printed.isbn = book.isbn?.text
    printed.unverifiedISBN = book.invalidISBN
    printed.pages = book.pages
    printed.format = book.format
    printed.publisher = book.publisher
    printed.year = book.year
    return printed
  }

  private var shelved: Entry {
    var shelved = Entry(
      id: entry,
      work: work,
      edition: edition,
      status: book.status ?? .toRead,
      added: book.added
    )
    (shelved.shelves, shelved.tags) = (book.shelves, book.tags)
    shelved.rating = book.quarterStars
    shelved.review = book.review
    shelved.notes = book.notes
    shelved.source = source
    shelved.sourceID = book.sourceID
    shelved.sourceRow = book.raw
    return shelved
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
