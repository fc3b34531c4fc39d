import Cairn

/// A shelf or tag with its number of books.
public struct LabelRow: Sendable, Equatable {
  /// The name; one of several spellings.
  public let name: String
  /// The number of books.
  public let books: Int64
  /// The number of read books.
  public let read: Int64
  /// The number of books in progress.
  public let reading: Int64

  /// Creates the row from its columns.
  package init(name: String, books: Int64, read: Int64, reading: Int64) {
    (self.name, self.books, self.read) = (name, books, read)
    self.reading = reading
  }
}
