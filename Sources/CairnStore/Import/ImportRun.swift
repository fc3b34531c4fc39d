import Cairn
import CairnReports

/// An import in progress.
struct ImportRun {
  private(set) var report = ImportReport()
  private let source: String
  /// The ids of the import's records, which distinguish its sessions from those of an earlier import.
  private let planned: Set<RecordID>
  private let writer: LogWriter
  /// The ids of skipped books and stories that the person deleted.
  private var deleted: Set<String> = []

  init(_ plan: ImportPlan, _ writer: LogWriter) {
    source = plan.source
    planned = Set(plan.items.compactMap { $0.records.first?.id })
    self.writer = writer
  }

  /// A planned record with the stored one and the fields to set.
  private struct Step {
    let record: PlannedRecord
    let current: Record?
    let merge: ImportMerge

    /// Whether a session gets additional time: it is new, restored or longer.
    var gainsTime: Bool {
      (["segments"] + RecordField.existence).contains { merge.set.contains($0) }
    }

    /// Whether no such record exists, or it is deleted.
    var isNew: Bool { current == nil || current?.deletion != nil }

    /// The fields after the import.
    var after: Fields {
      var after = current?.fields ?? Fields()
      for (name, value) in merge.set.members { after[name] = value }
      return after
    }
  }

  mutating func apply(_ item: ImportItem) throws {
    // A deleted book or story is reported once, not again for its annotations or sessions.
    if let record = item.records.first, let owner = Self.owner(of: record), deleted.contains(owner)
    {
      return
    }
    let steps = try item.records.map { record -> Step in
      let current = try RecordTable.find(record.kind, record.id, in: writer.connection)
      return Step(
        record: record,
        current: current,
        merge: record.merge(into: current, from: source)
      )
    }
    if let reason = try skipReason(for: item, steps) {
      report.skipped.append(ImportIssue(line: item.line, message: reason))
      return
    }
    if item.isAllOrNothing, let first = steps.first, !first.isNew {
      report.unchanged += 1
      return
    }
    let wanted = steps.filter { $0.current?.deletion != Deletion.byPerson }
    for step in wanted where !step.merge.set.isEmpty {
      try writer.set(step.merge.set, step.record.kind, step.record.id)
    }
    count(item, wanted)
  }

  /// Returns the book of an annotation or the story of a session; nil for other records.
  private static func owner(of record: PlannedRecord) -> String? {
    let name = record.kind == Annotation.recordKind ? "entry" : "story"
    guard case .text(let owner) = record.fields[name] else { return nil }
    return owner
  }

  private mutating func count(_ item: ImportItem, _ steps: [Step]) {
    report.kept += steps.reduce(0) { $0 + $1.merge.kept }
    let changes = steps.flatMap(changes)
    if let first = steps.first, first.isNew {
      report.added.append(item)
    } else if changes.isEmpty {
      report.unchanged += 1
    } else {
      report.updated.append(ImportReport.Update(item: item, changes: changes))
    }
  }

  /// Returns the visible changes of a step.
  private func changes(_ step: Step) -> [ImportReport.Change] {
    if step.isNew { return [ImportReport.Change(step.record.kind, nil)] }
    let own = [ImportMerge.field(of: source), ImportMerge.row]
    return step.merge.set.members.map(\.name).filter { !own.contains($0) }
      .map { ImportReport.Change(step.record.kind, $0) }
  }

  /// Returns the reason why an item cannot be imported, or nil.
  private mutating func skipReason(for item: ImportItem, _ steps: [Step]) throws -> String? {
    guard let first = steps.first else { return nil }
    if first.current?.deletion == Deletion.byPerson {
      deleted.insert(first.record.id.text)
      return
        "“\(item.title)” was skipped, because you deleted it. Undo the deletion to import it again."
    }
    guard first.record.kind == SessionRecord.kind, first.gainsTime else { return nil }
    return try makeRoom(for: first, item.title)
  }

  /// Deletes sessions that this one replaces; returns the reason why it cannot be imported, or nil.
  private mutating func makeRoom(for step: Step, _ title: String) throws -> String? {
    let after = step.after
    let stated = try Timeline(text: after.text("segments") ?? "", endedAt: after.instant("endedAt"))
    do throws(CairnError) { try stated.requirePast(now: writer.now) } catch {
      return "“\(title)” was skipped: \(error.message)"
    }
    let kind = SessionKind(try after.text("kind") ?? "")
    // Sessions of audio players may overlap, because a person can own several players.
    guard kind != Listening.kind else { return nil }
    let rows = try SessionQuery.overlapping(stated, kind, in: writer.connection)
      .filter { $0.id.record != step.record.id }
    for row in rows where try !isReplaced(row, by: stated, after) {
      let of = row.title.map { " of “\($0)”" } ?? ""
      return "“\(title)” was skipped: it overlaps session \(row.shortID.text)\(of)."
    }
    for row in rows {
      try writer.delete(SessionRecord.kind, row.id.record, how: Deletion.byUndo)
      report.replaced += 1
    }
    return nil
  }

  /// Returns whether a session comes from an earlier import with less of the same time, and is unedited.
  private func isReplaced(_ row: SessionRow, by stated: Timeline, _ after: Fields) throws -> Bool {
    guard row.source == source, row.note == nil, !planned.contains(row.id.record),
      stated.covers(row.timeline),
      let record = try RecordTable.find(SessionRecord.kind, row.id.record, in: writer.connection),
      record.fields["entry"] == after["entry"]
    else { return false }
    return ImportBase(of: record, source).isUntouched(in: record)
  }
}
