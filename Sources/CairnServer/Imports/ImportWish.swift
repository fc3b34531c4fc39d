package import Cairn
package import CairnExchange
package import CairnStore

/// What a person says about a file that it does not say itself.
package struct ImportWish: Sendable {
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

extension ImportWish {
  /// What is said of the columns of a list, by names of fields; what is guessed where nothing is.
  func said(of names: [String]) -> [String: String] {
    guard !columns.isEmpty else { return ColumnMapping.guesses(among: names) }
    return Dictionary(columns.map { ($0.field, $0.column) }) { first, _ in first }
  }
}

/// What a file would bring, and how its columns were taken where they have any names.
package struct PlannedImport: Sendable {
  /// What it would bring.
  package let plan: ImportPlan
  /// Which column means what; nil for a format that says so itself.
  package let mapping: ColumnMapping?
}

extension Log {
  /// Reads what has to be waited for; what is given reads the file and makes the plan, which may
  /// take long.
  ///
  /// Throws `input.koreader`, `input.audiobookshelf`, `input.people`, and what is given throws what the parser of the format throws.
  package func plan(
    _ file: any ImportedFile,
    as format: FileFormat,
    _ wish: ImportWish,
    zone: ZoneRules
  ) async throws -> @Sendable () throws -> PlannedImport {
    let moment = try await moment(zone)
    guard format != .koreader else {
      let statistics = try await file.statistics()
      return { PlannedImport(plan: moment.plan(statistics), mapping: nil) }
    }
    if format == .audiobookshelf, try file.isDatabase() {
      let history = try await file.history(of: wish.person)
      return { PlannedImport(plan: moment.plan(history.history), mapping: nil) }
    }
    // What we gave out as a list of books has nothing to tell us.
    let own = [.goodreads, .csv].contains(format) ? try await shelvedBooks() : []
    return { try wish.plan(file.bytes(), format, moment, own) }
  }

  /// What a history that a server told would bring.
  package func plan(_ history: ImportedHistory, zone: ZoneRules) async throws -> ImportPlan {
    try await moment(zone).plan(history)
  }

  private func moment(_ zone: ZoneRules) async throws -> PlanMoment {
    PlanMoment(
      index: try await libraryIndex(),
      stories: try await storyIndex(),
      zone: zone,
      zones: context.environment.zone,
      dayStartHour: try await dayStartHour(),
      now: context.environment.now()
    )
  }
}

extension ImportedFile {
  /// Whether it is a database, or an archive with one.
  fileprivate func isDatabase() throws -> Bool {
    do {
      try eachBlock { throw Beginning(bytes: Array($0.prefix(16))) }
      return false
    } catch let beginning as Beginning {
      return ZipArchive.recognizes(beginning.bytes)
        || beginning.bytes.starts(with: Array("SQLite format 3\0".utf8))
    }
  }
}

/// The first bytes of a file, of which no more is read.
private struct Beginning: Error {
  let bytes: [UInt8]
}

/// The log and the time that a file is held against.
private struct PlanMoment: Sendable {
  let index: LibraryIndex
  let stories: StoryIndex
  let zone: ZoneRules
  let zones: @Sendable (String) -> ZoneRules?
  let dayStartHour: Int64
  let now: Instant

  func plan(_ statistics: KOReaderStatistics) -> ImportPlan {
    statistics.plan(for: index, zone: zone, dayStartHour: dayStartHour, now: now)
  }

  func plan(_ sessions: KindleSessions, _ titles: KindleTitles) -> ImportPlan {
    let hour = dayStartHour
    return sessions.plan(for: index, titles: titles, zone: zone, dayStartHour: hour, now: now)
  }

  func plan(_ table: TabledSessions) -> ImportPlan {
    table.plan(for: index, zone: zone, dayStartHour: dayStartHour, now: now)
  }

  func plan(_ logbook: ImportedLogbook) -> ImportPlan {
    logbook.plan(zone: zone, dayStartHour: dayStartHour, now: now)
  }

  func plan(_ history: ImportedHistory) -> ImportPlan {
    history.plan(for: stories, zone: zone, zones: zones, now: now)
  }

  func plan(_ library: ImportedLibrary, own: Set<String> = []) -> ImportPlan {
    // A list tells days of the calendar, wherever the person lets theirs begin.
    library.plan(for: index, today: zone.day(at: now, dayStartHour: 0), own: own)
  }
}

extension ImportWish {
  private func sessions(_ bytes: [UInt8]) throws -> TabledSessions {
    try TabledSessions.parse(bytes, columns: columns, only: only, dates: dates)
  }

  fileprivate func plan(
    _ bytes: [UInt8],
    _ format: FileFormat,
    _ moment: PlanMoment,
    _ own: [ShelvedBook]
  ) throws -> PlannedImport {
    switch format {
    case .kindle:
      let plan = moment.plan(try KindleSessions.parse(bytes), titles)
      return PlannedImport(plan: plan, mapping: nil)
    case .sessions:
      let plan = moment.plan(try sessions(bytes))
      return PlannedImport(plan: plan, mapping: nil)
    case .clippings:
      let plan = try Clippings.parse(bytes).plan(for: moment.index)
      return PlannedImport(plan: plan, mapping: nil)
    default:
      if let logbook = try format.logbook(bytes) {
        return PlannedImport(plan: moment.plan(logbook), mapping: nil)
      }
      if let history = try format.history(bytes) {
        return PlannedImport(plan: moment.plan(history), mapping: nil)
      }
      if let library = try format.library(bytes) {
        let wanted = isWishing ? library.wishing : library
        let plan = moment.plan(wanted, own: try GoodreadsFile.rows(own))
        return PlannedImport(plan: plan, mapping: nil)
      }
      let list = try AnyListImport.parse(bytes, columns: columns, dates: dates)
      let wanted = isWishing ? list.library.wishing : list.library
      let plan = try moment.plan(wanted, own: columns.isEmpty ? ExportTable.rows(own) : [])
      return PlannedImport(plan: plan, mapping: list.mapping)
    }
  }
}
