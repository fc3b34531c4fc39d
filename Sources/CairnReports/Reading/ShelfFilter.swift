public import Cairn

/// A filter for the books on the shelf.
public struct ShelfFilter: Sendable {
  /// Only books with this status.
  public var status: ReadingStatus?
  /// Only books on this shelf, ignoring case and accents.
  public var shelf: String?
  /// Only books with this tag, ignoring case and accents.
  public var tag: String?
  /// True for borrowed books, false for owned ones; books on the wishlist are neither.
  public var isBorrowed: Bool?
  /// Only books that contain every word, as a whole word or prefix.
  ///
  /// Searches title, authors, series, shelves, tags, notes, review and the reason for not finishing.
  public var words: String?

  /// Creates a filter for all books.
  public init() {}
}
