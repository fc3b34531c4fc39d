package import Cairn
package import CairnExchange
package import CairnStore

/// The options of an import, for information that the file itself lacks.
package struct ImportOptions: Sendable {
  /// The column of each field in a CSV file.
  package var columns: [(field: String, column: String)] = []
  /// The word that a column of a session table must contain for its row to be imported.
  package var only: [(column: String, word: String)] = []
  /// The order of day and month in dates of a CSV file.
  package var dates: DateOrder?
  /// Whether `to-read` means the wishlist instead of an owned book.
  package var importsToWishlist = false
  /// The titles of books on a Kindle, which its sessions lack.
  package var titles = KindleTitles()
  /// The person to import from an Audiobookshelf backup of several people.
  package var person: String?

  /// Creates options with default values.
  package init() {}
}

extension ImportOptions {
  /// Returns the column of each field, as given or else as detected.
  package func columns(among names: [String], for format: FileFormat) -> [String: String] {
    guard columns.isEmpty else {
      return Dictionary(columns.map { ($0.field, $0.column) }) { first, _ in first }
    }
    return format == .sessions
      ? ReadingSessionTable.guesses(among: names) : ColumnMapping.guesses(among: names)
  }
}

/// A parsed file with its import plan.
package struct PlannedImport: Sendable {
  /// The plan.
  package let plan: ImportPlan
  /// The detected format.
  package let format: FileFormat
  /// The mapping of columns; nil for a format with fixed columns.
  package var mapping: ColumnMapping?
  /// Whether books to read in this list may belong on the wishlist.
  package var offersWishlist = false

  init(_ plan: ImportPlan, _ format: FileFormat, _ mapping: ColumnMapping? = nil) {
    (self.plan, self.format, self.mapping) = (plan, format, mapping)
  }

  fileprivate func detectingWishlist(_ library: ImportedLibrary) -> PlannedImport {
    var result = self
    result.offersWishlist = library.books.contains { $0.isWishlisted }
    return result
  }
}

extension Log {
  /// Loads what the plan needs; the returned closure parses the file and creates the plan.
  ///
  /// The closure may run long. Throws errors of reading a database; the closure throws the errors of the format's
  /// parser.
  package func plan(
    _ file: any ImportedFile,
    as format: FileFormat,
    _ options: ImportOptions,
    zone: ZoneRules
  ) async throws -> @Sendable () throws -> PlannedImport {
    let context = try await importContext(zone)
    if try format.containsDatabase(file) {
      if format != .database { try ImportOption.require(options.specified, format) }
      let database = try await file.database(as: format, options.choice())
      try ImportOption.require(options.specified, database.format)
      return { PlannedImport(database.rows.plan(in: context), database.format) }
    }
    // Rows that match our own CSV export contain no new information.
    let own = [.goodreads, .csv].contains(format) ? try await shelvedBooks() : []
    return { try options.plan(file.bytes(), format, context, own) }
  }

  /// Loads what the plan of rows needs; the returned closure creates the plan and may run long.
  package func plan(
    _ rows: any Importable,
    zone: ZoneRules
  ) async throws -> @Sendable () -> ImportPlan {
    let context = try await importContext(zone)
    return { rows.plan(in: context) }
  }

  /// Returns the plan for the history that a server returned.
  package func plan(_ history: ImportedHistory, zone: ZoneRules) async throws -> ImportPlan {
    history.plan(in: try await importContext(zone))
  }

  private func importContext(_ zone: ZoneRules) async throws -> ImportContext {
    ImportContext(
      books: try await libraryIndex(),
      stories: try await storyIndex(),
      zone: zone,
      zones: context.environment.zone,
      dayStartHour: try await dayStartHour(),
      now: context.environment.now()
    )
  }
}

extension FileFormat {
  /// Whether a file is read as a database; an Audiobookshelf API response is not.
  fileprivate func containsDatabase(_ file: any ImportedFile) throws -> Bool {
    guard self == .audiobookshelf else { return Self.databases.contains(self) }
    let beginning = try file.beginning()
    return ZipArchive.recognizes(beginning) || Self.isDatabase(beginning)
  }
}

extension ImportedFile {
  /// Returns the first 16 bytes, or fewer if the file is shorter.
  fileprivate func beginning() throws -> [UInt8] {
    do {
      try eachBlock { throw FilePrefix(bytes: Array($0.prefix(16))) }
      return []
    } catch let beginning as FilePrefix {
      return beginning.bytes
    }
  }
}

/// The first bytes of a file, thrown to stop reading after them.
private struct FilePrefix: Error {
  let bytes: [UInt8]
}

extension ImportContext {
  fileprivate func plan(_ sessions: KindleSessions, _ titles: KindleTitles) -> ImportPlan {
    let hour = dayStartHour
    return sessions.plan(for: books, titles: titles, zone: zone, dayStartHour: hour, now: now)
  }

  fileprivate func plan(_ library: ImportedLibrary, own: Set<String> = []) -> ImportPlan {
    // The dates in a list are calendar dates, whatever hour the person's day begins.
    library.plan(for: books, today: zone.day(at: now, dayStartHour: 0), own: own)
  }
}

extension ImportOptions {
  fileprivate func plan(
    _ bytes: [UInt8],
    _ format: FileFormat,
    _ context: ImportContext,
    _ own: [ShelvedBook]
  ) throws -> PlannedImport {
    switch format {
    case .kindle:
      return PlannedImport(context.plan(try KindleSessions.parse(bytes), titles), format)
    case .clippings:
      return PlannedImport(try Clippings.parse(bytes).plan(for: context.books), format)
    default:
      if let rows = try rows(bytes, format) { return PlannedImport(rows.plan(in: context), format) }
      if let library = try format.library(bytes) {
        let plan = context.plan(forWishlist(library), own: try GoodreadsFile.rows(own))
        return PlannedImport(plan, format).detectingWishlist(library)
      }
      let list = try AnyListImport.parse(bytes, columns: columns, dates: dates)
      let known = columns.isEmpty ? try ExportTable.rows(own) : []
      return PlannedImport(
        context.plan(forWishlist(list.library), own: known),
        format,
        list.mapping
      )
      .detectingWishlist(list.library)
    }
  }

  /// Sessions, climbs or listening; nil for a format of books.
  private func rows(_ bytes: [UInt8], _ format: FileFormat) throws -> (any Importable)? {
    if format == .sessions {
      return try ReadingSessionTable.parse(bytes, columns: columns, only: only, dates: dates)
    }
    return try format.logbook(bytes) ?? format.history(bytes)
  }

  private func forWishlist(_ library: ImportedLibrary) -> ImportedLibrary {
    importsToWishlist ? library.withWishlist : library
  }
}
