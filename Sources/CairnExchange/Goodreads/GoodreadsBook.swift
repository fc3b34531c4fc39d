public import Cairn

/// One row of a Goodreads export: an edition on somebody's shelves.
///
/// Texts have no white space around them and are nil when empty. Dates are civil days; what the
/// file does not date stays undated.
public struct GoodreadsBook: Sendable, Equatable {
  /// The physical line of the file on which the row begins.
  public var line: Int
  /// Goodreads' number of the edition; the key for importing again.
  public var bookID: String?
  /// The title without its series.
  public var title: GoodreadsTitle
  /// The author named first.
  public var author: String?
  /// Translators, illustrators, editors and further authors: the file does not tell them apart.
  public var contributors: [String]
  /// The book number, when its check digit is right.
  public var isbn: ISBN?
  /// The book number as it stands, when it is wrong; never a key.
  public var invalidISBN: String?
  /// The rating in quarters of a star, 1 to 20; nil when unrated.
  public var quarterStars: Int64?
  /// The publisher.
  public var publisher: String?
  /// How the edition is made.
  public var format: GoodreadsFormat?
  /// Pages, at least 1.
  public var pages: Int64?
  /// The year of the edition; negative before the common era.
  public var year: Int64?
  /// The year of the first edition; negative before the common era.
  public var originalYear: Int64?
  /// The day on which the last reading ended.
  public var dateRead: LocalDay?
  /// The day on which the book came onto the shelves.
  public var dateAdded: LocalDay?
  /// The shelves besides the exclusive one, in order, each once.
  public var shelves: [String]
  /// The one shelf that tells how far the reading is.
  public var shelf: GoodreadsShelf?
  /// The review as plain text.
  public var review: String?
  /// Whether the review gives the end away.
  public var isSpoiler: Bool
  /// Notes nobody else saw, as plain text.
  public var privateNotes: String?
  /// How often the book was read.
  public var readCount: Int64
  /// How many copies the person owns.
  public var ownedCopies: Int64
  /// The whole row as canonical JSON: column name to text.
  public var raw: String
}

/// The exclusive shelf of a book: every book is on exactly one.
public enum GoodreadsShelf: Sendable, Hashable {
  /// Finished, with or without a date.
  case read
  /// Begun.
  case currentlyReading
  /// Wanted; `ownedCopies` tells whether it is at hand.
  case toRead
  /// Given up: not a shelf of Goodreads, but the one most people make.
  case didNotFinish
  /// Any other shelf a person made exclusive, by its name.
  case other(String)

  /// Recognises a shelf by its name; nil for an empty one.
  public init?(name: String) {
    switch name.lowercased() {
    case "": return nil
    case "read": self = .read
    case "currently-reading": self = .currentlyReading
    case "to-read": self = .toRead
    case "did-not-finish", "didnotfinish", "didn-t-finish", "dnf", "abandoned":
      self = .didNotFinish
    default: self = .other(name)
    }
  }
}
