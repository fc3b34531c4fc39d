public import Cairn

/// One row of a Goodreads export: an edition on a person's shelves.
///
/// Texts are trimmed and nil if empty. Dates are civil days; missing dates stay unknown.
public struct GoodreadsBook: Sendable, Equatable {
  /// The line of the file on which the row starts.
  public var line: Int
  /// The Goodreads id of the edition; the key for repeated imports.
  public var bookID: String?
  /// The title without its series.
  public var title: GoodreadsTitle
  /// The first author.
  public var author: String?
  /// Translators, illustrators, editors and further authors; the file does not distinguish them.
  public var contributors: [String]
  /// The ISBN, if its check digit is correct.
  public var isbn: ISBN?
  /// The ISBN as written, if its check digit is wrong; never a key.
  public var invalidISBN: String?
  /// The rating in quarter stars, 1 to 20; nil if unrated.
  public var quarterStars: Int64?
  /// The publisher.
  public var publisher: String?
  /// The format of the edition.
  public var format: GoodreadsFormat?
  /// The page count, at least 1.
  public var pages: Int64?
  /// The year of the edition; negative before the common era.
  public var year: Int64?
  /// The year of the first edition; negative before the common era.
  public var originalYear: Int64?
  /// The end date of the last reading.
  public var dateRead: LocalDay?
  /// The day on which the book was added.
  public var dateAdded: LocalDay?
  /// The shelves besides the exclusive one, in order, without duplicates.
  public var shelves: [String]
  /// The exclusive shelf, which is the reading status.
  public var shelf: GoodreadsShelf?
  /// The review as plain text.
  public var review: String?
  /// Whether the review contains spoilers.
  public var isSpoiler: Bool
  /// Private notes as plain text.
  public var privateNotes: String?
  /// The number of readings.
  public var readCount: Int64
  /// The number of owned copies.
  public var ownedCopies: Int64
  /// The whole row as canonical JSON from column names to texts.
  public var raw: String
}

/// The exclusive shelf of a book; every book is on exactly one.
public enum GoodreadsShelf: Sendable, Hashable {
  /// Finished, with or without a date.
  case read
  /// Started.
  case currentlyReading
  /// To be read; `ownedCopies` shows whether the person owns it.
  case toRead
  /// Abandoned; not a Goodreads shelf, but the custom shelf that most people create.
  case didNotFinish
  /// Another custom exclusive shelf, by name.
  case other(String)

  /// Parses a shelf name; nil for an empty one.
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
