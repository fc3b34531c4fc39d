public import Cairn

/// The input for adding a book by hand.
public struct NewBook: Sendable {
  /// The title; must contain a visible character.
  public var title: String
  /// The authors, in order.
  public var authors: [String]
  /// The page count, at least 1, or nil.
  public var pages: Int64?
  /// A validated ISBN, as 13 digits, or nil.
  public var isbn: String?
  /// The reading status.
  public var status: ReadingStatus
  /// Further values; its title, authors, pages and ISBN are ignored.
  public var more = BookEdit()
  /// The shelves.
  public var shelves: [String] = []
  /// The tags.
  public var tags: [String] = []

  /// Creates the input from a title and other known values.
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
