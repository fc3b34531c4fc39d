package import Cairn

/// The book of a new session: an existing one, or one to add together with the session.
package enum SessionBook: Sendable {
  case known(Identifier<Entry>)
  case new(NewBook, isAnother: Bool)

  /// Returns the id of the book, and adds a new book in the same mutation as the session.
  ///
  /// Reuses a book with the same title that another command added since, unless `isAnother` is set.
  package func id(in writer: LogWriter, zone: String) throws -> Identifier<Entry> {
    switch self {
    case .known(let id): id
    case .new(let book, let isAnother):
      try (isAnother ? nil : writer.entry(titled: book.title))
        ?? writer.add(book, zone: zone).entry.id
    }
  }
}
