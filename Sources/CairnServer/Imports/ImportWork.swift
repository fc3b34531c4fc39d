import Cairn
import CairnExchange
import CairnStore

/// A file on its way into a log.
struct ImportWork: Sendable {
  let file: any KeptFile
  let format: FileFormat
  var wish: ImportWish

  /// A file that is kept already.
  init(_ file: any KeptFile, _ format: FileFormat, _ wish: ImportWish) {
    (self.file, self.format, self.wish) = (file, format, wish)
  }

  /// Keeps a file beside a log; throws `import.unknown_format`, and what keeping a file throws.
  init(
    _ bytes: [UInt8],
    as format: FileFormat?,
    _ wish: ImportWish,
    in folder: any LogFolder
  ) async throws {
    let isList = !wish.columns.isEmpty || wish.dates != nil
    let format = try format ?? (isList ? .csv : FileFormat(sniffing: Array(bytes.prefix(8_192))))
    if isList, format != .csv {
      throw CairnError.field("format", "takes csv, where it is said what columns or dates mean")
    }
    let file = try await folder.newFile()
    try await folder.work { try file.append(bytes) }
    (self.file, self.format, self.wish) = (file, format, wish)
  }

  /// What the file would bring, under an id.
  ///
  /// Of a list with columns that are not clear it tells why; throws what the parser of the format
  /// throws.
  func sheet(_ id: RecordID, _ visit: Visit) async throws -> ImportSheet {
    let nothing = ImportSheet.Findings(report: .imported(ImportFindings()))
    var sheet = ImportSheet(id: id, format: format, madeAt: visit.now, findings: nothing)
    let file = file
    if format == .csv {
      sheet.columns = try await visit.lease.folder.work {
        try AnyListImport.columns(of: file.bytes())
      }
    }
    sheet.said = wish.said(of: sheet.columns)
    sheet.dates = wish.dates
    do {
      sheet.findings = try await run(visit, dryRun: true)
    } catch let error as CairnError where error.isAboutColumns && format == .csv {
      (sheet.state, sheet.problem) = (.failed, error)
    }
    return sheet
  }

  /// Takes the file in, or with `dryRun` tells what that would bring.
  ///
  /// `begun` hears how many items there are, `progress` how many are done.
  func run(
    _ visit: Visit,
    dryRun: Bool,
    begun: @Sendable (Int) async -> Void = { _ in },
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> ImportSheet.Findings {
    let log = visit.log
    guard format != .cairn else {
      // Into an empty log it is no line of history: the copy is what leads back then.
      if !dryRun { try await visit.lease.backUp(at: visit.now) }
      let (report, line) = try await log.join(file, dryRun: dryRun)
      return ImportSheet.Findings(report: .joined(report), line: line)
    }
    let make = try await log.plan(file, as: format, wish, zone: visit.zone)
    let planned = try await visit.lease.folder.work(make)
    await begun(planned.plan.items.count)
    let (report, line) = try await log.take(planned.plan, dryRun, progress)
    let findings = ImportFindings(report, planned.plan, most: ImportSheet.most)
    return ImportSheet.Findings(
      report: .imported(findings),
      mapping: planned.mapping,
      line: line
    )
  }
}

extension Log {
  fileprivate func take(
    _ plan: ImportPlan,
    _ isDry: Bool,
    _ progress: @escaping @Sendable (Int) -> Void
  ) async throws -> (ImportReport, RecordID?) {
    guard !isDry else { return (try await apply(plan, dryRun: true) { _ in }, nil) }
    return try await write(plan.title) { writer in
      let report = try writer.apply(plan) { progress($0) }
      return (report, writer.line)
    }
  }
}
