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
    var report = ImportReport()
    for (index, item) in plan.items.enumerated() {
      try apply(item, from: plan.source, &report)
      try progress(index + 1)
    }
    return report
  }

  private func apply(
    _ item: ImportItem,
    from source: String,
    _ report: inout ImportReport
  ) throws {
    if let reason = try obstacle(to: item, from: source) {
      report.skipped.append(ImportIssue(line: item.line, message: reason))
      return
    }
    var isNew = false
    var changed: [String] = []
    for (index, planned) in item.records.enumerated() {
      let current = try RecordTable.find(planned.kind, planned.id, in: connection)
      guard current?.deletion != Deletion.byPerson else { continue }
      let merge = planned.merge(into: current, from: source)
      report.kept += merge.kept
      guard !merge.set.isEmpty else { continue }
      if index == 0 { isNew = current == nil || current?.deletion != nil }
      changed += merge.set.members.map(\.name)
      try set(merge.set, planned.kind, planned.id)
    }
    let own = [ImportMerge.field(of: source), ImportMerge.row]
    let fields = changed.filter { !own.contains($0) }
    if isNew {
      report.added.append(item)
    } else if !fields.isEmpty {
      report.updated.append(ImportReport.Update(item: item, fields: fields))
    } else {
      report.unchanged += 1
    }
  }

  /// Why an item cannot be taken, or nil.
  private func obstacle(to item: ImportItem, from source: String) throws -> String? {
    guard let first = item.records.first else { return nil }
    let current = try RecordTable.find(first.kind, first.id, in: connection)
    if current?.deletion == Deletion.byPerson {
      return "“\(item.title)” was deleted by you; undo the deletion to take it again."
    }
    let set = first.merge(into: current, from: source).set
    guard first.kind == SessionRecord.kind, set.contains("segments") else { return nil }
    var fields = current?.fields ?? Fields()
    for (name, value) in set.members { fields[name] = value }
    let session = try Session<NoDetail>(recordID: first.id, fields: fields)
    return try obstacle(to: session).map { "“\(item.title)” is left out: \($0)" }
  }

  /// Why a session cannot have its time, or nil.
  private func obstacle(to session: Session<NoDetail>) throws -> String? {
    do throws(CairnError) { try session.timeline.requirePast(now: now) } catch {
      return error.message
    }
    let taken = try SessionQuery.overlapping(
      session.timeline,
      session.kind,
      now,
      in: connection
    ).first { $0.id != session.id }
    return taken.map {
      let of = $0.title.map { " of “\($0)”" } ?? ""
      return "session \($0.shortID.text)\(of) holds that time already."
    }
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
