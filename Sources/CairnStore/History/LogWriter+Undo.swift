public import Cairn
import CairnSQL

/// What an undo did.
public struct UndoReport: Sendable, Equatable {
  /// The title of the line that was taken back, or done again.
  public let title: String
  /// Whether the line was done again, an undo being what was taken back.
  public let isRedo: Bool
  /// The device on which that was done.
  public let node: UInt32
  /// Changes that were taken back.
  public internal(set) var undone = 0
  /// Changes that were kept because the thing was changed again since.
  public internal(set) var kept = 0
}

/// The step of a line of history that is taken back.
struct UndoneStep {
  let stamp: Stamp
  var isJoin = false
  var others = OtherSteps()
}

extension LogWriter {
  /// Takes back a line of history by putting the earlier values back as a new mutation.
  ///
  /// Without a line it takes the newest of a person that stands. A thing that a person changed
  /// again since is never overwritten: throws `history.changed_since`, or with `keepChanged`
  /// leaves it as it is. What a join brought is removed as if it had never come. Throws
  /// `history.nothing_to_undo` or `history.not_found`.
  public func undo(_ line: RecordID?, keepChanged: Bool) throws -> UndoReport {
    let found =
      try line.map { try HistoryQuery.find($0, in: connection) }
      ?? HistoryQuery.lastDone(in: connection)
    guard let target = try found.map(meant) else { throw Self.nothing(line, "undo") }
    guard target.stands else {
      throw target.undoes == nil ? Self.alreadyUndone(target) : Self.notUndone(target)
    }
    return try takeBack(target, target.undoes == nil ? "Undo: " : "Redo: ", keepChanged)
  }

  /// The line itself, but for a redo the line that it brought back.
  private func meant(_ line: HistoryRow) throws -> HistoryRow {
    guard let undo = try line.undoes.flatMap({ try HistoryQuery.find($0, in: connection) }),
      let original = try undo.undoes.flatMap({ try HistoryQuery.find($0, in: connection) })
    else { return line }
    return original
  }

  /// Does again what an undo took back: the newest that stands, or that of a line.
  ///
  /// The line is the undo, or what it took back. Like ``undo(_:keepChanged:)`` it never overwrites
  /// what was changed since. Throws `history.nothing_to_redo`, `history.not_undone`,
  /// `history.not_found` or `history.changed_since`.
  public func redo(_ line: RecordID? = nil, keepChanged: Bool = false) throws -> UndoReport {
    let found =
      try line.map { try HistoryQuery.find($0, in: connection) }
      ?? HistoryQuery.lastUndone(in: connection)
    guard let found else { throw Self.nothing(line, "redo") }
    guard let target = try standingUndo(of: found) else { throw Self.notUndone(found) }
    return try takeBack(target, "Redo: ", keepChanged)
  }

  private func standingUndo(of line: HistoryRow) throws -> HistoryRow? {
    let line = try meant(line)
    guard line.undoes == nil else { return line.stands ? line : nil }
    return try HistoryQuery.standingUndo(of: line.id, in: connection)
  }

  /// Takes a line back after what rules made of it, the latest first, each by a line of its own; a redo does that
  /// again afterwards.
  ///
  /// A rule goes by what all devices did. Without one of it, the rules begin anew.
  private func takeBack(
    _ target: HistoryRow,
    _ word: String,
    _ keepChanged: Bool
  ) throws -> UndoReport {
    try requireNoJoin(target.undoes)
    let isRedo = target.undoes != nil
    let rules = isRedo ? try undoneRules(beside: target) : try followers(of: target)
    let taken = try takenTimes(of: rules + [target])
    // What was asked for is the line itself.
    let asked = reply
    reply = nil
    for rule in isRedo ? [] : rules {
      _ = try takeBackLine(rule, "Undo: ", true)
      try beginLine()
    }
    reply = asked
    let report = try takeBackLine(target, word, keepChanged)
    for rule in isRedo ? rules : [] {
      try beginLine()
      reply = nil
      _ = try takeBackLine(rule, "Redo: ", true)
    }
    try refuseTakenTimes(of: rules + [target], but: taken)
    return report
  }

  func takeBackLine(
    _ target: HistoryRow,
    _ word: String,
    _ keepChanged: Bool
  ) throws -> UndoReport {
    let plain = target.plainTitle
    title = word + plain
    undoes = target.id
    if target.parts > 1 { beginBatch() }
    var report = UndoReport(title: plain, isRedo: target.undoes != nil, node: target.node)
    let parts = try MutationTable.parts(of: target.id, in: connection)
    let kept = keepChanged ? try keeping(parts) : []
    if !keepChanged { try refuseReadIn(target) }
    let isJoin = try MutationTable.isJoin(target.id, in: connection)
    // Where all is kept, or another device set the same, the line is taken back all the same.
    keepsLine = true
    let others = isJoin ? OtherSteps() : try OtherSteps(beside: target, parts, in: connection)
    try takeBack(parts, others, isJoin: isJoin, keeping: kept, keepChanged: keepChanged, &report)
    return report
  }

  /// Takes back what the parts of a line changed, the latest first, but for records that are kept.
  func takeBack(
    _ parts: [Mutation],
    _ others: OtherSteps,
    isJoin: Bool = false,
    keeping kept: Set<RecordID>,
    keepChanged: Bool,
    _ report: inout UndoReport
  ) throws {
    for part in parts {
      for change in part.changes.reversed() {
        guard !change.isCreation || !kept.contains(change.id) else {
          report.kept += 1
          continue
        }
        let step = UndoneStep(stamp: part.stamp, isJoin: isJoin, others: others)
        try takeBack(change, step, keepChanged, &report)
      }
    }
  }

  /// Refuses to do a join again: what it brought is gone.
  private func requireNoJoin(_ line: RecordID?) throws {
    guard let line, try MutationTable.isJoin(line, in: connection) else { return }
    throw CairnError(
      "history.join_undone",
      "What was taken in from another log and undone cannot be done again from the history.",
      hint: "Import the file again."
    )
  }

  /// Refuses to unmake a reading that was read in since: its sessions would have no book.
  private func refuseReadIn(_ target: HistoryRow) throws {
    let changes = try MutationTable.parts(of: target.id, in: connection).flatMap(\.changes)
    let own = Set(changes.map(\.id))
    guard try changes.contains(where: { try isReadIn($0, beside: own) }) else { return }
    throw CairnError(
      "history.changed_since",
      "A book of it was read in since.",
      hint: "Undo those sessions first, or keep what was changed since with --keep-changed."
    )
  }

  /// The records of a line that were changed again or read in since, with all they refer to: none
  /// of them is unmade.
  ///
  /// A book that stays keeps its title, its authors and its edition.
  func keeping(_ parts: [Mutation]) throws -> Set<RecordID> {
    var kept: Set<RecordID> = []
    let own = Set(parts.flatMap { $0.changes.map { $0.id } })
    for (change, made) in Self.outcomes(of: parts) {
      guard let record = try RecordTable.find(change.kind, change.id, in: connection),
        try !record.still(change, since: made, own: firstStamp) || isReadIn(change, beside: own)
          || isMarked(change)
      else { continue }
      try keep(record, &kept)
    }
    return kept
  }

  /// What a line made of each record, whatever it set on the way, and by which stamp at the latest.
  private static func outcomes(of parts: [Mutation]) -> [(Change, Stamp)] {
    var outcomes: [RecordID: (Change, Stamp)] = [:]
    for part in parts.reversed() {
      for change in part.changes {
        let earlier = outcomes[change.id]?.0
        outcomes[change.id] = (earlier?.followed(by: change) ?? change, part.stamp)
      }
    }
    return outcomes.values.sorted { $0.0.id < $1.0.id }
  }

  /// Whether a change made a reading that sessions belong to which are none of the line's `own`.
  private func isReadIn(_ change: Change, beside own: Set<RecordID>) throws -> Bool {
    guard change.kind == ReadThrough.recordKind, change.isCreation,
      let reading = try find(ReadThrough.self, change.id)
    else { return false }
    let query: SQL = """
      SELECT session FROM reading
      WHERE entry = \(reading.entry) AND read_through = \(reading.id)
      """
    return try connection.all(query) { try $0.id(0) }.contains { !own.contains($0) }
  }

  /// Whether a change made a book of which something was kept: a highlight, a note.
  private func isMarked(_ change: Change) throws -> Bool {
    guard change.kind == Entry.recordKind, change.isCreation else { return false }
    let query: SQL = "SELECT 1 FROM annotation WHERE entry = \(change.id) LIMIT 1"
    return try connection.first(query) { _ in true } ?? false
  }

  private func keep(_ record: Record, _ kept: inout Set<RecordID>) throws {
    guard kept.insert(record.id).inserted else { return }
    for id in record.references where !kept.contains(id) {
      for kind in Self.referredKinds {
        if let other = try RecordTable.find(kind, id, in: connection) { try keep(other, &kept) }
      }
    }
  }

  private static var referredKinds: [RecordKind] {
    [Entry.recordKind, Work.recordKind, Edition.recordKind, Author.recordKind]
  }

  /// Refuses an undo after which two sessions would hold one time that did not before.
  private func refuseTakenTimes(
    of lines: [HistoryRow],
    but known: [RecordID: [RecordID]]
  ) throws {
    for (session, others) in try takenTimes(of: lines) {
      guard let new = others.first(where: { known[session]?.contains($0) != true }),
        let row = try SessionQuery.find(SessionID(new), in: connection)
      else { continue }
      throw Self.overlap(row)
    }
  }

  /// The sessions that some lines moved, each with the others that hold some of its time.
  private func takenTimes(of lines: [HistoryRow]) throws -> [RecordID: [RecordID]] {
    var taken: [RecordID: [RecordID]] = [:]
    let parts = try lines.flatMap { try MutationTable.parts(of: $0.id, in: connection) }
    for change in parts.flatMap(\.changes)
    where change.kind == SessionRecord.kind && change.movesTime {
      guard let session = try find(Session<NoDetail>.self, change.id) else { continue }
      taken[change.id] = try conflicts(of: session).map(\.id.record)
    }
    return taken
  }

  func takeBack(
    _ change: Change,
    _ made: UndoneStep,
    _ keepChanged: Bool,
    _ report: inout UndoReport
  ) throws {
    let record = try RecordTable.find(change.kind, change.id, in: connection)
    let own = made.others.rest(of: change, made: made.stamp)
    guard let record, record.still(own, since: made.stamp, own: firstStamp) else {
      guard keepChanged else { throw try changedSince(change, made.stamp) }
      report.kept += 1
      return
    }
    // A mark that it was undone would go to the log it came from, and win over the record there.
    if made.isJoin, change.isCreation, try !SyncTable.isShared(in: connection) {
      try forget(record)
    } else {
      let earlier = made.others.fields(without: change, made: made.stamp)
      guard !earlier.isEmpty else { return report.kept += 1 }
      try set(earlier, change.kind, change.id)
    }
    report.undone += 1
  }

  private static func nothing(_ line: RecordID?, _ verb: String) -> CairnError {
    line == nil
      ? CairnError(
        verb == "undo" ? "history.nothing_to_undo" : "history.nothing_to_redo",
        "There is nothing to \(verb).",
        hint: "List the history to see what stands."
      )
      : CairnError(
        "history.not_found",
        "There is no such line in the history.",
        hint: "List the history to see the ids."
      )
  }

  private static func notUndone(_ row: HistoryRow) -> CairnError {
    let isUndo = row.undoes != nil && !row.stands
    return CairnError(
      "history.not_undone",
      "“\(row.plainTitle)” \(isUndo ? "was done again already" : "stands: it was not undone").",
      hint: "List the history to see what was undone."
    )
  }

  private static func alreadyUndone(_ row: HistoryRow) -> CairnError {
    CairnError(
      "history.already_undone",
      "“\(row.title)” was undone already.",
      hint: "Bring it back with redo."
    )
  }
}

extension HistoryRow {
  /// The title of what was done, without the word for taking it back.
  fileprivate var plainTitle: String {
    guard undoes != nil else { return title }
    return String(title.dropFirst("Undo: ".count))  // or “Redo: ”
  }
}

extension Change {
  /// Whether a session takes other time after it than before.
  fileprivate var movesTime: Bool {
    self.set.members.contains { ["segments", "endedAt", RecordField.deleted].contains($0.name) }
  }

  /// Whether this sets a field that `other` set, or any field of a record that `other` made.
  func touches(_ other: Change) -> Bool {
    guard kind == other.kind, id == other.id else { return false }
    return other.isCreation || set.members.contains { other.set.contains($0.name) }
  }

  /// Whether the change made its record: nothing was there before, not even a record that was
  /// undone.
  var isCreation: Bool { was[RecordField.deleted] == Deletion.neverMade }

  /// Whether the record was deleted before, and is not afterwards.
  var bringsBack: Bool {
    self.set.names.contains(RecordField.deleted) && self.set[RecordField.deleted] == .null
      && was[RecordField.deleted] != .null
  }

  /// Both changes of one record as one.
  fileprivate func followed(by later: Change) -> Change {
    var values = self.set
    for (name, value) in later.set.members { values[name] = value }
    return Change(kind: kind, id: id, set: values, was: was)
  }

  /// What puts the record back; a record that was made stays stored, marked as undone.
  var earlier: Fields {
    guard isCreation else { return was }
    var fields = Fields()
    fields[RecordField.deleted] = .text(Deletion.byUndo)
    return fields
  }
}
