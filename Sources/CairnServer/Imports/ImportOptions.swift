package import Cairn
package import CairnExchange
package import CairnStore

/// What a person says about a file that it does not say itself.
package struct ImportOptions: Sendable {
  /// Which column of a CSV file holds what.
  package var columns: [(field: String, column: String)] = []
  /// Which words a column of a table of sessions has to hold for its row to be one of a book.
  package var only: [(column: String, word: String)] = []
  /// What `1/2/2026` means in a CSV file.
  package var dates: DateOrder?
  /// Whether `to-read` means that a book is wanted, and not that it is there.
  package var isWishing = false
  /// What the books of a Kindle are called.
  package var titles = KindleTitles()
  /// Whose listening is taken from a backup of Audiobookshelf with that of several.
  package var person: String?

  /// Nothing.
  package init() {}
}

extension ImportOptions {
  /// What is said of the columns of a table, by names of fields; what is guessed where nothing is.
  func said(of names: [String], _ format: FileFormat) -> [String: String] {
    guard columns.isEmpty else {
      return Dictionary(columns.map { ($0.field, $0.column) }) { first, _ in first }
    }
    return format == .sessions
      ? TabledSessions.guesses(among: names) : ColumnMapping.guesses(among: names)
  }
}

/// What a file would bring, and how it was taken.
package struct PlannedImport: Sendable {
  /// What it would bring.
  package let plan: ImportPlan
  /// What the file turned out to be.
  package let format: FileFormat
  /// Which column means what; nil for a format that says so itself.
  package var mapping: ColumnMapping?
  /// Whether it is a list with books to read, of which some mean that they want them.
  package var hasWanted = false

  init(_ plan: ImportPlan, _ format: FileFormat, _ mapping: ColumnMapping? = nil) {
    (self.plan, self.format, self.mapping) = (plan, format, mapping)
  }

  fileprivate func noting(_ library: ImportedLibrary) -> PlannedImport {
    var noted = self
    noted.hasWanted = library.books.contains { $0.isWanted }
    return noted
  }
}

extension Log {
  /// Reads what has to be waited for; what is given reads the file and makes the plan, which may
  /// take long.
  ///
  /// Throws what a database throws, and what is given throws what the parser of the format throws.
  package func plan(
    _ file: any ImportedFile,
    as format: FileFormat,
    _ options: ImportOptions,
    zone: ZoneRules
  ) async throws -> @Sendable () throws -> PlannedImport {
    let moment = try await moment(zone)
    if try format.isOfDatabase(file) {
      if format != .database { try ImportOption.require(options.said, format) }
      let database = try await file.database(as: format, options.choice())
      try ImportOption.require(options.said, database.format)
      return { PlannedImport(database.rows.plan(at: moment), database.format) }
    }
    // What we gave out as a list of books has nothing to tell us.
    let own = [.goodreads, .csv].contains(format) ? try await shelvedBooks() : []
    return { try options.plan(file.bytes(), format, moment, own) }
  }

  /// What a history that a server told would bring.
  package func plan(_ history: ImportedHistory, zone: ZoneRules) async throws -> ImportPlan {
    history.plan(at: try await moment(zone))
  }

  private func moment(_ zone: ZoneRules) async throws -> ImportMoment {
    ImportMoment(
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
  /// Whether a file of the format is read as a database: an answer of Audiobookshelf is none.
  fileprivate func isOfDatabase(_ file: any ImportedFile) throws -> Bool {
    guard self == .audiobookshelf else { return Self.databases.contains(self) }
    let beginning = try file.beginning()
    return ZipArchive.recognizes(beginning) || Self.isDatabase(beginning)
  }
}

extension ImportedFile {
  /// The first 16 bytes, or all when there are less.
  fileprivate func beginning() throws -> [UInt8] {
    do {
      try eachBlock { throw FilePrefix(bytes: Array($0.prefix(16))) }
      return []
    } catch let beginning as FilePrefix {
      return beginning.bytes
    }
  }
}

/// The first bytes of a file, of which no more is read.
private struct FilePrefix: Error {
  let bytes: [UInt8]
}

extension ImportMoment {
  fileprivate func plan(_ sessions: KindleSessions, _ titles: KindleTitles) -> ImportPlan {
    let hour = dayStartHour
    return sessions.plan(for: books, titles: titles, zone: zone, dayStartHour: hour, now: now)
  }

  fileprivate func plan(_ library: ImportedLibrary, own: Set<String> = []) -> ImportPlan {
    // A list tells days of the calendar, wherever the person lets theirs begin.
    library.plan(for: books, today: zone.day(at: now, dayStartHour: 0), own: own)
  }
}

extension ImportOptions {
  fileprivate func plan(
    _ bytes: [UInt8],
    _ format: FileFormat,
    _ moment: ImportMoment,
    _ own: [ShelvedBook]
  ) throws -> PlannedImport {
    switch format {
    case .kindle:
      return PlannedImport(moment.plan(try KindleSessions.parse(bytes), titles), format)
    case .clippings:
      return PlannedImport(try Clippings.parse(bytes).plan(for: moment.books), format)
    default:
      if let rows = try rows(bytes, format) { return PlannedImport(rows.plan(at: moment), format) }
      if let library = try format.library(bytes) {
        let plan = moment.plan(meant(library), own: try GoodreadsFile.rows(own))
        return PlannedImport(plan, format).noting(library)
      }
      let list = try AnyListImport.parse(bytes, columns: columns, dates: dates)
      let known = columns.isEmpty ? try ExportTable.rows(own) : []
      return PlannedImport(moment.plan(meant(list.library), own: known), format, list.mapping)
        .noting(list.library)
    }
  }

  /// Sessions, climbs or listening; nil for a format of books.
  private func rows(_ bytes: [UInt8], _ format: FileFormat) throws -> (any Importable)? {
    if format == .sessions {
      return try TabledSessions.parse(bytes, columns: columns, only: only, dates: dates)
    }
    return try format.logbook(bytes) ?? format.history(bytes)
  }

  private func meant(_ library: ImportedLibrary) -> ImportedLibrary {
    isWishing ? library.wishing : library
  }
}
