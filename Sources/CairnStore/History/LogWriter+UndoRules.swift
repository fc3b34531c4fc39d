import Cairn
import CairnSQL

extension LogWriter {
  /// The lines of rules that followed a line and stand, the latest first; of those only that came before an undo.
  ///
  /// A rule that followed one of them, followed the line as well.
  func followers(of target: HistoryRow, before undo: RecordID? = nil) throws -> [HistoryRow] {
    let parts = try MutationTable.parts(of: target.id, in: connection)
    guard let made = parts.map(\.stamp).max() else { return [] }
    var followed = try Followed(parts.flatMap(\.changes), in: connection)
    var followers: [HistoryRow] = []
    for line in try HistoryQuery.rules(after: made, before: undo, in: connection) where line.stands
    {
      let changes = try MutationTable.parts(of: line.id, in: connection).flatMap(\.changes)
      let own = try Followed(changes, in: connection)
      guard followed.isFollowed(by: own) else { continue }
      followed.add(own)
      followers.insert(line, at: 0)
    }
    return followers
  }

  /// The undos of what rules did that were made with an undo, those first that are done again first.
  func undoneRules(beside undo: HistoryRow) throws -> [HistoryRow] {
    let moment = try HistoryQuery.list(at: undo.at, in: connection)
    let before = moment.filter { $0.node == undo.node }.drop { $0.id != undo.id }.dropFirst()
    return before.prefix { $0.undoes?.isOfRule == true }.filter(\.stands)
  }

  /// Takes back what rules made of lines that somebody has undone who had not heard of it.
  func followUndone(in push: SyncPush) throws {
    for line in push.lines where line.mutation.part == 1 && !line.onlyTells {
      let found = try line.mutation.undoes.flatMap { try HistoryQuery.find($0, in: connection) }
      guard let target = found, target.undoes == nil, !target.stands else { continue }
      for rule in try followers(of: target, before: line.mutation.line) {
        try beginLine(RecordID(ofRule: newID()))
        _ = try takeBackLine(rule, "Undo: ", true)
      }
    }
    try beginAutomaticMutation()
  }
}

/// What a line changed that rules go by.
private struct Followed {
  private var changes: [Change]
  /// Sessions of which the time, the place or the book changed, and what was merged into another.
  private var moved: Set<RecordID> = []
  /// The readings they belong to, and those of which the bookmark moved.
  private var readings: Set<RecordID> = []

  init(_ changes: [Change], in connection: any SQLConnection) throws {
    self.changes = changes
    for change in changes {
      if change.movesSession || change.set.contains("mergedInto") { moved.insert(change.id) }
      if change.kind == ReadThrough.recordKind { readings.insert(change.id) }
      guard change.movesSession else { continue }
      let record = try RecordTable.find(change.kind, change.id, in: connection)
      if let reading: Identifier<ReadThrough> = try? record?.fields.id("readThrough") {
        readings.insert(reading.record)
      }
    }
  }

  mutating func add(_ other: Followed) {
    changes += other.changes
    moved.formUnion(other.moved)
    readings.formUnion(other.readings)
  }

  /// Whether a later line of a rule says something of the same.
  func isFollowed(by rule: Followed) -> Bool {
    guard moved.isDisjoint(with: rule.moved), readings.isDisjoint(with: rule.readings) else {
      return true
    }
    return rule.changes.contains { later in
      changes.contains { later.touches($0) } || later.names(anyOf: moved)
    }
  }
}

extension Change {
  /// Whether it says of a session when, where or of what it was, or that it is gone.
  fileprivate var movesSession: Bool {
    kind == SessionRecord.kind && self.set.members.contains { Self.moving.contains($0.name) }
  }

  private static let moving: Set<String> = [
    RecordField.deleted, "mergedInto", "segments", "endedAt", "startPosition", "endPosition",
    "entry", "story", "readThrough",
  ]

  /// Whether it takes something from one of some things, or gives it to one.
  fileprivate func names(anyOf ids: Set<RecordID>) -> Bool {
    (self.set.members + was.members).contains { member in
      guard case .text(let text) = member.value, text.utf8.count == 36 else { return false }
      return RecordID(text: text).map(ids.contains) ?? false
    }
  }
}
