/// A person's edits of a book; nil leaves a value unchanged.
///
/// For a value that can be cleared, the outer nil leaves it unchanged and the inner nil clears it. An
/// empty text also clears its value.
public struct BookEdit: Sendable, Equatable {
  /// The title; it needs a visible character.
  public var title: String?
  /// The series.
  public var series: String?
  /// The position in the series.
  public var seriesNumber: String?
  /// The authors in order; they replace the current ones.
  public var authors: [String]?
  /// The year of first publication; negative for years BCE.
  public var firstYear: Int64??
  /// Whether the book is read without being owned.
  public var isBorrowed: Bool?
  /// Private notes.
  public var notes: String?
  /// A review.
  public var review: String?
  /// The overall rating in quarter stars, 1–20.
  public var rating: Int64??
  /// Edits of the edition that is read.
  public var edition = EditionEdit()

  /// Creates an edit that changes nothing.
  public init() {}
}

/// A person's edits of an edition; nil leaves a value unchanged, an empty text clears it.
public struct EditionEdit: Sendable, Equatable {
  /// A valid ISBN of 13 digits.
  public var isbn: String?
  /// The page count, 1–100,000.
  public var pages: Int64??
  /// The format as written.
  public var format: String?
  /// The publisher as written.
  public var publisher: String?
  /// The year of this edition.
  public var year: Int64??
  /// The language as written.
  public var language: String?

  /// Creates an edit that changes nothing.
  public init() {}

  /// Whether it changes nothing.
  public var isEmpty: Bool { self == EditionEdit() }
}

extension Book {
  /// Applies an edit; creates the edition if there is none and the edit has values for it.
  ///
  /// The caller resolves author names to IDs and passes them as `credits`. Throws
  /// `reading.title_missing`, `reading.title_too_long`, `reading.invalid_pages` or
  /// `reading.invalid_year`; nothing has changed then.
  public mutating func apply(
    _ edit: BookEdit,
    credits: [Credit]?,
    newID: () -> RecordID
  ) throws(CairnError) {
    var edited = self
    try edited.work.apply(edit)
    edited.entry.apply(edit)
    if let credits {
      edited.work.credits = credits + work.credits.filter { $0.isContributor }
    }
    if !edit.edition.isEmpty {
      var edition = edition ?? Edition(id: Identifier(newID()), work: work.id)
      try edition.apply(edit.edition)
      edited.edition = edition
      edited.entry.edition = edition.id
    }
    self = edited
  }
}

extension Work {
  fileprivate mutating func apply(_ edit: BookEdit) throws(CairnError) {
    if let new = edit.title {
      try Self.requireTitle(new)
      title = new
    }
    if let new = edit.series { series = new.isEmpty ? nil : new }
    if let new = edit.seriesNumber { seriesNumber = new.isEmpty ? nil : new }
    if let new = edit.firstYear { firstYear = try checkedYear(new) }
    if series == nil { seriesNumber = nil }
  }
}

extension Entry {
  fileprivate mutating func apply(_ edit: BookEdit) {
    if let new = edit.isBorrowed {
      isBorrowed = new
      // The person has the book, so it leaves the wishlist.
      if status == .wishlist { status = .toRead }
    }
    if let new = edit.notes { notes = new.isEmpty ? nil : new }
    if let new = edit.review { review = new.isEmpty ? nil : new }
    if let new = edit.rating { rating = new }
  }
}

extension Edition {
  /// Applies an edit; throws `reading.invalid_pages` or `reading.invalid_year`.
  public mutating func apply(_ edit: EditionEdit) throws(CairnError) {
    if let new = edit.pages { pages = try Self.checked(pages: new) }
    if let new = edit.year { year = try checkedYear(new) }
    if let new = edit.isbn { (isbn, unverifiedISBN) = (new.isEmpty ? nil : new, nil) }
    if let new = edit.format { format = new.isEmpty ? nil : new }
    if let new = edit.publisher { publisher = new.isEmpty ? nil : new }
    if let new = edit.language { language = new.isEmpty ? nil : new }
  }

  private static func checked(pages: Int64?) throws(CairnError) -> Int64? {
    guard let pages, !Edition.enteredPageCounts.contains(pages) else { return pages }
    throw CairnError(
      "reading.invalid_pages",
      "A book has 1 to 100000 pages, not \(pages).",
      hint: "Give a number in this range."
    )
  }
}

private func checkedYear(_ year: Int64?) throws(CairnError) -> Int64? {
  guard let year, !(-9_999...9_999).contains(year) else { return year }
  throw CairnError(
    "reading.invalid_year",
    "A year is -9999 to 9999, not \(year).",
    hint: "Give a year from -9999 to 9999."
  )
}
