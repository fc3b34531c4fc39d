import Cairn
import CairnSQL

/// One import while it happens.
struct ImportRun {
  private(set) var report = ImportReport()
  private let source: String
  /// The records this import brings, to tell its sessions from those of an earlier import.
  private let planned: Set<RecordID>
  private let writer: LogWriter
  /// The books and stories that are left out because the person deleted them.
  private var deleted: Set<String> = []

  init(_ plan: ImportPlan, _ writer: LogWriter) {
    source = plan.source
    planned = Set(plan.items.compactMap { $0.records.first?.id })
    self.writer = writer
  }

  /// A record of an item, what is stored, and what to set.
  private struct Step {
    let record: PlannedRecord
    let current: Record?
    let merge: ImportMerge

    /// Whether a session gets time it did not have: it is new, comes back, or grew.
    var takesTime: Bool {
      merge.set.contains("segments") || merge.set.contains(RecordField.deleted)
    }

    /// Whether there is no such thing, or there was and is no more.
    var isNew: Bool { current == nil || current?.deletion != nil }

    /// The fields as they will be.
    var after: Fields {
      var after = current?.fields ?? Fields()
      for (name, value) in merge.set.members { after[name] = value }
      return after
    }
  }

  mutating func apply(_ item: ImportItem) throws {
    // Of the annotations of a deleted book, and the sessions of a deleted story, that alone is reported.
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
    if let reason = try obstacle(to: item, steps) {
      report.skipped.append(ImportIssue(line: item.line, message: reason))
      return
    }
    if item.isWhole, let first = steps.first, !first.isNew {
      report.unchanged += 1
      return
    }
    let wanted = steps.filter { $0.current?.deletion != Deletion.byPerson }
    for step in wanted where !step.merge.set.isEmpty {
      try writer.set(step.merge.set, step.record.kind, step.record.id)
    }
    count(item, wanted)
  }

  /// The book of an annotation, the story of a session; nil for anything else.
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

  /// What a step changes that a person would notice.
  private func changes(_ step: Step) -> [ImportReport.Change] {
    if step.isNew { return [ImportReport.Change(step.record.kind, nil)] }
    let own = [ImportMerge.field(of: source), ImportMerge.row]
    return step.merge.set.members.map(\.name).filter { !own.contains($0) }
      .map { ImportReport.Change(step.record.kind, $0) }
  }

  /// Why an item cannot be taken, or nil.
  private mutating func obstacle(to item: ImportItem, _ steps: [Step]) throws -> String? {
    guard let first = steps.first else { return nil }
    if first.current?.deletion == Deletion.byPerson {
      deleted.insert(first.record.id.text)
      return "“\(item.title)” was deleted by you; undo the deletion to take it again."
    }
    guard first.record.kind == SessionRecord.kind, first.takesTime else { return nil }
    return try makeRoom(for: first, item.title)
  }

  /// Deletes the sessions that this one outgrew; gives why it cannot be taken, or nil.
  private mutating func makeRoom(for step: Step, _ title: String) throws -> String? {
    let after = step.after
    let stated = try Timeline(text: after.text("segments") ?? "", endedAt: after.instant("endedAt"))
    do throws(CairnError) { try stated.requirePast(now: writer.now) } catch {
      return "“\(title)” is left out: \(error.message)"
    }
    let kind = SessionKind(try after.text("kind") ?? "")
    // What players noted holds no time: a person has more than one.
    guard kind != Listening.kind else { return nil }
    let rows = try SessionQuery.overlapping(stated, kind, in: writer.connection)
      .filter { $0.id.record != step.record.id }
    for row in rows where try !isOutgrown(row, by: stated, after) {
      let of = row.title.map { " of “\($0)”" } ?? ""
      return "“\(title)” is left out: session \(row.shortID.text)\(of) holds that time already."
    }
    for row in rows {
      try writer.delete(SessionRecord.kind, row.id.record, how: Deletion.byUndo)
      report.replaced += 1
    }
    return nil
  }

  /// Whether a session came from an earlier import of this source, which told less of the same
  /// time in the same book, and the person has not touched it since.
  private func isOutgrown(_ row: SessionRow, by stated: Timeline, _ after: Fields) throws -> Bool {
    guard row.source == source, row.note == nil, !planned.contains(row.id.record),
      stated.covers(row.timeline),
      let record = try RecordTable.find(SessionRecord.kind, row.id.record, in: writer.connection),
      record.fields["entry"] == after["entry"]
    else { return false }
    return ImportBase(of: record, source).isUntouched(in: record)
  }
}
