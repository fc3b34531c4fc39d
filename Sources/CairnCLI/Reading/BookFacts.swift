import Cairn
import CairnStore

/// Options that describe a book, for adding and for editing.
extension Option {
  static var bookFacts: [Option] {
    [
      .value("author", "NAME", "An author; repeat for several.", isRepeatable: true),
      .value("series", "NAME", "The series."),
      .value("number", "N", "The number in the series: 1, 0.5, 1-3."),
      .value("first-published", "YEAR", "The year of first publication."),
    ] + editionFacts + [
      .owned("You own it."), .borrowed("You borrowed it."),
      .value("notes", "TEXT", "Private notes."), .value("review", "TEXT", "A review."),
    ]
  }

  static var editionFacts: [Option] {
    [
      .pageCount, .value("isbn", "ISBN", "The ISBN, 10 or 13 digits."),
      .value("format", "WORD", "The format: paperback, e-book, or any other."),
      .value("publisher", "NAME", "The publisher."),
      .value("published", "YEAR", "The year of this edition."),
      .value("language", "WORD", "The language."),
    ]
  }
}

extension Invocation {
  /// Returns the edit from ``Option/bookFacts``; an empty value clears.
  ///
  /// Throws `usage.value`, `usage.ownership`, and `isbn.…` for an invalid ISBN.
  func bookFacts() throws(CairnError) -> BookEdit {
    var edit = BookEdit()
    (edit.series, edit.seriesNumber) = (value("series"), value("number"))
    if !values("author").isEmpty { edit.authors = values("author") }
    edit.firstYear = try number("first-published", in: -9_999...9_999)
    edit.isBorrowed = try isBorrowed()
    (edit.notes, edit.review) = (value("notes"), value("review"))
    edit.edition = try editionFacts()
    return edit
  }

  /// Returns the edit from ``Option/editionFacts``; an empty value clears.
  func editionFacts() throws(CairnError) -> EditionEdit {
    var edit = EditionEdit()
    edit.pages = try number("page-count", in: 1...100_000)
    edit.year = try number("published", in: -9_999...9_999)
    (edit.format, edit.publisher) = (value("format"), value("publisher"))
    edit.language = value("language")
    if let text = value("isbn") { edit.isbn = text.isEmpty ? "" : try ISBN(text).text }
    return edit
  }

  /// Parses a number; an empty value clears.
  private func number(
    _ name: String,
    in range: ClosedRange<Int64>
  ) throws(CairnError) -> Int64?? {
    if value(name)?.isEmpty == true { return .some(nil) }
    return try integer(name, in: range).map { .some($0) }
  }
}
