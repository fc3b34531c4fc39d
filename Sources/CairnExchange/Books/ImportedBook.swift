public import Cairn

/// One row of a list of books, whatever program wrote it.
///
/// Texts have no white space around them and are nil when empty. Dates are civil days; what the
/// file does not date stays undated.
public struct ImportedBook: Sendable, Equatable {
  /// The physical line of the file on which the row begins, from 1.
  public var line: Int
  /// What tells the row from others of its source in every import: the id there, or what it says.
  public var key: String
  /// The id in the program the file is from, or nil.
  public var sourceID: String?
  /// The title without its series.
  public var title: String
  /// The series, or nil.
  public var series: String?
  /// The place in the series as text: `1`, `0.5`, `1-3`.
  public var seriesNumber: String?
  /// Those who wrote it, in order.
  public var authors: [String] = []
  /// Those who took part otherwise, in order.
  public var contributors: [String] = []
  /// The book number, when its check digit is right.
  public var isbn: ISBN?
  /// The book number as it stands, when it is wrong; never a key.
  public var invalidISBN: String?
  /// How the person stands to it; nil when the file does not say.
  public var status: ReadingStatus?
  /// Whether the file says `to-read` of it, and not that the person has it: some mean that they want it.
  public var isWanted = false
  /// The rating in quarters of a star, 1 to 20; nil when unrated.
  public var quarterStars: Int64?
  /// The publisher.
  public var publisher: String?
  /// How the edition is made, as written.
  public var format: String?
  /// Pages, at least 1.
  public var pages: Int64?
  /// The year of the edition; negative before the common era.
  public var year: Int64?
  /// The year of the first edition; negative before the common era.
  public var firstYear: Int64?
  /// The day on which it came onto the shelf.
  public var added: LocalDay?
  /// The person's shelves, in order, each once.
  public var shelves: [String] = []
  /// The person's tags, in order, each once.
  public var tags: [String] = []
  /// The review as plain text.
  public var review: String?
  /// Notes nobody else saw, as plain text.
  public var notes: String?
  /// Facts about the book or its only author, as `FactKind.value(typed:)` returns them.
  public var facts: [FactKind: String] = [:]
  /// The readings in order: those without a day first, the latest or the one under way last.
  public var readings: [ImportedReading] = []
  /// The whole row as canonical JSON: column name to text.
  public var raw: String

  /// Makes a book of which nothing but its title is known.
  public init(line: Int, key: String, title: String, raw: String) {
    (self.line, self.key, self.title, self.raw) = (line, key, title, raw)
  }
}

extension ImportedBook {
  /// Whether the row has a number of its own, so that another row of the same title is another
  /// edition and not the same again.
  var isNumbered: Bool { isbn != nil || !key.contains("\n") }

  /// The title with its series, as `Dune (Dune Chronicles, #1)`; nil without one.
  var longTitle: String? {
    guard let series, let seriesNumber else { return nil }
    return "\(title) (\(series), #\(seriesNumber))"
  }
}

/// One reading of a book as a file tells of it.
public struct ImportedReading: Sendable, Equatable {
  /// When it was started, as far as it is known.
  public var started: PartialDay?
  /// When it was finished or laid aside; nil when unknown or while it is under way.
  public var ended: PartialDay?
  /// How it came to an end; nil while it is under way.
  public var outcome: ReadThrough.Outcome?
  /// Its rating in quarters of a star, 1 to 20, or nil.
  public var quarterStars: Int64?

  /// Makes a reading.
  public init(
    started: PartialDay? = nil,
    ended: PartialDay? = nil,
    outcome: ReadThrough.Outcome? = .finished
  ) {
    (self.started, self.ended, self.outcome) = (started, ended, outcome)
  }
}
