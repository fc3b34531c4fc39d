public import Cairn

/// A list of books out of a file, whatever program wrote it.
public struct ImportedLibrary: Sendable, Equatable {
  /// The stable name of the source, for instance `goodreads`.
  public let source: String
  /// The name of the source as a person knows it.
  public let name: String
  /// The books in the order of the file.
  public let books: [ImportedBook]
  /// What was wrong with rows and cells; the rest of a row with a wrong cell is in `books`.
  public internal(set) var issues: [RowIssue]

  /// Makes a list of books.
  public init(source: String, name: String, books: [ImportedBook], issues: [RowIssue]) {
    (self.source, self.name, self.books, self.issues) = (source, name, books, issues)
  }

  /// The list of a person to whom `to-read` means that a book is wanted: what is not said to be there is
  /// on the wishlist.
  public var wishing: ImportedLibrary {
    let books = books.map { book in
      var book = book
      if book.isWanted { book.status = .wishlist }
      return book
    }
    return ImportedLibrary(source: source, name: name, books: books, issues: issues)
  }

  /// What importing the list would do to a library.
  ///
  /// Rows of one work become one book with several editions (spec/reading.md 5.4, RB); the row
  /// read furthest decides how the person stands to it. Nothing is dated that the file does not
  /// date, or that has not come by `today`, and a reading that is under way has no known page. A
  /// row that is among `own`, those the library itself would write, has nothing to tell it.
  public func plan(
    for library: LibraryIndex,
    today: LocalDay,
    own: Set<String> = []
  ) -> ImportPlan {
    let news = books.filter { !own.contains($0.raw) }
    var found = ImportedRows(source, library, today: today, room: news.count)
    for book in news { found.take(book) }
    let rows = found.rows
    let groups = Dictionary(grouping: rows.indices) { rows[$0].work }
    let leaders = groups.mapValues { indices in
      indices.min { (rows[$0].rank, $0) < (rows[$1].rank, $1) }
    }
    let items = rows.indices.map { index in
      rows[index].item(leads: leaders[rows[index].work] == index)
    }
    let known = books.filter { own.contains($0.raw) }.map(\.known)
    return plan(
      items + known,
      (issues + found.issues).sorted { $0.line < $1.line },
      similar: found.similar
    )
  }

  private func plan(_ items: [ImportItem], _ issues: [RowIssue], similar: Int) -> ImportPlan {
    ImportPlan(
      source: source,
      title: "Import \(items.count) \(items.count == 1 ? "book" : "books") from \(name)",
      items: items,
      issues: issues.map { ImportIssue(line: $0.line, message: $0.message) },
      similar: similar
    )
  }
}

extension ImportedBook {
  /// The row of a book that is as it is in the library.
  fileprivate var known: ImportItem { ImportItem(line: line, title: title, records: []) }
}
