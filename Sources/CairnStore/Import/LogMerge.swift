public import Cairn
public import CairnReports
import CairnSQL

/// A merge of another log in progress, record by record and field by field.
///
/// Records keep their stamps, so a newer edit wins over an older one in either log. The merge is one history entry that
/// can be undone, except in an empty log, which becomes a copy. Valid only in the write that created it.
public struct LogMerge {
  private(set) var report = LogMergeReport()
  let writer: LogWriter
  /// Nil in an empty log.
  private let line: RecordID?
  private var zones: Set<String> = []
  private var waiting: [(record: Record, number: Int)] = []
  /// The ended sessions, which the report names once the books are stored.
  private var ended: [(record: Record, end: Instant, number: Int?)] = []

  /// Starts a merge.
  public init(_ writer: LogWriter) throws {
    self.writer = writer
    let isFirst =
      try RecordTable.lastSequence(in: writer.connection) == 0
      && MutationTable.isEmpty(in: writer.connection)
    line = isFirst ? nil : writer.beginLogMerge()
    report.isUndoable = !isFirst
  }

  /// Merges a record from a line of a file.
  ///
  /// Ignores a conflict of an earlier version, which follows from the history now. Stores and reports a record that this
  /// version cannot read. A session with occupied time waits for ``finish()``.
  /// Throws `input.stamp_in_future`, and `input.log_line` for a time zone that this system does not know.
  public mutating func add(_ record: Record, line number: Int) throws {
    guard record.kind != FormerNames.conflict else { return }
    try requirePast(record.latestStamp)
    try requireZones(of: record, number)
    writer.observe(record.latestStamp)
    do { try store(record, number) } catch is SlotConflict { waiting.append((record, number)) }
  }

  /// Adds a mutation to the history; throws `input.stamp_in_future`.
  public mutating func add(_ mutation: Mutation) throws {
    try requirePast(mutation.stamp)
    writer.observe(mutation.stamp)
    let mutation = try numbered(mutation)
    guard try !MutationTable.contains(mutation.id, in: writer.connection) else {
      if let line {
        try MutationTable.assignToLogMerge(mutation.id, by: line, in: writer.connection)
      }
      report.known += 1
      return
    }
    try writer.receive(mutation, from: line)
    report.mutations += 1
  }

  /// Returns an undo or redo of a file of format 1 or 2 as it is today, which names the act also in a redo.
  private func numbered(_ mutation: Mutation) throws -> Mutation {
    guard let undone = mutation.undoes, mutation.turn == 0 else { return mutation }
    let undo = try HistoryQuery.find(undone, in: writer.connection)
    let act = undo?.act ?? undone
    let turn = try HistoryQuery.lastUndo(of: act, in: writer.connection)?.turn ?? 0
    let isRedo = undo?.isUndo == true
    // Two devices may have undone the same act, each for the first time.
    return mutation.undoing(act, turn: turn % 2 == (isRedo ? 1 : 0) ? turn + 1 : max(turn, 1))
  }

  /// Stores waiting sessions if their time is free now, skips the others, and returns the report.
  public mutating func finish() throws -> LogMergeReport {
    var reasons: [ImportIssue] = []
    var before = waiting.count + 1
    while waiting.count < before {
      before = waiting.count
      reasons = try storeWaiting()
    }
    if line != nil, report.records + report.mutations > 0 {
      writer.state.entry.writesEmptyEntry = true
    }
    report.skipped = reasons
    report.ended = ended.map { record, end, number in
      let message =
        "“\(name(of: record))” overlapped another open session; it now ends at \(end.text)."
      return ImportIssue(line: number, message: message)
    }
    return report
  }

  /// Retries waiting sessions, because others may have moved; returns why some cannot be stored.
  private mutating func storeWaiting() throws -> [ImportIssue] {
    let all = waiting
    var reasons: [ImportIssue] = []
    waiting = []
    for (record, number) in all {
      do { try store(record, number) } catch let none as SlotConflict {
        waiting.append((record, number))
        let message = "“\(name(of: record))” was skipped: \(none.reason)"
        reasons.append(ImportIssue(line: number, message: message))
      }
    }
    return reasons
  }

  private mutating func store(_ record: Record, _ number: Int) throws {
    let old = try RecordTable.find(record.kind, record.id, in: writer.connection)
    var joined = old ?? record
    guard old == nil || joined.join(record) else {
      report.known += 1
      return
    }
    let slot = try SlotFinder(of: joined, before: old, isFirst: line == nil, writer)
    if let slot { try apply(slot, &joined, number) }
    report.records += 1
    if let error = try writer.adopt(joined, replacing: old) {
      report.unreadable.append("\(record.kind.name) \(record.id.text): \(error.message)")
    }
  }

  /// Ends one of two open sessions, because the other one was started or resumed later.
  private mutating func apply(
    _ slot: SlotFinder,
    _ joined: inout Record,
    _ number: Int
  ) throws {
    guard let end = slot.end else { return }
    if let loser = slot.loser {
      guard let old = try RecordTable.find(SessionRecord.kind, loser.record, in: writer.connection)
      else { return }
      var ended = old
      ended.end(at: end)
      self.ended.append((ended, end, nil))
      _ = try writer.adopt(ended, replacing: old)
    } else {
      joined.end(at: end)
      ended.append((joined, end, number))
    }
  }

  /// Returns the name of a session, such as `Emma, 2026-01-05T18:00:00Z`.
  private func name(of record: Record) -> String {
    let entry = (try? record.fields.id("entry") as Identifier<Entry>?) ?? nil
    let shelved = entry.flatMap { (try? writer.find(Entry.self, $0.record)) ?? nil }
    let work = shelved.flatMap { (try? writer.find(Work.self, $0.work.record)) ?? nil }
    let session = try? Session<NoDetail>(recordID: record.id, fields: record.fields)
    let what = work?.title ?? session.map { "\($0.kind.name) session" } ?? "session"
    return what + (session.map { ", \($0.timeline.start.text)" } ?? "")
  }
}

extension LogMerge {
  /// Throws for a stamp that would win over every edit for more than a day (spec/sync.md F9).
  private func requirePast(_ stamp: Stamp) throws(CairnError) {
    let time = Instant(milliseconds: Int64(stamp.time >> 16))
    guard time > writer.now + .hours(24) else { return }
    throw CairnError(
      "input.stamp_in_future",
      "A change in the log is dated \(time.text), more than a day after now, "
        + "\(writer.now.text).",
      hint: "Check the clocks of both devices. Nothing was imported."
    )
  }

  /// Throws for a session in an unknown time zone, because its days cannot be computed.
  private mutating func requireZones(of record: Record, _ number: Int) throws(CairnError) {
    guard record.kind == SessionRecord.kind else { return }
    for name in ["zone", "endZone"] {
      guard case .text(let zone) = record.fields[name], !zones.contains(zone) else { continue }
      zones.insert(zone)
      guard !writer.projection.knows(zone) else { continue }
      throw CairnError(
        "input.log_line",
        "Line \(number) is not a line of a Cairn log: “\(zone)” is not a known time zone.",
        hint: "Fix that line, or update the time zone data of the system. Nothing was imported."
      )
    }
  }
}

extension Record {
  /// Ends a session automatically; a person's later end or resumption wins (spec/sync.md 3.6).
  ///
  /// Devices that resolve the same conflict get the same result. The stamp is that of the end, but not after `latest`.
  package mutating func end(at end: Instant, stampedBy latest: Instant = .limit) {
    let own = max(stamp(of: "segments") ?? stamp, stamp(of: "endedAt") ?? stamp)
    let time = max(own.time, UInt64(clamping: min(end, latest).milliseconds) << 16)
    var fields = Fields()
    fields.set("endedAt", end)
    let turn = time == own.time ? own.turn : 0
    set(fields, stamp: Stamp(time: time, node: own.node, turn: turn, isAutomatic: true))
  }
}
