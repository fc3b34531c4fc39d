import Cairn
import CairnExchange
import CairnReports
import CairnStore
import CairnAccounts
import CairnTransfer

/// An uploaded file with its format and import options.
struct ImportJob: Sendable {
  let file: any ScopedFile
  let format: FileFormat
  var options: ImportOptions

  /// Creates a job for a stored file.
  init(_ file: any ScopedFile, _ format: FileFormat, _ options: ImportOptions) {
    (self.file, self.format, self.options) = (file, format, options)
  }

  /// Stores a file in the folder of a log.
  ///
  /// Throws `import.unknown_format`, `usage.format` for an option that does not apply, and errors of writing the
  /// file.
  init(
    _ bytes: [UInt8],
    as format: FileFormat?,
    _ options: ImportOptions,
    in folder: any LogFolder
  ) async throws {
    let format =
      try format ?? ImportOption.format(options.specified, of: Array(bytes.prefix(8_192)))
    try ImportOption.require(options.specified, format)
    let file = try await folder.newFile()
    try await folder.work { try file.append(bytes) }
    (self.file, self.format, self.options) = (file, format, options)
  }

  /// Returns a preview of the import under an id.
  ///
  /// For CSV with ambiguous columns, the preview contains the problem. Throws the errors of the format's parser.
  func job(_ id: RecordID, _ context: AuthenticatedContext) async throws -> ImportJobState {
    let nothing = ImportJobState.Outcome(report: .imported(ImportResult()))
    var job = ImportJobState(id: id, format: format, createdAt: context.now, outcome: nothing)
    job.columns = try await columns(context)
    job.specified = options.columns(among: job.columns, for: format)
    (job.dates, job.only, job.importsToWishlist) = (
      options.dates, options.only, options.importsToWishlist
    )
    do {
      try await preview(context, for: &job)
    } catch let error as CairnError where error.isAboutColumns && !job.columns.isEmpty {
      (job.state, job.problem) = (.failed, error)
    }
    return job
  }

  /// Returns the column names of a CSV file whose columns the person can map.
  private func columns(_ context: AuthenticatedContext) async throws -> [String] {
    let (file, format) = (file, format)
    guard [.csv, .sessions].contains(format) else { return [] }
    return try await context.lease.folder.parse {
      format == .csv
        ? try AnyListImport.columns(of: file.bytes())
        : try ReadingSessionTable.columns(of: file.bytes())
    }
  }

  /// Adds the preview and the detected format to the job's state.
  private func preview(_ context: AuthenticatedContext, for job: inout ImportJobState) async throws
  {
    guard format != .cairn else {
      let report = try await context.log.merge(file, dryRun: true).report
      job.outcome = ImportJobState.Outcome(report: .merged(report))
      return
    }
    let planned = try await plan(context)
    let outcome = try await context.log.preview(at: planned.plan)
    job.outcome = .init(report: .imported(outcome), mapping: planned.mapping)
    (job.format, job.offersWishlist) = (planned.format, planned.offersWishlist)
  }

  /// Applies the import idempotently as one history entry; returns `known` if it was applied before.
  ///
  /// `begun` receives the number of items, `progress` the number done.
  func perform(
    _ context: AuthenticatedContext,
    as entry: RecordID,
    known: ImportJobState.Outcome,
    begun: @Sendable (Int) async -> Void,
    progress: @escaping @Sendable (Int) -> Void
  ) async throws -> ImportJobState.Outcome {
    guard format != .cairn else {
      // Merging into an empty log creates no history entry, so the backup is the only way to undo it.
      try await context.lease.backUp(at: context.now)
      let (report, entry) = try await context.log.merge(file, dryRun: false)
      return ImportJobState.Outcome(report: .merged(report), entry: entry)
    }
    let planned = try await plan(context)
    await begun(planned.plan.items.count)
    let (result, entry) = try await context.log.perform(planned.plan, as: entry, progress)
    var outcome = known
    if let result { outcome = .init(report: .imported(result), mapping: planned.mapping) }
    outcome.entry = entry
    return outcome
  }

  private func plan(_ context: AuthenticatedContext) async throws -> PlannedImport {
    let make = try await context.log.plan(file, as: format, options, zone: context.zone)
    return try await context.lease.folder.parse(make)
  }
}

extension LogFolder {
  /// Runs the parsing of a file outside the thread pool; ends it early and throws once the task is cancelled.
  func parse<Result: Sendable>(
    _ parse: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    let isCancelled = LockedValue(false)
    return try await withTaskCancellationHandler {
      do {
        return try await work {
          try ImportCancellation.$isRequested.withValue({ isCancelled.withLock(\.self) }) {
            try parse()
          }
        }
      } catch {
        try Task.checkCancellation()
        throw error
      }
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
  }
}

extension Log {
  fileprivate func preview(at plan: ImportPlan) async throws -> ImportResult {
    ImportResult(try await apply(plan, dryRun: true) { _ in }, plan, limit: ImportJobState.limit)
  }

  /// Applies a plan once as a history entry.
  ///
  /// Returns no result if an earlier run applied it and could not report that.
  fileprivate func perform(
    _ plan: ImportPlan,
    as entry: RecordID,
    _ progress: @escaping @Sendable (Int) -> Void
  ) async throws -> (ImportResult?, RecordID?) {
    try await write(plan.title) { writer in
      if let done = try writer.beginBatch(entry) { return (nil, done) }
      let report = try writer.apply(plan) { progress($0) }
      return (ImportResult(report, plan, limit: ImportJobState.limit), writer.entryID)
    }
  }
}
