public import Cairn

extension GoodreadsExport {
  /// Returns the plan of importing the export into a library.
  public func plan(
    for library: LibraryIndex,
    today: LocalDay,
    own: Set<String> = []
  ) -> ImportPlan { self.library.plan(for: library, today: today, own: own) }

  /// The export as a generic book list.
  public var library: ImportedLibrary {
    ImportedLibrary(
      source: Self.format.source,
      name: Self.format.name,
      books: books.map(\.imported),
      issues: issues
    )
  }
}

extension GoodreadsBook {
  /// The row in the generic form.
  var imported: ImportedBook {
    var book = ImportedBook(
      line: line,
      key: bookID ?? "\(title.text)\n\(author ?? "")",
      title: title.text,
      raw: raw
    )
    book.sourceID = bookID
    (book.series, book.seriesNumber) = (title.series, title.number)
    (book.authors, book.contributors) = (author.map { [$0] } ?? [], contributors)
    (book.isbn, book.invalidISBN) = (isbn, invalidISBN)
    (book.status, book.quarterStars, book.added) = (status, quarterStars, dateAdded)
    (book.publisher, book.format, book.pages) = (publisher, format?.text, pages)
    (book.year, book.firstYear) = (year, originalYear)
    book.isWishlisted = shelf == .toRead && ownedCopies == 0
    book.shelves = ownShelves
    (book.review, book.notes) = (review, privateNotes)
    book.readings = readings
    return book
  }

  private var status: ReadingStatus {
    switch shelf {
    case .read: .read
    case .currentlyReading: .reading
    case .didNotFinish: .didNotFinish
    case .other(let name): ReadingStatus(word: name) ?? .toRead
    default: isOnWishlist ? .wishlist : .toRead
    }
  }

  /// Whether the book is wanted but not owned; Goodreads has no such status, so people, and Cairn's
  /// export, use a shelf.
  private var isOnWishlist: Bool { shelves.contains("wishlist") }

  /// The shelves, including a custom exclusive shelf unless a status has its name.
  private var ownShelves: [String] {
    let others = status == .wishlist ? shelves.filter { $0 != "wishlist" } : shelves
    guard case .other(let name) = shelf, name != status.name else { return others }
    return others + [name]
  }

  /// The readings; Goodreads counts them, including an open one, and dates the last.
  private var readings: [ImportedReading] {
    let count = Int(min(max(readCount, status == .read ? 1 : 0), 100))
    let past = [ImportedReading](repeating: ImportedReading(), count: max(0, count - 1))
    let date = dateRead.map { PartialDay($0) }
    switch status {
    case .reading, .paused:
      let finished = past.isEmpty ? [] : past.dropLast() + [ImportedReading(ended: date)]
      return finished + [ImportedReading(outcome: nil)]
    case .didNotFinish: return past + [ImportedReading(ended: date, outcome: .gaveUp)]
    default: return past + (count > 0 ? [last] : [])
    }
  }

  private var last: ImportedReading {
    var last = ImportedReading(ended: dateRead.map { PartialDay($0) })
    if status == .read { last.quarterStars = quarterStars }
    return last
  }
}
