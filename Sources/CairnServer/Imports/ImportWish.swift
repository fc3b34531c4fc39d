package import Cairn
package import CairnExchange
package import CairnStore

/// What a person says about a file that it does not say itself.
package struct ImportWish: Sendable {
  /// Which column of a CSV file holds what.
  package var columns: [(field: String, column: String)] = []
  /// What `1/2/2026` means in a CSV file.
  package var dates: DateOrder?
  /// What the books of a Kindle are called.
  package var titles = KindleTitles()

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
  /// Throws `input.koreader`, and what is given throws what the parser of the format throws.
  package func plan(
    _ file: any ImportedFile,
    as format: FileFormat,
    _ wish: ImportWish,
    zone: ZoneRules
  ) async throws -> @Sendable () throws -> PlannedImport {
    let moment = PlanMoment(
      index: try await libraryIndex(),
      zone: zone,
      dayStartHour: try await dayStartHour(),
      now: context.environment.now()
    )
    guard format != .koreader else {
      let statistics = try await file.statistics()
      return { PlannedImport(plan: moment.plan(statistics), mapping: nil) }
    }
    // What we gave out as a list of books has nothing to tell us.
    let own = [.goodreads, .csv].contains(format) ? try await shelvedBooks() : []
    return { try wish.plan(file.bytes(), format, moment, own) }
  }
}

/// The log and the time that a file is held against.
private struct PlanMoment: Sendable {
  let index: LibraryIndex
  let zone: ZoneRules
  let dayStartHour: Int64
  let now: Instant

  func plan(_ statistics: KOReaderStatistics) -> ImportPlan {
    statistics.plan(for: index, zone: zone, dayStartHour: dayStartHour, now: now)
  }

  func plan(_ sessions: KindleSessions, _ titles: KindleTitles) -> ImportPlan {
    let hour = dayStartHour
    return sessions.plan(for: index, titles: titles, zone: zone, dayStartHour: hour, now: now)
  }

  func plan(_ logbook: ImportedLogbook) -> ImportPlan {
    logbook.plan(zone: zone, dayStartHour: dayStartHour, now: now)
  }

  func plan(_ library: ImportedLibrary, own: Set<String> = []) -> ImportPlan {
    // A list tells days of the calendar, wherever the person lets theirs begin.
    library.plan(for: index, today: zone.day(at: now, dayStartHour: 0), own: own)
  }
}

extension ImportWish {
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
    case .clippings:
      let plan = try Clippings.parse(bytes).plan(for: moment.index)
      return PlannedImport(plan: plan, mapping: nil)
    default:
      if let logbook = try format.logbook(bytes) {
        return PlannedImport(plan: moment.plan(logbook), mapping: nil)
      }
      if let library = try format.library(bytes) {
        let plan = moment.plan(library, own: try GoodreadsFile.rows(own))
        return PlannedImport(plan: plan, mapping: nil)
      }
      let list = try AnyListImport.parse(bytes, columns: columns, dates: dates)
      let plan = try moment.plan(list.library, own: columns.isEmpty ? ExportTable.rows(own) : [])
      return PlannedImport(plan: plan, mapping: list.mapping)
    }
  }
}
