/// What a person corrects of a book; what is nil stays as it is.
///
/// Of a value that can be cleared the outer nil leaves it and the inner nil clears it. A text that
/// is empty clears as well.
public struct BookEdit: Sendable, Equatable {
  /// The title; needs a visible character.
  public var title: String?
  /// The series it belongs to.
  public var series: String?
  /// The place in the series.
  public var seriesNumber: String?
  /// Those who wrote it, in order, in the place of those noted so far.
  public var authors: [String]?
  /// The year it first appeared; negative before the common era.
  public var firstYear: Int64??
  /// True when it is read without being owned.
  public var isBorrowed: Bool?
  /// Private notes.
  public var notes: String?
  /// A review.
  public var review: String?
  /// The overall rating in quarter stars, 1–20.
  public var rating: Int64??
  /// What is known of the edition that is read.
  public var edition = EditionEdit()

  /// Corrects nothing yet.
  public init() {}
}

/// What a person says of an edition; what is nil stays as it is, what is empty is cleared.
public struct EditionEdit: Sendable, Equatable {
  /// Thirteen digits that were checked.
  public var isbn: String?
  /// The page count, 1–100,000.
  public var pages: Int64??
  /// The format as written.
  public var format: String?
  /// The publisher as written.
  public var publisher: String?
  /// The year of this edition.
  public var year: Int64??
  /// The language it is in, as written.
  public var language: String?

  /// Says nothing yet.
  public init() {}

  /// Whether it says anything.
  public var isEmpty: Bool { self == EditionEdit() }
}

extension Book {
  /// Applies what a person corrected; an edition comes into being when something is said of one.
  ///
  /// The authors are taken as `credits`, since names become ids elsewhere. Throws
  /// `reading.title_missing`, `reading.invalid_pages` or `reading.invalid_year`; nothing is
  /// changed then.
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
      // What a person has is no wish any more.
      if status == .wishlist { status = .toRead }
    }
    if let new = edit.notes { notes = new.isEmpty ? nil : new }
    if let new = edit.review { review = new.isEmpty ? nil : new }
    if let new = edit.rating { rating = new }
  }
}

extension Edition {
  /// Applies what a person said of it; throws `reading.invalid_pages` or `reading.invalid_year`.
  public mutating func apply(_ edit: EditionEdit) throws(CairnError) {
    if let new = edit.pages { pages = try Self.checked(pages: new) }
    if let new = edit.year { year = try checkedYear(new) }
    if let new = edit.isbn { (isbn, unverifiedISBN) = (new.isEmpty ? nil : new, nil) }
    if let new = edit.format { format = new.isEmpty ? nil : new }
    if let new = edit.publisher { publisher = new.isEmpty ? nil : new }
    if let new = edit.language { language = new.isEmpty ? nil : new }
  }

  private static func checked(pages: Int64?) throws(CairnError) -> Int64? {
    guard let pages, !(1...100_000).contains(pages) else { return pages }
    throw CairnError(
      "reading.invalid_pages",
      "A book cannot have \(pages) pages.",
      hint: "Give a number from 1 to 100000."
    )
  }
}

private func checkedYear(_ year: Int64?) throws(CairnError) -> Int64? {
  guard let year, !(-9_999...9_999).contains(year) else { return year }
  throw CairnError(
    "reading.invalid_year",
    "A book cannot be of the year \(year).",
    hint: "Give a year from -9999 to 9999."
  )
}
