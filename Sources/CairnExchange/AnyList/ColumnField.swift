import Cairn

/// What a column of a list of books can mean.
public struct ColumnField: Sendable, Hashable {
  /// The name a person types: `finished`.
  public let name: String
  /// The column names that are taken for it, folded; the first that occurs counts.
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

  /// What can be known of the author of a row, or of its book, for the diversity of a shelf.
  static let facts: [(field: ColumnField, kind: FactKind)] = [
    (ColumnField("region", "cultural region", "author region", "cultural background"), .region),
    (ColumnField("gender", "author gender", "gender identity"), .gender),
    (ColumnField("nationality", "author nationality"), .nationality),
    (ColumnField("original-language", "original language"), .originalLanguage),
    (ColumnField("own-voices", "own voices", "ownvoices"), .ownVoices),
    (ColumnField("accessibility", "accessibility features"), .accessibility),
  ]

  /// What beside a title tells that a list is one of books.
  static let ofBooks = [
    authors, isbn, shortISBN, status, started, finished, stopped, reads, pages, publisher, series,
    shelves,
  ]

  /// The names of columns that a book has and a session has not, folded.
  static let ofWholeBooks = Set(
    [isbn, shortISBN, status, rating, finished, stopped, reads, shelves].flatMap(\.aliases)
  )

  /// Every field that a column can hold, in the order of the help and the form.
  public static let all =
    [
      title, authors, isbn, shortISBN, status, rating, started, finished, stopped, added, reads,
      pages, year,
      publisher,
      format, series, number, shelves, tags, review, notes,
    ] + facts.map(\.field)
}
