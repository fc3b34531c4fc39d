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

  /// Keeps a file beside a log; throws `import.unknown_format`, `usage.format` for what means nothing for
  /// it, and what keeping a file throws.
  init(
    _ bytes: [UInt8],
    as format: FileFormat?,
    _ wish: ImportWish,
    in folder: any LogFolder
  ) async throws {
    let format = try format ?? ImportOption.format(wish.said, of: Array(bytes.prefix(8_192)))
    try ImportOption.require(wish.said, format)
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
    sheet.columns = try await columns(visit)
    sheet.said = wish.said(of: sheet.columns, format)
    (sheet.dates, sheet.only, sheet.isWishing) = (wish.dates, wish.only, wish.isWishing)
    do {
      try await look(visit, for: &sheet)
    } catch let error as CairnError where error.isAboutColumns && !sheet.columns.isEmpty {
      (sheet.state, sheet.problem) = (.failed, error)
    }
    return sheet
  }

  /// The names of the columns of a file whose columns can have any.
  private func columns(_ visit: Visit) async throws -> [String] {
    let (file, format) = (file, format)
    guard [.csv, .sessions].contains(format) else { return [] }
    return try await visit.lease.folder.work {
      format == .csv
        ? try AnyListImport.columns(of: file.bytes())
        : try TabledSessions.columns(of: file.bytes())
    }
  }

  /// Notes what taking the file in would bring, and what it is.
  private func look(_ visit: Visit, for sheet: inout ImportSheet) async throws {
    guard format != .cairn else {
      let report = try await visit.log.join(file, dryRun: true).report
      sheet.findings = ImportSheet.Findings(report: .joined(report))
      return
    }
    let planned = try await plan(visit)
    let findings = try await visit.log.look(at: planned.plan)
    sheet.findings = .init(report: .imported(findings), mapping: planned.mapping)
    (sheet.format, sheet.hasWanted) = (planned.format, planned.hasWanted)
  }

  /// Takes the file in as a line of history, once however often; gives `known` where that was done before.
  ///
  /// `begun` hears how many items there are, `progress` how many are done.
  func take(
    _ visit: Visit,
    as line: RecordID,
    known: ImportSheet.Findings,
    begun: @Sendable (Int) async -> Void,
    progress: @escaping @Sendable (Int) -> Void
  ) async throws -> ImportSheet.Findings {
    guard format != .cairn else {
      // Into an empty log it is no line of history: the copy is what leads back then.
      try await visit.lease.backUp(at: visit.now)
      let (report, line) = try await visit.log.join(file, dryRun: false)
      return ImportSheet.Findings(report: .joined(report), line: line)
    }
    let planned = try await plan(visit)
    await begun(planned.plan.items.count)
    let (brought, line) = try await visit.log.take(planned.plan, as: line, progress)
    var findings = known
    if let brought { findings = .init(report: .imported(brought), mapping: planned.mapping) }
    findings.line = line
    return findings
  }

  private func plan(_ visit: Visit) async throws -> PlannedImport {
    let make = try await visit.log.plan(file, as: format, wish, zone: visit.zone)
    return try await visit.lease.folder.work(make)
  }
}

extension Log {
  fileprivate func look(at plan: ImportPlan) async throws -> ImportFindings {
    ImportFindings(try await apply(plan, dryRun: true) { _ in }, plan, most: ImportSheet.most)
  }

  /// Applies a plan as a line of history, once: gives nil for what it brought where that was done before, by whoever
  /// could not tell of it.
  fileprivate func take(
    _ plan: ImportPlan,
    as line: RecordID,
    _ progress: @escaping @Sendable (Int) -> Void
  ) async throws -> (ImportFindings?, RecordID?) {
    try await write(plan.title) { writer in
      if let done = try writer.beginBatch(line) { return (nil, done) }
      let report = try writer.apply(plan) { progress($0) }
      return (ImportFindings(report, plan, most: ImportSheet.most), writer.line)
    }
  }
}
