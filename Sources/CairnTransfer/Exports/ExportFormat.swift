package import Cairn
import CairnExchange
package import CairnStore

/// A format in which a log can be exported.
package struct ExportFormat: Sendable {
  /// The name in the path.
  package let name: String
  /// The media type of the file.
  package let type: String
  private let ending: String
  private let write: Write

  /// Writes a log to a file; the flag includes titles, which only the calendar can omit.
  private typealias Write =
    @Sendable (Log, Bool, any ScopedFile, any LogFolder) async throws -> Void

  /// The whole log as JSON Lines.
  static let cairn = ExportFormat("cairn", "application/x-ndjson", "ndjson") { log, _, file, _ in
    _ = try await log.writeLines { try file.append($0) }
  }
  /// The library in the CSV format of a Goodreads export.
  static let goodreads = ExportFormat("goodreads", "text/csv; charset=utf-8", "csv") {
    log,
    _,
    file,
    folder in
    let books = try await log.shelvedBooks()
    try await folder.work { try file.append(GoodreadsFile.write(books)) }
  }
  /// The sessions as an iCalendar file.
  static let ical = ExportFormat("ical", "text/calendar; charset=utf-8", "ics") {
    log,
    titles,
    file,
    folder in
    let make = try await log.calendar(titles: titles)
    try await folder.work { try file.append(make().bytes) }
  }
  /// Each table, and `facts`, which is never part of an export of all tables.
  private static let tables = (ExportTable.all + [.facts]).map(csv)

  private static func csv(_ table: ExportTable) -> ExportFormat {
    ExportFormat(table.name, "text/csv; charset=utf-8", "csv") { log, _, file, folder in
      let make = try await log.table(table)
      try await folder.work { try file.append(make().bytes) }
    }
  }

  /// All formats of the built-in kinds, in the order of the documentation.
  package static let all = [cairn] + tables + [goodreads, ical]

  /// Returns all formats of a program that knows these kinds.
  package static func all(_ modules: [KindModule]) -> [ExportFormat] {
    all + modules.fielded.map { csv(ExportTable($0)) }
  }

  private init(_ name: String, _ type: String, _ ending: String, _ write: @escaping Write) {
    (self.name, self.type, self.ending, self.write) = (name, type, ending, write)
  }

  /// Returns the download's file name: `cairn-books-2026-03-05.csv`.
  package func fileName(on day: LocalDay) -> String {
    "cairn\(self.name == Self.cairn.name ? "" : "-\(name)")-\(day.text).\(ending)"
  }

  /// Writes a snapshot of a log to a temporary file in its folder.
  package func file(of log: Log, titles: Bool, in folder: any LogFolder) async throws
    -> any ScopedFile
  {
    let file = try await folder.newFile()
    try await write(log, titles, file, folder)
    return file
  }
}
