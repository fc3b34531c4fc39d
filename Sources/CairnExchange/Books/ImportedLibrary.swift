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
  public let issues: [RowIssue]

  /// Makes a list of books.
  public init(source: String, name: String, books: [ImportedBook], issues: [RowIssue]) {
    (self.source, self.name, self.books, self.issues) = (source, name, books, issues)
  }

  /// What importing the list would do to a library.
  ///
  /// Rows of one work become one book with several editions (spec/reading.md 5.4, RB); the row
  /// read furthest decides how the person stands to it. Nothing is dated that the file does not
  /// date, and a reading that is under way has no known page.
  public func plan(for library: LibraryIndex) -> ImportPlan {
    let rows = rows(in: library)
    let groups = Dictionary(grouping: rows.indices) { rows[$0].work }
    let leaders = groups.mapValues { indices in
      indices.min { (rows[$0].rank, $0) < (rows[$1].rank, $1) }
    }
    let items = rows.indices.map { index in
      rows[index].item(leads: leaders[rows[index].work] == index)
    }
    return ImportPlan(
      source: source,
      title: "Import \(books.count) \(books.count == 1 ? "book" : "books") from \(name)",
      items: items,
      issues: issues.map { ImportIssue(line: $0.line, message: $0.message) }
    )
  }

  /// Every row finds what the rows before it bring, as it will when the file is imported again.
  private func rows(in library: LibraryIndex) -> [BookRecords] {
    var found = library
    return books.map { book in
      let row = BookRecords(book, from: source, found, library)
      found.add(row.work, title: book.title, author: book.authors.first)
      if let isbn = book.isbn { found.add(row.edition, isbn: isbn.text, of: row.work) }
      return row
    }
  }
}
