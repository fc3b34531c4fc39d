public import Cairn

/// A book as lists show it.
public struct EntryRow: Sendable, Equatable {
  /// The identity.
  public let id: Identifier<Entry>
  /// The title without its series.
  public let title: String
  /// The series with its number, or nil.
  public let series: String?
  /// Those who wrote it: one name, two, or the first and how many others; nil when unknown.
  public let authors: String?
  /// How the person stands to it.
  public let status: ReadingStatus
  /// The day it came onto the shelf as text, or nil.
  public let added: String?
  /// The page count of the edition that is read.
  public let pages: Int64?
  /// The rating in quarter stars, or nil.
  public let rating: Int64?
  /// Shelves, one a line, or nil.
  public let shelves: String?
  /// The latest reading: started, finished, and where the reader is.
  public let started: String?
  /// The day the latest reading was finished, or nil.
  public let finished: String?
  /// Where the reader is in the latest reading, or nil.
  public let position: Position?
  /// Tags, one a line, or nil.
  public let tags: String?
  /// Whether it is read without being owned.
  public let isBorrowed: Bool
  /// The ISBN of the edition that is read as thirteen digits, or nil.
  public let isbn: String?
  /// The format of the edition as written, or nil.
  public let format: String?
  /// The publisher of the edition as written, or nil.
  public let publisher: String?
  /// The year of the edition, or nil.
  public let year: Int64?
  /// The language of the edition as written, or nil.
  public let language: String?
  /// The year the work first appeared, or nil.
  public let firstYear: Int64?
  /// Why the latest reading was given up, or nil.
  public let reason: String?
  /// Private notes, or nil.
  public let notes: String?
  /// The review, or nil.
  public let review: String?
  /// The name of the first author, for sorting, or nil.
  let firstAuthor: String?

  /// Six characters a person can type.
  public var shortID: ShortID { ShortID(id.record) }
}

/// What a book's sessions add up to.
public struct EntryTotals: Sendable, Equatable {
  /// Sessions that ended.
  public let sessions: Int64
  /// Their running time.
  public let time: Milliseconds
  /// Pages read in them, where known.
  public let pages: Int64
}
