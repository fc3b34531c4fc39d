public import Cairn
import CairnSQL

extension LogWriter {
  /// Applies a plan as one line of history that is undone as one.
  ///
  /// `progress` hears how many items are done. A second run of the same plan changes nothing and
  /// leaves no line. What the person deleted stays deleted, and a session whose time is taken by
  /// another is left out; both are reported.
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
  /// Applies a plan, or with `dryRun` tells exactly what it would do and changes nothing.
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
