import Cairn
import CairnExchange
import CairnStore

/// A file on its way into a log.
struct ImportJob: Sendable {
  let file: any ScopedFile
  let format: FileFormat
  var options: ImportOptions

  /// A file that is kept already.
  init(_ file: any ScopedFile, _ format: FileFormat, _ options: ImportOptions) {
    (self.file, self.format, self.options) = (file, format, options)
  }

  /// Keeps a file beside a log; throws `import.unknown_format`, `usage.format` for what means nothing for
  /// it, and what keeping a file throws.
  init(
    _ bytes: [UInt8],
    as format: FileFormat?,
    _ options: ImportOptions,
    in folder: any LogFolder
  ) async throws {
    let format = try format ?? ImportOption.format(options.said, of: Array(bytes.prefix(8_192)))
    try ImportOption.require(options.said, format)
    let file = try await folder.newFile()
    try await folder.work { try file.append(bytes) }
    (self.file, self.format, self.options) = (file, format, options)
  }

  /// What the file would bring, under an id.
  ///
  /// Of a list with columns that are not clear it tells why; throws what the parser of the format
  /// throws.
  func job(_ id: RecordID, _ context: AuthenticatedContext) async throws -> ImportJobState {
    let nothing = ImportJobState.Findings(report: .imported(ImportResult()))
    var job = ImportJobState(id: id, format: format, madeAt: context.now, findings: nothing)
    job.columns = try await columns(context)
    job.said = options.said(of: job.columns, format)
    (job.dates, job.only, job.isWishing) = (options.dates, options.only, options.isWishing)
    do {
      try await look(context, for: &job)
    } catch let error as CairnError where error.isAboutColumns && !job.columns.isEmpty {
      (job.state, job.problem) = (.failed, error)
    }
    return job
  }

  /// The names of the columns of a file whose columns can have any.
  private func columns(_ context: AuthenticatedContext) async throws -> [String] {
    let (file, format) = (file, format)
    guard [.csv, .sessions].contains(format) else { return [] }
    return try await context.lease.folder.work {
      format == .csv
        ? try AnyListImport.columns(of: file.bytes())
        : try TabledSessions.columns(of: file.bytes())
    }
  }

  /// Notes what taking the file in would bring, and what it is.
  private func look(_ context: AuthenticatedContext, for job: inout ImportJobState) async throws {
    guard format != .cairn else {
      let report = try await context.log.join(file, dryRun: true).report
      job.findings = ImportJobState.Findings(report: .joined(report))
      return
    }
    let planned = try await plan(context)
    let findings = try await context.log.look(at: planned.plan)
    job.findings = .init(report: .imported(findings), mapping: planned.mapping)
    (job.format, job.hasWanted) = (planned.format, planned.hasWanted)
  }

  /// Takes the file in as a line of history, once however often; gives `known` where that was done before.
  ///
  /// `begun` hears how many items there are, `progress` how many are done.
  func take(
    _ context: AuthenticatedContext,
    as line: RecordID,
    known: ImportJobState.Findings,
    begun: @Sendable (Int) async -> Void,
    progress: @escaping @Sendable (Int) -> Void
  ) async throws -> ImportJobState.Findings {
    guard format != .cairn else {
      // Into an empty log it is no line of history: the copy is what leads back then.
      try await context.lease.backUp(at: context.now)
      let (report, line) = try await context.log.join(file, dryRun: false)
      return ImportJobState.Findings(report: .joined(report), line: line)
    }
    let planned = try await plan(context)
    await begun(planned.plan.items.count)
    let (brought, line) = try await context.log.take(planned.plan, as: line, progress)
    var findings = known
    if let brought { findings = .init(report: .imported(brought), mapping: planned.mapping) }
    findings.line = line
    return findings
  }

  private func plan(_ context: AuthenticatedContext) async throws -> PlannedImport {
    let make = try await context.log.plan(file, as: format, options, zone: context.zone)
    return try await context.lease.folder.work(make)
  }
}

extension Log {
  fileprivate func look(at plan: ImportPlan) async throws -> ImportResult {
    ImportResult(try await apply(plan, dryRun: true) { _ in }, plan, most: ImportJobState.most)
  }

  /// Applies a plan as a line of history, once: gives nil for what it brought where that was done before, by whoever
  /// could not tell of it.
  fileprivate func take(
    _ plan: ImportPlan,
    as line: RecordID,
    _ progress: @escaping @Sendable (Int) -> Void
  ) async throws -> (ImportResult?, RecordID?) {
    try await write(plan.title) { writer in
      if let done = try writer.beginBatch(line) { return (nil, done) }
      let report = try writer.apply(plan) { progress($0) }
      return (ImportResult(report, plan, most: ImportJobState.most), writer.line)
    }
  }
}
