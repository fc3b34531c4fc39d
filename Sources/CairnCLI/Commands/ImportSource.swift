import Cairn
import CairnExchange
import CairnStore

/// A file to import, and what it is.
struct ImportSource: Sendable {
  /// The formats that can be named.
  static let formats = ["goodreads", "koreader", "cairn"]

  private let format: String?
  private let path: String

  /// Reads `FILE` or `FORMAT FILE`; throws `usage.format`.
  init(_ words: [String]) throws(CairnError) {
    guard words.count <= 2 else {
      throw CairnError(
        "usage.format",
        "\(words.count) words are too many: one file is imported at a time.",
        hint: "Put a name with blanks in quotes."
      )
    }
    path = words[words.count - 1]
    format = words.count == 2 ? words[0] : nil
    if let format, !Self.formats.contains(format) {
      throw CairnError(
        "usage.format",
        "“\(format)” is no format that can be imported.",
        hint: "Formats are \(Self.formats.joined(separator: ", "))."
      )
    }
  }

  /// Imports the file and shows what came of it.
  func run(_ log: Log, _ surroundings: Surroundings, isDry: Bool) async throws -> ExitCode {
    let file = try ImportFile(path) { (beginning) throws(CairnError) in
      try limit(for: beginning)
    }
    defer { file.remove() }
    switch try formatName(of: file.beginning) {
    case "cairn":
      return try await join(file, log, surroundings, isDry)
    case "goodreads":
      let export = try GoodreadsExport.parse(file.bytes())
      let plan = export.plan(for: try await log.libraryIndex())
      return try await surroundings.apply(plan, to: log, isDry: isDry)
    default:
      let statistics = try await KOReaderFile.read(file.path, name: file.name, opened: file.remove)
      let plan = statistics.plan(
        for: try await log.libraryIndex(),
        zone: surroundings.zone,
        dayStartHour: try await log.dayStartHour()
      )
      return try await surroundings.apply(plan, to: log, isDry: isDry)
    }
  }

  private func formatName(of beginning: [UInt8]) throws(CairnError) -> String {
    if let format { return format }
    return try FileFormat(sniffing: beginning).name
  }

  /// How many bytes a file may have that begins like this; refuses at once what cannot be of the
  /// format.
  private func limit(for beginning: [UInt8]) throws(CairnError) -> Int {
    switch try formatName(of: beginning) {
    case "goodreads": return CSVLimits.standard.fileBytes
    case "cairn":
      // The first line is the header, which is short.
      guard beginning.contains(0x0A) || beginning.count < 8_192 else { throw LogReader.notALog }
      return LogReader.sizeLimit
    default:
      guard (try? FileFormat(sniffing: beginning)) == .koreader else { throw Self.noDatabase }
      // SQLite reads what it needs, and no more.
      return path == "-" ? LogReader.sizeLimit : .max
    }
  }

  private static var noDatabase: CairnError {
    CairnError(
      "input.koreader",
      "What was given is not a statistics database of KOReader: it is no SQLite database.",
      hint: "Copy statistics.sqlite3 from the folder koreader/settings while KOReader is closed."
    )
  }

  private func join(
    _ file: ImportFile,
    _ log: Log,
    _ surroundings: Surroundings,
    _ isDry: Bool
  ) async throws -> ExitCode {
    let report = try await log.join(file, dryRun: true)
    guard !isDry, report.isNews else {
      surroundings.show(report, isDry: isDry)
      return .done
    }
    let backup = try await surroundings.directory.backUp(before: "import", at: surroundings.now)
    let done = try await log.join(file, dryRun: false)
    surroundings.show(done, isDry: false)
    if !surroundings.wantsJSON {
      let way = done.isUndoable ? "cairn undo" : "cairn restore \(backup.visible)"
      surroundings.output.say("`\(way)` takes all of it back.")
    }
    return .done
  }
}

extension Log {
  /// Joins an exported log to this one, all or nothing; with `dryRun` only tells what it would
  /// bring.
  fileprivate func join(_ file: ImportFile, dryRun: Bool) async throws -> JoinReport {
    do {
      return try await write("Join a log") { writer in
        let report = try Self.join(file, writer)
        if dryRun { throw DryJoin(report: report) }
        let records = report.records == 1 ? "1 record" : "\(report.records) records"
        writer.title = "Join a log of \(records)"
        return report
      }
    } catch let only as DryJoin {
      return only.report
    }
  }

  private static func join(_ file: ImportFile, _ writer: LogWriter) throws -> JoinReport {
    var (join, reader) = (try LogJoin(writer), LogReader())
    let take = { (line: LogLine, number: Int) in
      switch line {
      case .record(let record): try join.take(record, line: number)
      case .mutation(let mutation): try join.take(mutation)
      default: break
      }
    }
    try file.eachBlock { try reader.take($0, take) }
    try reader.finish(take)
    return try join.finish()
  }
}

private struct DryJoin: Error {
  let report: JoinReport
}

extension Surroundings {
  fileprivate func show(_ report: JoinReport, isDry: Bool) {
    if wantsJSON { return output.print(report.json.text) }
    for problem in report.unreadable { output.warn("  ! \(problem.visible)") }
    for issue in report.ended + report.skipped { warn(issue) }
    output.say(
      "\(isDry ? "Would take" : "Took") \(counted(Int64(report.records), "record")) and "
        + "\(counted(Int64(report.mutations), "mutation")); \(report.known) known already"
        + "\(report.skipped.isEmpty ? "" : ", \(report.skipped.count) left out")."
    )
    guard !report.unreadable.isEmpty else { return }
    output.warn("\(report.unreadable.count) of them this version cannot read; they are kept.")
  }
}

extension JoinReport {
  fileprivate var isNews: Bool { records + mutations > 0 }

  fileprivate var json: JSON {
    .members(
      ("records", .integer(Int64(records))),
      ("history", .integer(Int64(mutations))),
      ("known", .integer(Int64(known))),
      ("unreadable", .array(unreadable.map { .string($0) })),
      ("ended", .array(ended.map(\.json))),
      ("skipped", .array(skipped.map(\.json)))
    )
  }
}
