public import Cairn

/// A book list from a file, independent of its format.
public struct ImportedLibrary: Sendable, Equatable {
  /// The stable name of the source, for instance `goodreads`.
  public let source: String
  /// The display name of the source.
  public let name: String
  /// The books in the order of the file.
  public let books: [ImportedBook]
  /// Invalid rows and cells; a row with an invalid cell is still in `books`.
  public internal(set) var issues: [RowIssue]

  /// Creates a book list.
  public init(source: String, name: String, books: [ImportedBook], issues: [RowIssue]) {
    (self.source, self.name, self.books, self.issues) = (source, name, books, issues)
  }

  /// The list with `to-read` books that are not owned on the wishlist, for people who use that shelf
  /// as one.
  public var withWishlist: ImportedLibrary {
    let books = books.map { book in
      var book = book
      if book.isWishlisted { book.status = .wishlist }
      return book
    }
    return ImportedLibrary(source: source, name: name, books: books, issues: issues)
  }

  /// Returns the plan of importing the list into a library.
  ///
  /// Rows of one work become one book with several editions (spec/reading.md 5.4, RB); the row with
  /// the furthest status sets the status. The plan has no dates that the file lacks and none after
  /// `today`; an open reading has no page. Rows in `own`, which the library itself would export,
  /// change nothing.
  public func plan(
    for library: LibraryIndex,
    today: LocalDay,
    own: Set<String> = []
  ) -> ImportPlan {
    var found = ImportedRows(source, library, today: today, capacity: books.count)
    for book in books where !own.contains(book.raw) { found.add(book) }
    let known = books.filter { own.contains($0.raw) }.map(\.known)
    return ImportPlan(
      source: source,
      title: "Imported \(counted(found.rows.count + known.count, "book")) from \(name)",
      items: items(of: found.rows) + known,
      issues: (issues + found.issues).sorted { $0.line < $1.line }
        .map { ImportIssue(line: $0.line, message: $0.message) },
      similar: found.similar
    )
  }

  private func items(of rows: [BookRecords]) -> [ImportItem] {
    let groups = Dictionary(grouping: rows.indices) { rows[$0].work }
    let leaders = groups.mapValues { indices in
      indices.min { (rows[$0].rank, $0) < (rows[$1].rank, $1) }
    }
    return rows.indices.map { index in
      rows[index].item(leads: leaders[rows[index].work] == index)
    }
  }
}

extension ImportedBook {
  /// An import item without records, for a book that the library already has.
  fileprivate var known: ImportItem { ImportItem(line: line, title: title, records: []) }
}
