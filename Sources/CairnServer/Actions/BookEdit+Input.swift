import Cairn
import CairnActions
import CairnJSON
import CairnReports
import CairnStore

extension BookEdit {
  static let members =
    [
      SchemaField("authors", .list(.text, limit: 20), "the authors, in order"),
      SchemaField("series", .text, "the series"),
      SchemaField("series_number", .text, "the number in the series: 1, 0.5, 1-3"),
      SchemaField("first_year", .integer, "the year of first publication"),
      SchemaField("borrowed", .bool, "borrowed, not owned"),
      SchemaField("notes", .longText, "private notes"),
      SchemaField("review", .longText, "a review"),
      SchemaField("rating_quarters", .integer(1...20), "the rating in quarter stars"),
    ] + EditionEdit.members

  /// Reads the fields of a book; throws `isbn.…` for an invalid ISBN.
  init(_ input: Input) throws(CairnError) {
    self.init()
    if input.has("authors") { authors = input.texts("authors") ?? [] }
    (series, seriesNumber) = (input.edited("series"), input.edited("series_number"))
    firstYear = input.editedNumber("first_year")
    isBorrowed = input.choice("borrowed")
    (notes, review) = (input.edited("notes"), input.edited("review"))
    rating = input.editedNumber("rating_quarters")
    edition = try EditionEdit(input)
  }
}

extension EditionEdit {
  static let members = [
    SchemaField("isbn", .text, "the ISBN, 10 or 13 digits"),
    SchemaField("pages", .integer, "the page count"),
    SchemaField("format", .text, "the format: paperback, e-book, or free text"),
    SchemaField("publisher", .text, "the publisher"),
    SchemaField("year", .integer, "the year of this edition"),
    SchemaField("language", .text, "the language"),
  ]

  /// Reads the fields of an edition; throws `isbn.…` for an invalid ISBN.
  init(_ input: Input) throws(CairnError) {
    self.init()
    pages = input.editedNumber("pages")
    year = input.editedNumber("year")
    (format, publisher) = (input.edited("format"), input.edited("publisher"))
    language = input.edited("language")
    if let text = input.edited("isbn") { isbn = text.isEmpty ? "" : try ISBN(text).text }
  }
}

extension NewBook {
  /// Reads the body of `POST /api/v1/books`; throws `isbn.…` for an invalid ISBN.
  init(_ input: Input) throws(CairnError) {
    let status = input.text("status").flatMap { ReadingStatus(name: $0) } ?? .toRead
    self.init(title: input.text("title") ?? "", status: status)
    more = try BookEdit(input)
    (authors, isbn) = (more.authors ?? [], more.edition.isbn)
    (shelves, tags) = (input.texts("shelves") ?? [], input.texts("tags") ?? [])
  }
}
