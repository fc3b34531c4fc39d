public import Cairn

/// What a file is, told from its first bytes.
public struct FileFormat: Sendable, Hashable {
  /// A stable name.
  public let name: String

  /// The CSV file of a Goodreads library.
  public static let goodreads = FileFormat("goodreads")
  /// The CSV file of a StoryGraph library.
  public static let storygraph = FileFormat("storygraph")
  /// The tab-delimited or the JSON file of a LibraryThing library.
  public static let librarything = FileFormat("librarything")
  /// The CSV file or the backup of Openreads.
  public static let openreads = FileFormat("openreads")
  /// The CSV file of a Hardcover library.
  public static let hardcover = FileFormat("hardcover")
  /// The CSV file of a BookWyrm library.
  public static let bookwyrm = FileFormat("bookwyrm")
  /// A list of books with columns of any name.
  public static let csv = FileFormat("csv")
  /// A table of reading sessions.
  public static let sessions = FileFormat("sessions")
  /// The reading sessions of an Amazon data request.
  public static let kindle = FileFormat("kindle")
  /// The highlights, notes and bookmarks of a Kindle.
  public static let clippings = FileFormat("clippings")
  /// The statistics database of KOReader.
  public static let koreader = FileFormat("koreader")
  /// The database of a Kobo e-reader.
  public static let kobo = FileFormat("kobo")
  /// The database of Tautulli, which notes what is played with Plex.
  public static let tautulli = FileFormat("tautulli")
  /// An SQLite database of one of these programs: of which, only its tables tell.
  public static let database = FileFormat("database")
  /// The CSV file of the ticks of Mountain Project.
  public static let mountainProject = FileFormat("mountainproject")
  /// The CSV file of a logbook of theCrag.
  public static let theCrag = FileFormat("thecrag")
  /// The CSV file of a logbook of 8a.nu.
  public static let eightANu = FileFormat("8a")
  /// The CSV file of the ascents of KAYA.
  public static let kaya = FileFormat("kaya")
  /// The CSV file of a training board's logbook, as BoardLib writes it.
  public static let boards = FileFormat("boards")
  /// A table of climbs, such as `cairn export climbs` writes.
  public static let climbs = FileFormat("climbs")
  /// What was listened to with Audiobookshelf: a backup, or an answer of its server.
  public static let audiobookshelf = FileFormat("audiobookshelf")
  /// The listening of an Amazon data request.
  public static let audible = FileFormat("audible")
  /// The timeline of Libby: loans.
  public static let libby = FileFormat("libby")
  /// The extended streaming history of Spotify.
  public static let spotify = FileFormat("spotify")
  /// Our own export, one JSON value a line.
  public static let cairn = FileFormat("cairn")

  /// Every format that can be named, in the order of the help and the form.
  public static let all = [
    goodreads, storygraph, librarything, openreads, hardcover, bookwyrm, csv, sessions, koreader,
    kobo, kindle, clippings, mountainProject, theCrag, eightANu, kaya, boards, climbs,
    audiobookshelf, tautulli, audible, libby, spotify, cairn,
  ]

  /// Lists of books.
  public static let ofBooks = [
    goodreads, storygraph, librarything, openreads, hardcover, bookwyrm, csv,
  ]

  /// What is never anything but a database.
  public static let databases = [database, koreader, kobo, tautulli]

  private init(_ name: String) {
    self.name = name
  }

  /// The format of that name; nil when there is none.
  public init?(named name: String) {
    guard let format = Self.all.first(where: { $0.name == name }) else { return nil }
    self = format
  }

  /// Recognises a file; throws `import.unknown_format` when it is none of these, `import.columns` for
  /// a table of which no column is known to hold titles, and `import.own_table` for one of our own
  /// that is not read back.
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
    } else if TabledSessions.recognizes(file) {
      self = .sessions
    } else if try AnyListImport.recognizes(file) {
      self = .csv
    } else {
      throw Self.unknown
    }
  }

  /// Whether a file begins like an SQLite database.
  public static func isDatabase(_ file: [UInt8]) -> Bool {
    file.starts(with: Array("SQLite format 3\0".utf8))
  }

  /// An archive is told by the name of its first member; any other is taken for one of Openreads.
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

  /// The books of a file of this format; nil for any other format, and
  /// for `csv`, which needs to be told what its columns mean.
  ///
  /// Throws what its parser throws.
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

  /// The climbs of a file of this format; nil for any other format.
  ///
  /// Throws what its parser throws.
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

  /// What was listened to by a file of this format; nil for any other format, and for a backup of
  /// Audiobookshelf, which is a database.
  ///
  /// Throws what its parser throws.
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
    "This is no file that can be imported.",
    hint: "Choose an export of \(names.joined(separator: ", ")) or Cairn, or a list of books or of "
      + "reading sessions (CSV)."
  )

  private static let names =
    lists.map(\.name) + [
      "KOReader (statistics.sqlite3)", "Kobo (KoboReader.sqlite)", "Kindle", "Audiobookshelf",
      "Tautulli (tautulli.db)", "Spotify",
    ]
}
