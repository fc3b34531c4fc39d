package import Cairn

/// A book a session is about: one on the shelf, or one that comes onto it with the session.
package enum BookToRead: Sendable {
  case known(Identifier<Entry>)
  case new(NewBook, isAnother: Bool)

  /// The book's id; puts a new one on the shelf within the mutation of the session, so that
  /// neither is ever there without the other.
  ///
  /// A command that ran meanwhile may have added it; then it is that one, unless it `isAnother`.
  package func id(in writer: LogWriter, zone: String) throws -> Identifier<Entry> {
    switch self {
    case .known(let id): id
    case .new(let book, let isAnother):
      try (isAnother ? nil : writer.entry(titled: book.title))
        ?? writer.add(book, zone: zone).entry.id
    }
  }
}
