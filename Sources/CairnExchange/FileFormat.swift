public import Cairn

/// The format of a file, detected from its first bytes.
public struct FileFormat: Sendable, Hashable {
  /// The stable name.
  public let name: String

  /// The CSV export of a Goodreads library.
  public static let goodreads = FileFormat("goodreads")
  /// The CSV export of a StoryGraph library.
  public static let storygraph = FileFormat("storygraph")
  /// The tab-delimited or JSON export of a LibraryThing library.
  public static let librarything = FileFormat("librarything")
  /// The CSV export or backup of Openreads.
  public static let openreads = FileFormat("openreads")
  /// The CSV export of a Hardcover library.
  public static let hardcover = FileFormat("hardcover")
  /// The CSV export of a BookWyrm library.
  public static let bookwyrm = FileFormat("bookwyrm")
  /// A list of books with columns of any name.
  public static let csv = FileFormat("csv")
  /// A table of reading sessions.
  public static let sessions = FileFormat("sessions")
  /// The Kindle reading sessions of an Amazon data request.
  public static let kindle = FileFormat("kindle")
  /// The highlights, notes and bookmarks of a Kindle.
  public static let clippings = FileFormat("clippings")
  /// The statistics database of KOReader.
  public static let koreader = FileFormat("koreader")
  /// The database of a Kobo e-reader.
  public static let kobo = FileFormat("kobo")
  /// The database of Tautulli, which records Plex playback.
  public static let tautulli = FileFormat("tautulli")
  /// An SQLite database of one of these apps; only its tables identify which.
  public static let database = FileFormat("database")
  /// The CSV export of Mountain Project ticks.
  public static let mountainProject = FileFormat("mountainproject")
  /// The CSV export of a theCrag logbook.
  public static let theCrag = FileFormat("thecrag")
  /// The CSV export of an 8a.nu logbook.
  public static let eightANu = FileFormat("8a")
  /// The CSV export of KAYA ascents.
  public static let kaya = FileFormat("kaya")
  /// The CSV file of a training board's logbook, as BoardLib writes it.
  public static let boards = FileFormat("boards")
  /// A table of climbs, such as `cairn export climbs` writes.
  public static let climbs = FileFormat("climbs")
  /// Audiobookshelf sessions: a backup or an API response.
  public static let audiobookshelf = FileFormat("audiobookshelf")
  /// The Audible listening of an Amazon data request.
  public static let audible = FileFormat("audible")
  /// The timeline of Libby: loans.
  public static let libby = FileFormat("libby")
  /// The extended streaming history of Spotify.
  public static let spotify = FileFormat("spotify")
  /// Cairn's own export, one JSON value per line.
  public static let cairn = FileFormat("cairn")

  /// All formats that can be chosen, in the order of the help text and the form.
  public static let all = [
    goodreads, storygraph, librarything, openreads, hardcover, bookwyrm, csv, sessions, koreader,
    kobo, kindle, clippings, mountainProject, theCrag, eightANu, kaya, boards, climbs,
    audiobookshelf, tautulli, audible, libby, spotify, cairn,
  ]

  /// The formats of book lists.
  public static let ofBooks = [
    goodreads, storygraph, librarything, openreads, hardcover, bookwyrm, csv,
  ]

  /// The formats that are always databases.
  public static let databases = [database, koreader, kobo, tautulli]

  private init(_ name: String) {
    self.name = name
  }

  /// Returns the format with this name; nil if there is none.
  public init?(named name: String) {
    guard let format = Self.all.first(where: { $0.name == name }) else { return nil }
    self = format
  }

  /// Detects the format of a file.
  ///
  /// Throws `import.unknown_format`, `import.columns` for a table without a known title column, and
  /// `import.own_table` for a Cairn table that cannot be imported.
  public init(sniffing file: [UInt8]) throws(ImportError) {
    if Self.isDatabase(file) {
      self = .database
    } else if file.starts(with: Array("{\"cairn\":".utf8)) {
      self = .cairn
    } else if ZipArchive.recognizes(file) {
      self = Self.archive(file)
    } else if AudiobookshelfHistory.recognizes(file) {
      self = .audiobookshelf
    } else if LibbyTimeline.recognizes(file) {
      self = .libby
    } else if SpotifyHistory.recognizes(file) {
      self = .spotify
    } else if LibraryThingObjects.recognizes(file) {
      self = .librarything
    } else if let list = Self.lists.first(where: { $0.recognizes(file) }) {
      self = FileFormat(list.source)
    } else if KindleSessions.recognizes(file) {
      self = .kindle
    } else if Clippings.recognizes(file) {
      self = .clippings
    } else if ReadingSessionTable.recognizes(file) {
      self = .sessions
    } else if try AnyListImport.recognizes(file) {
      self = .csv
    } else {
      throw Self.unknown
    }
  }

  /// Whether a file starts like an SQLite database.
  public static func isDatabase(_ file: [UInt8]) -> Bool {
    file.starts(with: Array("SQLite format 3\0".utf8))
  }

  /// Detects an archive by the name of its first member; the fallback is an Openreads backup.
  private static func archive(_ file: [UInt8]) -> FileFormat {
    let name = ZipArchive.firstName(file)
    if name == "absdatabase.sqlite" || name == "details" || name.hasPrefix("metadata-") {
      return .audiobookshelf
    }
    return name.hasPrefix("Audible") ? .audible : .openreads
  }

  private static let lists = [
    GoodreadsExport.format, StoryGraphExport.format, LibraryThingExport.format,
    OpenreadsExport.format, HardcoverExport.format, BookWyrmExport.format,
    LogbookFormat.mountainProject.list, LogbookFormat.theCrag.list, LogbookFormat.eightANu.list,
    LogbookFormat.kaya.list,
    LogbookFormat.boards.list, LogbookFormat.table.list, AudibleListening.format,
    LibbyTimeline.format,
  ]

  /// Parses the books of a file; nil for other formats, and for `csv`, which needs a column mapping.
  ///
  /// Throws the errors of the format's parser.
  public func library(_ file: [UInt8]) throws(ImportError) -> ImportedLibrary? {
    switch self {
    case .goodreads: try GoodreadsExport.parse(file).library
    case .storygraph: try StoryGraphExport.parse(file)
    case .librarything: try LibraryThingExport.parse(file)
    case .openreads: try OpenreadsExport.parse(file)
    case .hardcover: try HardcoverExport.parse(file)
    case .bookwyrm: try BookWyrmExport.parse(file)
    default: nil
    }
  }

  /// Parses the climbs of a file; nil for other formats.
  ///
  /// Throws the errors of the format's parser.
  public func logbook(_ file: [UInt8]) throws(ImportError) -> ImportedLogbook? {
    switch self {
    case .mountainProject: try LogbookFormat.mountainProject.parse(file)
    case .theCrag: try LogbookFormat.theCrag.parse(file)
    case .eightANu: try LogbookFormat.eightANu.parse(file)
    case .kaya: try LogbookFormat.kaya.parse(file)
    case .boards: try LogbookFormat.boards.parse(file)
    case .climbs: try LogbookFormat.table.parse(file)
    default: nil
    }
  }

  /// Parses the listening history of a file; nil for other formats and for Audiobookshelf backups,
  /// which are databases.
  ///
  /// Throws the errors of the format's parser.
  public func history(_ file: [UInt8]) throws(ImportError) -> ImportedHistory? {
    switch self {
    case .audiobookshelf: try AudiobookshelfHistory.parse(file).history
    case .audible: try AudibleListening.parse(file)
    case .libby: try LibbyTimeline.parse(file)
    case .spotify: try SpotifyHistory.parse(file)
    default: nil
    }
  }

  private static let unknown = ImportError(
    "import.unknown_format",
    "This file cannot be imported.",
    hint: "Choose an export of \(names.joined(separator: ", ")) or Cairn, or a list of books or of "
      + "reading sessions (CSV)."
  )

  private static let names =
    lists.map(\.name) + [
      "KOReader (statistics.sqlite3)", "Kobo (KoboReader.sqlite)", "Kindle", "Audiobookshelf",
      "Tautulli (tautulli.db)", "Spotify",
    ]
}
