public import Cairn

/// One row of a book list, independent of its format.
///
/// Texts are trimmed and nil if empty. Dates are civil days; missing dates stay unknown.
public struct ImportedBook: Sendable, Equatable {
  /// The line of the file on which the row starts, from 1.
  public var line: Int
  /// The row's stable key across imports from its source: its id there, or a key of its contents.
  public var key: String
  /// The id in the source app, or nil.
  public var sourceID: String?
  /// The title without its series.
  public var title: String
  /// The series, or nil.
  public var series: String?
  /// The position in the series as text: `1`, `0.5`, `1-3`.
  public var seriesNumber: String?
  /// The authors, in order.
  public var authors: [String] = []
  /// The contributors who are not authors, in order.
  public var contributors: [String] = []
  /// The ISBN, if its check digit is correct.
  public var isbn: ISBN?
  /// The ISBN as written, if its check digit is wrong; never a key.
  public var invalidISBN: String?
  /// The reading status; nil if the file has none.
  public var status: ReadingStatus?
  /// Whether the file has it as `to-read` and not as owned; for some people that means the wishlist.
  public var isWishlisted = false
  /// The rating in quarter stars, 1 to 20; nil if unrated.
  public var quarterStars: Int64?
  /// The publisher.
  public var publisher: String?
  /// The format of the edition, as written.
  public var format: String?
  /// The page count, at least 1.
  public var pages: Int64?
  /// The year of the edition; negative before the common era.
  public var year: Int64?
  /// The year of the first edition; negative before the common era.
  public var firstYear: Int64?
  /// The day on which it was added to the shelf.
  public var added: LocalDay?
  /// The person's shelves, in order, without duplicates.
  public var shelves: [String] = []
  /// The person's tags, in order, without duplicates.
  public var tags: [String] = []
  /// The review as plain text.
  public var review: String?
  /// Private notes as plain text.
  public var notes: String?
  /// Facts about the book or its only author, as `FactKind.value(typed:)` returns them.
  public var facts: [FactKind: String] = [:]
  /// The readings in order: undated ones first, the latest or open one last.
  public var readings: [ImportedReading] = []
  /// The whole row as canonical JSON from column names to texts.
  public var raw: String

  /// Creates a book with only a title.
  public init(line: Int, key: String, title: String, raw: String) {
    (self.line, self.key, self.title, self.raw) = (line, key, title, raw)
  }
}

extension ImportedBook {
  /// Whether the row has an id of its own, so that a row with the same title is another edition
  /// rather than a duplicate.
  var isNumbered: Bool { isbn != nil || !key.contains("\n") }

  /// The title with its series, as `Dune (Dune Chronicles, #1)`; nil without one.
  var longTitle: String? {
    guard let series, let seriesNumber else { return nil }
    return "\(title) (\(series), #\(seriesNumber))"
  }
}

/// One reading of a book in a file.
public struct ImportedReading: Sendable, Equatable {
  /// The start date, as precisely as known.
  public var started: PartialDay?
  /// The end date; nil if unknown or if the reading is open.
  public var ended: PartialDay?
  /// The outcome; nil while the reading is open.
  public var outcome: ReadThrough.Outcome?
  /// The rating in quarter stars, 1 to 20, or nil.
  public var quarterStars: Int64?

  /// Creates a reading.
  public init(
    started: PartialDay? = nil,
    ended: PartialDay? = nil,
    outcome: ReadThrough.Outcome? = .finished
  ) {
    (self.started, self.ended, self.outcome) = (started, ended, outcome)
  }
}
