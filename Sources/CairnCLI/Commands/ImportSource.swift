import Cairn
import CairnExchange
import CairnStore

/// A file to import, and what it is.
struct ImportSource: Sendable {
  private let format: FileFormat?
  private let path: String
  private let choices: ImportChoices

  /// Reads `FILE` or `FORMAT FILE`; throws `usage.format`.
  init(_ words: [String], _ choices: ImportChoices) throws(CairnError) {
    self.choices = choices
    guard words.count <= 2 else {
      throw CairnError(
        "usage.format",
        "\(words.count) words are too many: one file is imported at a time.",
        hint: "Put a name with blanks in quotes."
      )
    }
    path = words[words.count - 1]
    let named = words.count == 2 ? try Self.format(words[0]) : nil
    format = named ?? choices.format
  }

  private static func format(_ name: String) throws(CairnError) -> FileFormat {
    if let format = FileFormat(named: name) { return format }
    throw CairnError(
      "usage.format",
      "“\(name)” is no format that can be imported.",
      hint: "Formats are \(FileFormat.all.map(\.name).joined(separator: ", "))."
    )
  }

  /// Imports the file and shows what came of it.
  func run(_ log: Log, _ surroundings: Surroundings, isDry: Bool) async throws -> ExitCode {
    let bytes = try read()
    let format = try format ?? FileFormat(sniffing: bytes)
    if format == .cairn { return try await join(bytes, log, surroundings, isDry) }
    let plan = try await plan(bytes, format, log, surroundings, isDry)
    return try await surroundings.apply(plan, to: log, isDry: isDry)
  }

  private func plan(
    _ bytes: [UInt8],
    _ format: FileFormat,
    _ log: Log,
    _ surroundings: Surroundings,
    _ isDry: Bool
  ) async throws -> ImportPlan {
    let index = try await log.libraryIndex()
    if let library = try choices.library(bytes, format, surroundings, isDry) {
      return library.plan(for: index)
    }
    let (zone, hour) = (surroundings.zone, try await log.dayStartHour())
    guard format == .kindle else {
      let statistics = try await KOReaderFile.read(path)
      return statistics.plan(for: index, zone: zone, dayStartHour: hour)
    }
    let sessions = try KindleSessions.parse(bytes)
    let titles = try choices.titles()
    return sessions.plan(for: index, titles: titles, zone: zone, dayStartHour: hour)
  }

  /// The whole text, or just the beginning of a database: that is read by its own pages.
  private func read() throws(CairnError) -> [UInt8] {
    guard format != .koreader else { return [] }
    return try Files.read(path, limit: LogFile.sizeLimit) { beginning in
      format == nil && (try? FileFormat(sniffing: beginning)) == .koreader
    }
  }

  private func join(
    _ bytes: [UInt8],
    _ log: Log,
    _ surroundings: Surroundings,
    _ isDry: Bool
  ) async throws -> ExitCode {
    let file = try LogFile(bytes)
    let report = try await log.join(file, dryRun: true)
    guard !isDry, report.isNews else {
      surroundings.show(report, isDry: isDry)
      return .done
    }
    let backup = try await surroundings.directory.backUp(before: "import", at: surroundings.now)
    surroundings.show(try await log.join(file, dryRun: false), isDry: false)
    if !surroundings.wantsJSON {
      surroundings.output.say("`cairn restore \(backup.visible)` takes all of it back.")
    }
    return .done
  }
}

extension Log {
  /// Joins an exported log to this one, all or nothing; with `dryRun` only tells what it would
  /// bring.
  fileprivate func join(_ file: LogFile, dryRun: Bool) async throws -> JoinReport {
    do {
      return try await write("Join a log") { writer in
        var report = JoinReport()
        try file.each { line in
          switch line {
          case .record(let record):
            try writer.join(record, &report)
          case .mutation(let mutation):
            try writer.join(mutation, &report)
          default: break
          }
        }
        if dryRun { throw DryJoin(report: report) }
        return report
      }
    } catch let only as DryJoin {
      return only.report
    }
  }
}

private struct DryJoin: Error {
  let report: JoinReport
}

extension Surroundings {
  fileprivate func show(_ report: JoinReport, isDry: Bool) {
    if wantsJSON { return output.print(report.json.text) }
    for problem in report.unreadable { output.warn("  ! \(problem.visible)") }
    output.say(
      "\(isDry ? "Would take" : "Took") \(counted(Int64(report.records), "record")) and "
        + "\(counted(Int64(report.mutations), "mutation")); \(report.known) known already."
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
      ("unreadable", .array(unreadable.map { .string($0) }))
    )
  }
}
