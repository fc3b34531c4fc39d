import Cairn
import CairnExchange
import CairnJSON
import CairnReports
import CairnStore
import CairnTransfer

/// A file or server address to import, with its format.
struct ImportSource: Sendable {
  private let format: FileFormat?
  private let path: String
  private let choices: ImportChoices

  /// Reads `FILE` or `FORMAT FILE`; throws `usage.format`.
  init(_ words: [String], _ choices: ImportChoices) throws(CairnError) {
    guard words.count <= 2 else {
      throw CairnError(
        "usage.format",
        "\(words.count) words were given, but one file is imported at a time.",
        hint: "Put quotes around a name with spaces."
      )
    }
    self.choices = choices
    path = words[words.count - 1]
    format = try words.count == 2 ? Self.format(words[0]) : nil
  }

  private static func format(_ name: String) throws(CairnError) -> FileFormat {
    if let format = FileFormat(named: name) { return format }
    throw CairnError(
      "usage.format",
      "“\(name)” is not an import format.",
      hint: "Choose one of \(FileFormat.all.map(\.name).joined(separator: ", "))."
    )
  }

  /// Imports the file and shows the result.
  func run(_ log: Log, _ context: CommandContext, isDry: Bool) async throws -> ExitCode {
    if AudiobookshelfServer.isAddress(path) { return try await pull(log, context, isDry) }
    let file = try ImportFile(path) { (beginning) throws(CairnError) in
      try limit(for: beginning)
    }
    defer { file.remove() }
    let format = try format(of: file.beginning)
    if format == .cairn { return try await merge(file, log, context, isDry) }
    let plan = try await plan(file, format, log, context, isDry)
    return try await context.apply(plan, to: log, isDry: isDry)
  }

  /// Imports from a server; all requests finish before the first write.
  private func pull(
    _ log: Log,
    _ context: CommandContext,
    _ isDry: Bool
  ) async throws -> ExitCode {
    guard (format ?? .audiobookshelf) == .audiobookshelf else { throw Self.noServer }
    let key = try choices.key(context.variable)
    let server = try AudiobookshelfServer(path, key: key, transport: context.web)
    let plan = try await log.plan(server.history().history, zone: context.zone)
    return try await context.apply(plan, to: log, isDry: isDry)
  }

  private static let noServer = CairnError(
    "usage.format",
    "Only Audiobookshelf can be imported over the network.",
    hint: "Run `cairn import audiobookshelf ADDRESS`, or give a file."
  )

  private func plan(
    _ file: ImportFile,
    _ format: FileFormat,
    _ log: Log,
    _ context: CommandContext,
    _ isDry: Bool
  ) async throws -> ImportPlan {
    let options = try choices.options
    let planned = try await log.plan(file, as: format, options, zone: context.zone)()
    if let mapping = planned.mapping, !context.wantsData {
      context.show(mapping, isDry: isDry)
    }
    return planned.plan
  }

  private func format(of beginning: [UInt8]) throws(CairnError) -> FileFormat {
    try choices.format(format, of: beginning)
  }

  /// Returns the size limit for a file with this beginning; throws early if the format cannot match.
  private func limit(for beginning: [UInt8]) throws(CairnError) -> Int {
    let format = try format(of: beginning)
    switch format {
    case .cairn:
      // The first line is the short header.
      guard beginning.contains(0x0A) || beginning.count < 8_192 else { throw LogReader.notALog }
      return LogReader.sizeLimit
    case .database, .koreader, .kobo, .tautulli:
      guard FileFormat.isDatabase(beginning) else {
        throw ForeignDatabase.refusal(of: format, "The input", "it is not an SQLite database")
      }
      // SQLite reads only the pages it needs.
      return path == "-" ? LogReader.sizeLimit : .max
    case .openreads where ZipArchive.recognizes(beginning),
      .audible where ZipArchive.recognizes(beginning):
      return ZipArchive.sizeLimit
    case .audiobookshelf: return ZipArchive.sizeLimit
    default: return CSVLimits.standard.fileBytes
    }
  }

  private func merge(
    _ file: ImportFile,
    _ log: Log,
    _ context: CommandContext,
    _ isDry: Bool
  ) async throws -> ExitCode {
    let (report, _) = try await log.merge(file, dryRun: true)
    guard !isDry, report.hasChanges else {
      context.show(report, isDry: isDry)
      return .done
    }
    let backup = try await context.directory.backUp(before: "import", at: context.now)
    let (done, _) = try await log.merge(file, dryRun: false)
    context.show(done, isDry: false)
    if !context.wantsData {
      let way = done.isUndoable ? "cairn undo" : "cairn restore \(backup.visible.quotedForShell)"
      context.output.info("Undo this with `\(way)`.")
    }
    return .done
  }
}

extension CommandContext {
  fileprivate func show(_ report: LogMergeReport, isDry: Bool) {
    if wantsData { return output.print(data: LogMergeSummary(report)) }
    for problem in report.unreadable { output.warn("  ! \(problem.visible)") }
    for issue in report.ended + report.skipped { warn(issue) }
    output.info(
      "\(isDry ? "Would import" : "Imported") \(counted(report.records, "record")) and "
        + "\(counted(report.mutations, "mutation")); \(report.known) unchanged"
        + "\(report.skipped.isEmpty ? "" : ", \(report.skipped.count) skipped")."
    )
    guard !report.unreadable.isEmpty else { return }
    output.warn("This version cannot read \(report.unreadable.count) of them; they are kept.")
  }
}

extension LogMergeReport {
  fileprivate var hasChanges: Bool { records + mutations > 0 }
}
