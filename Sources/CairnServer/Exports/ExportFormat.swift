import Cairn
import CairnExchange
import CairnStore

/// What a log can be given out as.
struct ExportFormat: Sendable {
  /// The name in the path.
  let name: String
  /// The kind of the file.
  let type: String
  private let ending: String
  private let write: Write

  /// Writes a log into a file, with or without titles where that is a question.
  private typealias Write = @Sendable (Log, Bool, any ScopedFile, any LogFolder) async throws -> Void

  /// The whole log, a JSON value a line.
  static let cairn = ExportFormat("cairn", "application/x-ndjson", "ndjson") { log, _, file, _ in
    _ = try await log.writeLines { try file.append($0) }
  }
  /// A library as Goodreads gives it out.
  static let goodreads = ExportFormat("goodreads", "text/csv; charset=utf-8", "csv") {
    log,
    _,
    file,
    folder in
    let books = try await log.shelvedBooks()
    try await folder.work { try file.append(GoodreadsFile.write(books)) }
  }
  /// The sessions as a calendar.
  static let ical = ExportFormat("ical", "text/calendar; charset=utf-8", "ics") {
    log,
    titles,
    file,
    folder in
    let make = try await log.calendar(titles: titles)
    try await folder.work { try file.append(make().bytes) }
  }
  /// Each table, and the one that only comes alone.
  private static let tables = (ExportTable.all + [.facts]).map { table in
    ExportFormat(table.name, "text/csv; charset=utf-8", "csv") { log, _, file, folder in
      let make = try await log.table(table)
      try await folder.work { try file.append(make().bytes) }
    }
  }

  /// Every format, in the order they are told of.
  static let all = [cairn] + tables + [goodreads, ical]

  private init(_ name: String, _ type: String, _ ending: String, _ write: @escaping Write) {
    (self.name, self.type, self.ending, self.write) = (name, type, ending, write)
  }

  /// What a browser keeps it as: `cairn-books-2026-03-05.csv`.
  func fileName(on day: LocalDay) -> String {
    "cairn\(self.name == Self.cairn.name ? "" : "-\(name)")-\(day.text).\(ending)"
  }

  /// Writes a log, as it is at one moment, into a file of its folder.
  func file(of log: Log, titles: Bool, in folder: any LogFolder) async throws -> any ScopedFile {
    let file = try await folder.newFile()
    try await write(log, titles, file, folder)
    return file
  }
}
