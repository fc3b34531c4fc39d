package import Cairn
package import CairnReports
import CairnSQL

extension LogWriter {
  /// Returns the automatic entries in effect that an entry caused, the latest first.
  ///
  /// Includes indirect ones. `undo` limits them to those stored before it.
  package func automaticConsequences(
    of target: HistoryRow,
    before undo: RecordID? = nil
  ) throws -> [HistoryRow] {
    let parts = try MutationTable.parts(of: target.id, in: connection)
    guard let lastStamp = parts.map(\.stamp).max() else { return [] }
    var followed = try AffectedRecords(parts.flatMap(\.changes), in: connection)
    var automaticConsequences: [HistoryRow] = []
    for entry in try HistoryQuery.automaticEntries(after: lastStamp, before: undo, in: connection)
    where entry.isInEffect {
      let changes = try MutationTable.parts(of: entry.id, in: connection).flatMap(\.changes)
      let own = try AffectedRecords(changes, in: connection)
      guard followed.isAffected(by: own) else { continue }
      followed.add(own)
      automaticConsequences.insert(entry, at: 0)
    }
    return automaticConsequences
  }

  /// Returns the automatic entries that were undone with an entry, in the order of their redo.
  func undoneAutomaticEntries(beside target: HistoryRow) throws -> [HistoryRow] {
    guard let undo = try HistoryQuery.lastUndo(of: target.id, in: connection) else { return [] }
    let sameTime = try HistoryQuery.list(at: undo.at, in: connection)
    let before = sameTime.filter { $0.node == undo.node }.drop { $0.id != undo.id }.dropFirst()
    return try before.prefix { $0.act?.isAutomaticEntry == true }.filter(\.isInEffect)
      .map { try act(of: $0) }
  }
}

/// The records of an entry that automatic changes depend on.
private struct AffectedRecords {
  private var changes: [Change]
  /// Sessions with another time, position or book, and merged records.
  private var moved: Set<RecordID> = []
  /// The readings of those sessions, and readings with a moved bookmark.
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

  mutating func add(_ other: AffectedRecords) {
    changes += other.changes
    moved.formUnion(other.moved)
    readings.formUnion(other.readings)
  }

  /// Returns whether a later automatic entry depends on the same records.
  func isAffected(by rule: AffectedRecords) -> Bool {
    guard moved.isDisjoint(with: rule.moved), readings.isDisjoint(with: rule.readings) else {
      return true
    }
    return rule.changes.contains { later in
      changes.contains { later.overlapsFields($0) } || later.names(anyOf: moved)
    }
  }
}

extension Change {
  /// Whether it changes the time, position or book of a session, or deletes it.
  fileprivate var movesSession: Bool {
    kind == SessionRecord.kind && self.set.members.contains { Self.moving.contains($0.name) }
  }

  private static let moving: Set<String> = [
    RecordField.deleted, RecordField.isDeleted, "mergedInto", "segments", "endedAt",
    "startPosition", "endPosition", "entry", "story", "readThrough",
  ]

  /// Returns whether it adds or removes a reference to one of the records.
  fileprivate func names(anyOf ids: Set<RecordID>) -> Bool {
    (self.set.members + was.members).contains { member in
      guard case .text(let text) = member.value, text.utf8.count == 36 else { return false }
      return RecordID(text: text).map(ids.contains) ?? false
    }
  }
}
