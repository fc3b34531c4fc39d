public import Cairn

/// What a person says of a book they put on the shelf by hand.
public struct NewBook: Sendable {
  /// The title; needs a visible character.
  public var title: String
  /// Those who wrote it, in order.
  public var authors: [String]
  /// The page count, at least 1, when known.
  public var pages: Int64?
  /// An ISBN that was checked, as thirteen digits.
  public var isbn: String?
  /// How the person stands to it.
  public var status: ReadingStatus
  /// What else they say of it; title, authors, pages and ISBN are those above.
  public var more = BookEdit()
  /// The shelves it stands on.
  public var shelves: [String] = []
  /// Its tags.
  public var tags: [String] = []

  /// Describes a book by its title and what else is known.
  public init(
    title: String,
    authors: [String] = [],
    pages: Int64? = nil,
    isbn: String? = nil,
    status: ReadingStatus = .toRead
  ) {
    self.title = title
    self.authors = authors
    self.pages = pages
    self.isbn = isbn
    self.status = status
  }
}
