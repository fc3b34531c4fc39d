public import Cairn

extension LogWriter {
  /// Applies an import plan as one history entry that can be undone.
  ///
  /// Passes the number of finished items to `progress`. Idempotent: a repeated import changes nothing and adds no
  /// entry. Skips and reports records that the person deleted, and sessions with occupied time.
  public func apply(
    _ plan: ImportPlan,
    progress: (Int) throws -> Void
  ) throws -> ImportReport {
    title = plan.title
    beginBatch()
    var run = ImportRun(plan, self)
    for (index, item) in plan.items.enumerated() {
      try run.apply(item)
      try progress(index + 1)
    }
    return run.report
  }
}

extension Log {
  /// Applies an import plan; with `dryRun` reports the exact result and changes nothing.
  public func apply(
    _ plan: ImportPlan,
    dryRun: Bool,
    progress: @escaping @Sendable (Int) throws -> Void
  ) async throws -> ImportReport {
    do {
      return try await write(plan.title) { writer in
        let report = try writer.apply(plan, progress: progress)
        if dryRun { throw DryRun(report: report) }
        return report
      }
    } catch let only as DryRun {
      return only.report
    }
  }

  private struct DryRun: Error {
    let report: ImportReport
  }
}
