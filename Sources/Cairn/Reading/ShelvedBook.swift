/// A book with its editions and the names of its authors and contributors.
public struct ShelvedBook: Sendable, Equatable {
  /// The book.
  public let book: Book
  /// All its editions, sorted by ID.
  public let editions: [Edition]
  /// The names of the authors, in order.
  public let authors: [String]
  /// The names of the contributors, in order.
  public let contributors: [String]

  /// Creates a shelved book from its parts.
  public init(book: Book, editions: [Edition], authors: [String], contributors: [String]) {
    (self.book, self.editions) = (book, editions)
    (self.authors, self.contributors) = (authors, contributors)
  }
}
