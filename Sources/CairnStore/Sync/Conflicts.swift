public import Cairn
import CairnSQL

enum ConflictQuery {
  /// What lost and can still be chosen, the latest first: values that one step set and that say one
  /// thing are one choice.
  ///
  /// Of a thing that was deleted, or that has those values by now, nothing is left to choose but to bring it back.
  static func choices(in connection: any SQLConnection) throws -> [[Conflict]] {
    var all: [Conflict] = []
    try RecordTable.each(Conflict.self, in: connection) { all.append($0) }
    var choices: [Choice: [Conflict]] = [:]
    for conflict in all {
      choices[try Choice(conflict, in: connection), default: []].append(conflict)
    }
    return try choices.values.filter { try $0.contains { try isOpen($0, in: connection) } }
      .map { $0.sorted { ($0.rank, $1.stamp) < ($1.rank, $0.stamp) } }
      .sorted { ($0[0].stamp, $0[0].recordID) > ($1[0].stamp, $1[0].recordID) }
  }

  private static func isOpen(
    _ conflict: Conflict,
    in connection: any SQLConnection
  ) throws -> Bool {
    let record = try RecordTable.find(conflict.kind, conflict.about, in: connection)
    guard let record else { return true }
    if conflict.isOfDeletion { return try isOpen(conflict, deletionOf: record, in: connection) }
    if conflict.isOfRunning { return try isOpen(conflict, endOf: record, in: connection) }
    return record.deletion == nil && record.fields[conflict.field] != conflict.value
  }
}

extension ConflictQuery {
  /// Whether a thing is deleted as it was then, and no later by somebody who knew; a climb comes back with its
  /// session, where that is deleted.
  private static func isOpen(
    _ conflict: Conflict,
    deletionOf record: Record,
    in connection: any SQLConnection
  ) throws -> Bool {
    let noted = try RecordTable.find(Conflict.recordKind, conflict.recordID, in: connection)
    guard record.deletion != nil, let gone = record.stamp(of: RecordField.deleted),
      let noted, gone.time <= noted.latestStamp.time
    else { return false }
    guard record.kind == Climb.recordKind, let session: SessionID = try record.fields.id("session")
    else { return true }
    return try RecordTable.find(SessionRecord.kind, session.record, in: connection)?.deletion == nil
  }
}

extension ConflictQuery {
  /// Whether a session that had run still has the end that it got then, or one of a rule: whoever has given it another
  /// has chosen.
  private static func isOpen(
    _ conflict: Conflict,
    endOf record: Record,
    in connection: any SQLConnection
  ) throws -> Bool {
    let noted = try RecordTable.find(Conflict.recordKind, conflict.recordID, in: connection)
    guard record.deletion == nil, record.fields["endedAt"] != .null,
      let end = record.stamp(of: "endedAt"), let noted
    else { return false }
    return end.isAutomatic ? record.isCutOffByRule : end.time == noted.latestStamp.time
  }
}

/// What conflicts have in common that are settled with one step.
private struct Choice: Hashable {
  /// Nil for a deletion, which is one whatever was changed beside it.
  private let stamp: Stamp?
  private let thing: RecordID
  private let topic: String

  init(_ conflict: Conflict, in connection: any SQLConnection) throws {
    stamp = conflict.isOfDeletion ? nil : conflict.stamp
    topic = conflict.topic ?? "\(conflict.kind.name).\(conflict.field)"
    // A book and its reading say together how one stands to it.
    let reading =
      conflict.kind == ReadThrough.recordKind && conflict.topic != nil
      ? try RecordTable.find(conflict.kind, conflict.about, in: connection) : nil
    let entry: Identifier<Entry>? = try reading?.fields.id("entry")
    thing = entry?.record ?? conflict.about
  }
}

extension Conflict {
  /// Whether what lost is that a session goes on.
  fileprivate var isOfRunning: Bool {
    kind == SessionRecord.kind && field == "endedAt" && value == .null
  }

  /// Fields that say one thing together, so that one of them alone would say something else; the
  /// first of them tells it.
  private static let topics: [(name: String, fields: [(RecordKind, String)])] = [
    ("time", ["segments", "endedAt", "endZone", "interruptions"].map { (SessionRecord.kind, $0) }),
    ("grade", ["grade", "gradeScale"].map { (Climb.recordKind, $0) }),
    ("result", ["result", "tick"].map { (Attempt.recordKind, $0) }),
    (
      "status",
      [(Entry.recordKind, "status")]
        + ["outcome", "finished", "stopped", "reason"].map { (ReadThrough.recordKind, $0) }
    ),
  ]

  /// What its field says with others; nil for one that stands for itself.
  fileprivate var topic: String? { place?.name }

  /// The place of its field among those it says one thing with.
  fileprivate var rank: Int { place?.rank ?? 0 }

  private var place: (name: String, rank: Int)? {
    for (name, fields) in Self.topics {
      if let rank = fields.firstIndex(where: { $0 == (kind, field) }) { return (name, rank) }
    }
    return nil
  }
}

extension Log {
  /// The values that lost and were neither taken nor let go, the latest first.
  public func lostValues() async throws -> [ConflictView] {
    try await read { connection in
      try ConflictQuery.choices(in: connection).map { try ConflictView($0, in: connection) }
    }
  }

  /// The values that lost of one session, book, climb, story or author, the latest first.
  package func lostValues(of home: RecordID) async throws -> [ConflictView] {
    try await read { connection in
      try ConflictQuery.choices(in: connection).compactMap { group in
        let found = try OwningEntity(group[0].kind, group[0].about, in: connection)
        return found?.id == home ? try ConflictView(group, in: connection) : nil
      }
    }
  }

  /// How many values lost that were neither taken nor let go.
  package func lostCount() async throws -> Int {
    try await read { try ConflictQuery.choices(in: $0).count }
  }
}

extension LogWriter {
  /// Takes the value that lost instead of the one that stands, and what was said with it; undone like
  /// everything else.
  ///
  /// Gives what it was. Throws `sync.no_conflict`, `record.malformed` where the thing would not be
  /// readable with it, and of a session `session.already_running` and `session.overlap`, also where it comes back.
  @discardableResult
  public func takeLost(_ id: RecordID) throws -> ConflictView {
    let lost = try lostValue(id)
    title = "Take the other \(lost.field) of \(lost.thing)"
    if lost.conflict.isOfDeletion { return try bringBack(lost) }
    try requireRoom(for: lost)
    for conflict in lost.together {
      try set(Fields(taking: conflict, among: lost.together), conflict.kind, conflict.about)
      try delete(Conflict.recordKind, conflict.recordID)
    }
    return lost
  }

  private func bringBack(_ lost: ConflictView) throws -> ConflictView {
    try bringBack(lost.conflict.kind, lost.conflict.about, changed: lost.conflict.stamp.instant)
    title = "Bring back \(lost.thing)"
    for conflict in lost.together { try delete(Conflict.recordKind, conflict.recordID) }
    return lost
  }

  /// Lets a value that lost go, with what was said with it; gives what it was.
  ///
  /// Throws `sync.no_conflict`.
  @discardableResult
  public func letGo(_ id: RecordID) throws -> ConflictView {
    let lost = try lostValue(id)
    title = "Keep the \(lost.field) of \(lost.thing)"
    for conflict in lost.together { try delete(Conflict.recordKind, conflict.recordID) }
    return lost
  }

  private func lostValue(_ id: RecordID) throws -> ConflictView {
    let choice = try ConflictQuery.choices(in: connection).first { choice in
      choice.contains { $0.recordID == id }
    }
    guard let choice else { throw Self.noConflict(id) }
    return try ConflictView(choice, in: connection)
  }

  /// Refuses a time that another session of the kind holds, as every edit does.
  private func requireRoom(for lost: ConflictView) throws {
    guard lost.conflict.kind == SessionRecord.kind, lost.conflict.topic != nil else { return }
    let now = try session(SessionID(lost.conflict.about), as: NoDetail.self)
    let new = try Session<NoDetail>(recordID: lost.conflict.about, fields: lost.taken)
    if !new.timeline.isEnded, let open = try SessionQuery.open(new.kind, in: connection),
      open.id != new.id
    {
      throw Self.alreadyRunning(open)
    }
    let known = try conflicts(of: now).map(\.id)
    if let other = try conflicts(of: new).first(where: { !known.contains($0.id) }) {
      throw Self.overlap(other)
    }
  }

  private static func noConflict(_ id: RecordID) -> CairnError {
    CairnError(
      "sync.no_conflict",
      "There is no value “\(ShortID(id).text)” that lost against another.",
      hint: "It was taken or let go already; list those there are."
    )
  }
}

extension Fields {
  /// What a record gets when a value that lost is taken, with others that one step set.
  ///
  /// A date that was set by itself is one that was chosen from then on, and a reading has one end.
  init(taking conflict: Conflict, among together: [Conflict]) {
    self.init()
    self[conflict.field] = conflict.value
    guard conflict.kind == ReadThrough.recordKind else { return }
    if ["started", "finished"].contains(conflict.field) { self["\(conflict.field)Itself"] = .null }
    guard conflict.field == "outcome" else { return }
    let isFinished = conflict.value == .text(ReadThrough.Outcome.finished.name)
    var others = isFinished ? [] : ["finished", "isFinishAutomatic"]
    if isFinished || conflict.value == .null { others.append("stopped") }
    for name in others where !together.contains(where: { $0.field == name }) { self[name] = .null }
  }
}
