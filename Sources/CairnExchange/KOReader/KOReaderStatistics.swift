/// The contents of one or more `statistics.sqlite3` files.
public struct KOReaderStatistics: Sendable, Equatable {
  /// The books, with unique ids.
  public var books: [KOReaderBook]
  /// The page views in any order.
  public var pages: [KOReaderPage]
  /// The issues of invalid rows and values; valid data is in `books` and `pages`.
  public var issues: [RowIssue]

  /// Creates statistics from the rows of one file.
  public init(books: [KOReaderBook], pages: [KOReaderPage], issues: [RowIssue] = []) {
    self.books = books
    self.pages = pages
    self.issues = issues
  }

  /// Returns the union with other statistics, without duplicates, by KOReader's own rule.
  ///
  /// Books are equal if title, authors and MD5 are; page views if book, page and start are. Of
  /// equal views the longer one is kept, unless its duration is invalid. Books get new ids from 1;
  /// page views without a book get the id 0. Merging is idempotent.
  public func merging(_ other: KOReaderStatistics) -> KOReaderStatistics {
    var merge = KOReaderMerge()
    merge.add(self)
    merge.add(other)
    return KOReaderStatistics(
      books: merge.books,
      pages: merge.pages,
      issues: issues + other.issues
    )
  }
}

/// An accumulator of merged statistics.
private struct KOReaderMerge {
  private(set) var books: [KOReaderBook] = []
  private(set) var pages: [KOReaderPage] = []
  private var numbers: [KOReaderBook.Key: Int64] = [:]
  private var indices: [PageKey: Int] = [:]

  private struct PageKey: Hashable {
    let book, page, start: Int64
  }

  mutating func add(_ statistics: KOReaderStatistics) {
    var ids: [Int64: Int64] = [:]
    for book in statistics.books { ids[book.id] = number(book) }
    for page in statistics.pages {
      var page = page
      page.bookID = ids[page.bookID] ?? 0
      add(page)
    }
  }

  private mutating func number(_ book: KOReaderBook) -> Int64 {
    if let number = numbers[book.key] { return number }
    var book = book
    book.id = Int64(books.count) + 1
    books.append(book)
    numbers[book.key] = book.id
    return book.id
  }

  private mutating func add(_ page: KOReaderPage) {
    let key = PageKey(book: page.bookID, page: page.page, start: page.startTime)
    if let index = indices[key] {
      let isLonger = (pages[index].possibleDuration ?? -1) < (page.possibleDuration ?? -1)
      if isLonger { pages[index] = page }
    } else {
      indices[key] = pages.count
      pages.append(page)
    }
  }
}
