public import Cairn

extension BookEdit {
  /// The fields, each under the name of its property.
  package enum Fields {
    /// The title.
    package static let title = InputField.text("title", "The new title").kept
    /// The authors.
    package static let authors = InputField.list(
      "authors",
      "The authors, in order",
      limit: 20,
      hasCommas: true
    ).kept
    /// The series.
    package static let series = InputField.text("series", "The series").kept
    /// The number in the series.
    package static let seriesNumber = InputField.text(
      "series_number",
      "The number in the series",
      example: "1, 0.5, 1-3"
    ).kept
    /// The year of first publication.
    package static let firstYear = InputField.number("first_year", "The year of first publication")
      .kept
    static let isBorrowed = InputField.flag(
      "borrowed",
      "You borrowed it",
      no: ("owned", "You own it")
    )
    /// The notes.
    package static let notes = InputField.longText("notes", "Private notes").kept
    /// The review.
    package static let review = InputField.longText("review", "A review").kept
    /// The rating.
    package static let rating = InputField.number(
      "rating_quarters",
      option: "rating",
      "The rating in quarter stars",
      in: 1...20
    )
  }

  /// The fields of a book that is new.
  package static let described =
    [
      Fields.authors, Fields.series, Fields.seriesNumber, Fields.firstYear, Fields.isBorrowed,
      Fields.notes, Fields.review, Fields.rating,
    ]
    + EditionEdit.fields
  /// The fields of a known book.
  package static let fields = [Fields.title] + described

  /// Reads the fields; throws also `isbn.…` for an invalid ISBN.
  public init(_ input: some ActInput) throws(CairnError) {
    self.init()
    title = try input.text(Fields.title)
    authors = try input.texts(of: Fields.authors)
    (series, seriesNumber) = (try input.text(Fields.series), try input.text(Fields.seriesNumber))
    firstYear = try input.number(Fields.firstYear)
    isBorrowed = try input.flag(Fields.isBorrowed) ?? nil
    (notes, review) = (try input.text(Fields.notes), try input.text(Fields.review))
    rating = try input.number(Fields.rating)
    edition = try EditionEdit(input)
  }
}

extension EditionEdit {
  /// The fields, each under the name of its property.
  package enum Fields {
    /// The ISBN.
    package static let isbn = InputField.text("isbn", "The ISBN, 10 or 13 digits").kept
    /// The page count.
    package static let pages = InputField.number("pages", "The number of pages").kept
    /// The format.
    package static let format = InputField.text(
      "format",
      "The format",
      example: "paperback, e-book, or any other"
    ).kept
    /// The publisher.
    package static let publisher = InputField.text("publisher", "The publisher").kept
    /// The year.
    package static let year = InputField.number("year", "The year of this edition").kept
    /// The language.
    package static let language = InputField.text("language", "The language").kept
  }

  /// The fields.
  package static let fields = [
    Fields.pages, Fields.isbn, Fields.format, Fields.publisher, Fields.year, Fields.language,
  ]

  /// Reads the fields; throws also `isbn.…` for an invalid ISBN.
  public init(_ input: some ActInput) throws(CairnError) {
    self.init()
    (pages, year) = (try input.number(Fields.pages), try input.number(Fields.year))
    (format, publisher) = (try input.text(Fields.format), try input.text(Fields.publisher))
    language = try input.text(Fields.language)
    if let text = try input.text(Fields.isbn) { isbn = text.isEmpty ? "" : try ISBN(text).text }
  }
}

extension NewBook {
  private static let title = InputField.text("title", "The title").required
  private static let status = InputField.choice(
    "status",
    "The reading status; default to_read",
    of: ReadingStatus.all.map { $0.name }
  ).kept
  /// The shelves.
  package static let shelves = InputField.list("shelves", "Its shelves", limit: 50).kept
  /// The tags.
  package static let tags = InputField.list("tags", "Its tags", limit: 50).kept
  /// The fields.
  package static let fields = [title, status, shelves, tags] + BookEdit.described

  /// Reads the fields; throws also `isbn.…` for an invalid ISBN.
  public init(_ input: some ActInput) throws(CairnError) {
    let status: ReadingStatus?? = try input.named(Self.status)
    self.init(title: try input.text(Self.title) ?? "", status: (status ?? nil) ?? .toRead)
    more = try BookEdit(input)
    (authors, isbn) = (more.authors ?? [], more.edition.isbn)
    shelves = try input.texts(of: Self.shelves) ?? []
    tags = try input.texts(of: Self.tags) ?? []
  }
}
