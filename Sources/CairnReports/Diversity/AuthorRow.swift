public import Cairn

/// An author for lists.
public struct AuthorRow: Sendable, Equatable {
  /// The id of the author.
  public let id: Identifier<Author>
  /// The name.
  public let name: String
  /// The known facts.
  public let facts: KnownFacts
  /// The number of their books on the shelf, including the wishlist.
  public let books: Int64

  /// Creates the row from its columns.
  package init(id: Identifier<Author>, name: String, facts: KnownFacts, books: Int64) {
    (self.id, self.name, self.facts) = (id, name, facts)
    self.books = books
  }

  /// The short id that a person can type: six characters.
  public var shortID: ShortID { ShortID(id.record) }
}
