/// A book with the names of those who made it.
public struct ShelvedBook: Sendable, Equatable {
  /// The book.
  public let book: Book
  /// All its editions, by id.
  public let editions: [Edition]
  /// Those who wrote it, in order.
  public let authors: [String]
  /// Those who took part otherwise, in order.
  public let contributors: [String]

  /// Gathers a book and names.
  public init(book: Book, editions: [Edition], authors: [String], contributors: [String]) {
    (self.book, self.editions) = (book, editions)
    (self.authors, self.contributors) = (authors, contributors)
  }
}
