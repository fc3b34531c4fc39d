public import Cairn

/// A book for lists.
public struct EntryRow: Sendable, Equatable {
  /// The id of the book's entry.
  public let id: Identifier<Entry>
  /// The title without its series.
  public let title: String
  /// The series with the number in it, or nil.
  public let series: String?
  /// The authors: one name, two names, or the first with the number of others; nil if unknown.
  public let authors: String?
  /// The reading status.
  public let status: ReadingStatus
  /// The day it was added, or nil.
  public let added: String?
  /// The page count of the current edition, or nil.
  public let pages: Int64?
  /// The rating in quarter stars, or nil.
  public let rating: Int64?
  /// The shelves, one per line, or nil.
  public let shelves: String?
  /// The start date of the latest read-through, or nil.
  public let started: String?
  /// The finish date of the latest read-through, or nil.
  public let finished: String?
  /// The position in the latest read-through, or nil.
  public let position: Position?
  /// The tags, one per line, or nil.
  public let tags: String?
  /// Whether it is borrowed.
  public let isBorrowed: Bool
  /// The ISBN of the current edition, as 13 digits, or nil.
  public let isbn: String?
  /// The format of the current edition as entered, or nil.
  public let format: String?
  /// The publisher of the current edition as entered, or nil.
  public let publisher: String?
  /// The publication year of the current edition, or nil.
  public let year: Int64?
  /// The language of the current edition as entered, or nil.
  public let language: String?
  /// The year the work was first published, or nil.
  public let firstYear: Int64?
  /// Why the latest read-through was not finished, or nil.
  public let reason: String?
  /// Private notes, or nil.
  public let notes: String?
  /// The review, or nil.
  public let review: String?
  /// The name of the first author, for sorting, or nil.
  package let firstAuthor: String?

  /// Creates the row from its columns.
  package init(
    id: Identifier<Entry>,
    title: String,
    series: String?,
    authors: String?,
    status: ReadingStatus,
    added: String?,
    pages: Int64?,
    rating: Int64?,
    shelves: String?,
    started: String?,
    finished: String?,
    position: Position?,
    tags: String?,
    isBorrowed: Bool,
    isbn: String?,
    format: String?,
    publisher: String?,
    year: Int64?,
    language: String?,
    firstYear: Int64?,
    reason: String?,
    notes: String?,
    review: String?,
    firstAuthor: String?
  ) {
    (self.id, self.title, self.series) = (id, title, series)
    (self.authors, self.status, self.added) = (authors, status, added)
    (self.pages, self.rating, self.shelves) = (pages, rating, shelves)
    (self.started, self.finished, self.position) = (started, finished, position)
    (self.tags, self.isBorrowed, self.isbn) = (tags, isBorrowed, isbn)
    (self.format, self.publisher, self.year) = (format, publisher, year)
    (self.language, self.firstYear, self.reason) = (language, firstYear, reason)
    (self.notes, self.review, self.firstAuthor) = (notes, review, firstAuthor)
  }

  /// The short id that a person can type: six characters.
  public var shortID: ShortID { ShortID(id.record) }
}

/// The totals of a book's sessions.
public struct EntryTotals: Sendable, Equatable {
  /// The number of ended sessions.
  public let sessions: Int64
  /// Their active time.
  public let time: Milliseconds
  /// The pages read in them, where known.
  public let pages: Int64

  /// Creates the totals.
  package init(sessions: Int64, time: Milliseconds, pages: Int64) {
    (self.sessions, self.time, self.pages) = (sessions, time, pages)
  }
}

extension EntryRow {
  /// The start date of the latest read-through; nil for a book on the wishlist or waiting to be read.
  public var displayedStart: PartialDay? {
    status.isPlanned ? nil : started.flatMap { PartialDay(text: $0) }
  }

  /// The finish date of the latest read-through; nil unless the book is read.
  public var displayedFinish: PartialDay? {
    status == .read ? finished.flatMap { PartialDay(text: $0) } : nil
  }

  /// The position in the latest read-through; nil for a book on the wishlist or waiting to be read.
  public var displayedPosition: Position? {
    status.isPlanned ? nil : position
  }

  /// The days the latest read-through took; nil unless the book is read and both dates are full days.
  public var days: Int32? { ReadThrough.days(from: displayedStart, to: displayedFinish) }
}
