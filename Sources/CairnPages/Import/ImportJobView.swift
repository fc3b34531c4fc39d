package import Cairn
package import CairnReports

/// An import as its pages show it: preview, progress or result.
package struct ImportJobView {
  let id: RecordID
  /// The format as people call it.
  let format: String
  let createdAt: Instant
  let state: ImportState
  package var done = 0
  /// The total number of items; nil if unknown.
  package var total: Int?
  /// The report of a merge for an exported log, of an import for every other file.
  package var imported: ImportResult?
  package var merged: LogMergeReport?
  /// The history entry to undo.
  package var entry: RecordID?
  /// Why the import failed.
  package var problem: CairnError?
  /// Whether the person must map the columns before the import can continue.
  package var isUnclear = false
  /// The columns of a table; nil for other files.
  package var columns: ColumnChoices?
  /// Whether books to read are imported to the wishlist; nil if the file has none.
  package var importsToWishlist: Bool?

  /// Creates an import without a report.
  package init(id: RecordID, format: String, createdAt: Instant, state: ImportState) {
    (self.id, self.format) = (id, Self.text(of: format))
    (self.createdAt, self.state) = (createdAt, state)
  }

  var path: String { "/import/\(id.text)" }
}

/// The columns of a table of books or sessions, and the fields that they are imported to.
package struct ColumnChoices {
  let columns: [String]
  /// Each field with its column, given by the person or detected.
  let fields: [(field: String, column: String?)]
  let listsSessions: Bool
  /// The name of the date order given by the person.
  package var dates: String?
  /// The word that a column must contain for a row to be imported.
  package var only: (column: String, word: String)?
  /// The columns without a field.
  package var unused: [String] = []

  /// Creates the choices.
  package init(columns: [String], fields: [(field: String, column: String?)], listsSessions: Bool) {
    (self.columns, self.fields, self.listsSessions) = (columns, fields, listsSessions)
  }
}

extension ImportJobView {
  /// Returns the name of a file format on the pages.
  static func text(of format: String) -> String { formats[format] ?? format }

  private static let formats = [
    "goodreads": "Goodreads library", "storygraph": "StoryGraph library",
    "librarything": "LibraryThing library", "openreads": "Openreads library",
    "csv": "List of books (CSV)", "koreader": "KOReader statistics",
    "kobo": "Kobo books and sessions",
    "hardcover": "Hardcover library", "bookwyrm": "BookWyrm library",
    "sessions": "Table of reading sessions (CSV)", "boards": "Training board logbook",
    "spotify": "Spotify podcasts and audiobooks",
    "kindle": "Kindle reading sessions", "clippings": "Kindle clippings",
    "mountainproject": "Mountain Project ticks", "thecrag": "theCrag logbook",
    "8a": "8a.nu logbook", "kaya": "KAYA ascents",
    "climbs": "Table of climbs (CSV)",
    "audiobookshelf": "Audiobookshelf listening",
    "tautulli": "Plex audiobooks (Tautulli)", "audible": "Audible listening",
    "libby": "Libby loans", "cairn": "Cairn log",
  ]
}
