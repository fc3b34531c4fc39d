import Cairn

/// A field that a column of a book list can hold.
public struct ColumnField: Sendable, Hashable {
  /// The name in options and forms: `finished`.
  public let name: String
  /// Column names that map to the field, folded; the first one in the file wins.
  let aliases: [String]

  private init(_ name: String, _ aliases: String...) {
    self.name = name
    self.aliases = [name] + aliases
  }

  static let title = ColumnField(
    "title",
    "book title",
    "book name",
    "book",
    "titel",
    "titre",
    "titulo",
    "titolo"
  )
  static let authors = ColumnField(
    "authors",
    "author",
    "author name",
    "author names",
    "author text",
    "primary author",
    "writer",
    "autor",
    "autoren",
    "autores",
    "auteur",
    "autore"
  )
  static let isbn = ColumnField("isbn", "isbn13", "isbn 13")
  static let shortISBN = ColumnField("isbn10", "isbn 10")
  static let status = ColumnField(
    "status",
    "read status",
    "reading status",
    "exclusive shelf",
    "shelf"
  )
  static let rating = ColumnField("rating", "my rating", "stars", "star rating")
  static let started = ColumnField(
    "started",
    "date started",
    "start date",
    "started on",
    "started at"
  )
  static let finished = ColumnField(
    "finished",
    "date finished",
    "finish date",
    "finished on",
    "finished at",
    "date read",
    "last date read",
    "end date",
    "date completed",
    "completed at"
  )
  static let stopped = ColumnField(
    "stopped",
    "date stopped",
    "stopped date",
    "stopped on",
    "given up"
  )
  static let added = ColumnField("added", "date added", "added on", "created at", "timestamp")
  static let reads = ColumnField("reads", "read count", "times read")
  static let pages = ColumnField("pages", "page count", "number of pages")
  static let year = ColumnField(
    "year",
    "publication year",
    "year published",
    "pubdate",
    "publish date",
    "publication date"
  )
  static let publisher = ColumnField("publisher")
  static let format = ColumnField("format", "binding", "media")
  static let series = ColumnField("series", "series name")
  static let number = ColumnField(
    "number",
    "series number",
    "series index",
    "series position",
    "volume"
  )
  static let shelves = ColumnField("shelves", "bookshelves", "shelf name", "lists", "collections")
  static let tags = ColumnField("tags")
  static let review = ColumnField("review", "my review", "review content", "review text")
  static let notes = ColumnField("notes", "note", "comment", "comments", "private notes")

  /// The diversity facts about the author of a row, or about its book.
  static let facts: [(field: ColumnField, kind: FactKind)] = [
    (ColumnField("region", "cultural region", "author region", "cultural background"), .region),
    (ColumnField("gender", "author gender", "gender identity"), .gender),
    (ColumnField("nationality", "author nationality"), .nationality),
    (ColumnField("original-language", "original language"), .originalLanguage),
    (ColumnField("own-voices", "own voices", "ownvoices"), .ownVoices),
    (ColumnField("accessibility", "accessibility features"), .accessibility),
  ]

  /// Fields that identify a list with titles as a list of books.
  static let ofBooks = [
    authors, isbn, shortISBN, status, started, finished, stopped, reads, pages, publisher, series,
    shelves,
  ]

  /// Folded column names that book lists have and session lists do not.
  static let bookOnlyNames = Set(
    [isbn, shortISBN, status, rating, finished, stopped, reads, shelves].flatMap(\.aliases)
  )

  /// All fields, in the order of the help text and the form.
  public static let all =
    [
      title, authors, isbn, shortISBN, status, rating, started, finished, stopped, added, reads,
      pages, year,
      publisher,
      format, series, number, shelves, tags, review, notes,
    ] + facts.map(\.field)
}
