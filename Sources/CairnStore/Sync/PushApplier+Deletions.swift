import Cairn
import CairnReports
import CairnSQL

/// Detects sessions and climbs that one device deleted while another edited them.
///
/// The deletion wins. The edit becomes a conflict, so that the person can restore the record (spec/sync.md F11).
struct DeleteEditConflict {
  private let push: SyncPush
  private let connection: any SQLConnection

  init(_ push: SyncPush, in connection: any SQLConnection) {
    (self.push, self.connection) = (push, connection)
  }

  /// Returns the delete-edit conflicts that a change causes, each with the later stamp of both.
  func found(
    by change: Change,
    of step: Mutation,
    stamped stamp: Stamp,
    over old: Record?
  ) throws -> [(Conflict, since: Stamp)] {
    if change.set[RecordField.deleted] != .null {
      return try old.flatMap { try found(deleting: $0, by: change, of: step) }.map { [$0] } ?? []
    }
    guard isEdit(change, old), !stamp.isAutomatic else { return [] }
    let new = Record(kind: change.kind, id: change.id, fields: change.set, stamp: stamp)
    let deletions = try owners(from: old ?? new).compactMap { record in
      try deletion(of: record, besides: stamp.node).map { (record, at: $0) }
    }
    guard !deletions.isEmpty, isInEffect(step) else { return [] }
    return deletions.filter { !isDeletedLater($0.0) }
      .map { (Conflict(changed: stamp, $0.0), since: max($0.at, stamp)) }
  }

  private func found(
    deleting record: Record,
    by change: Change,
    of step: Mutation
  ) throws -> (Conflict, since: Stamp)? {
    guard isDeletedDirectly(record), record.deletion == nil, change.set["mergedInto"] == .null
    else {
      return nil
    }
    return try edit(of: record, unknownTo: step)
      .map { (Conflict(changed: $0, record), since: max($0, step.stamp)) }
  }

  /// Returns whether a change edits an existing record, instead of restoring a deleted one.
  private func isEdit(_ change: Change, _ old: Record?) -> Bool {
    (old == nil || !change.set.contains(RecordField.deleted))
      && change.set.members.contains { !change.kind.isComputed($0.name) }
  }

  /// Returns whether the mutation is not an undo and was not undone in the same push.
  private func isInEffect(_ step: Mutation) -> Bool {
    step.undoes == nil && !push.mutations.contains { $0.mutation.undoes == step.entry }
  }

  /// Returns whether the same device deletes the record, too.
  private func isDeletedLater(_ record: Record) -> Bool {
    push.mutations.flatMap(\.mutation.changes).contains { change in
      change.id == record.id && change.set[RecordField.deleted] != .null
    }
  }

  /// Returns whether a person deletes such a record directly.
  private func isDeletedDirectly(_ record: Record) -> Bool {
    [SessionRecord.kind, Climb.recordKind].contains(record.kind)
  }

  /// Returns the stamp of a person's deletion on another device; nil if there is none.
  private func deletion(of record: Record, besides node: UInt32) throws -> Stamp? {
    guard isDeletedDirectly(record), record.deletion != nil, record.fields["mergedInto"] == .null,
      let stamp = record.stamp(of: RecordField.deleted), !stamp.isAutomatic
    else { return nil }
    let undo = try HistoryQuery.lastUndo(of: stamp, in: connection)
    return undo?.node ?? stamp.node != node ? stamp : nil
  }

  /// Returns a record, the climb it belongs to, and its session.
  private func owners(from record: Record) throws -> [Record] {
    let owner: (field: String, kind: RecordKind)? =
      switch record.kind {
      case Attempt.recordKind: ("climb", Climb.recordKind)
      case Climb.recordKind: ("session", SessionRecord.kind)
      default: nil
      }
    guard let owner,
      let id: Identifier<Record> = (try? record.fields.id(owner.field)) ?? nil,
      let found = try RecordTable.find(owner.kind, id.record, in: connection)
    else { return [record] }
    return [record] + (try owners(from: found))
  }

  /// Returns the latest edit by a person that the deleting device did not know.
  private func edit(of record: Record, unknownTo deletion: Mutation) throws -> Stamp? {
    let stamps = try ([record] + parts(of: record)).flatMap { record in
      record.fields.members.filter { !record.kind.isComputed($0.name) }
        .compactMap { record.stamp(of: $0.name) }
    }
    return try Set(stamps + changes(below: record))
      .filter { !$0.isAutomatic && deletion.knows($0) == false }.sorted(by: >)
      .first(where: isPersonal)
  }

  /// Returns the stamps of edits to deleted climbs of a session.
  private func changes(below record: Record) throws -> [Stamp] {
    guard record.fields["kind"] == .text(Climbing.kind.name) else { return [] }
    var all: [Conflict] = []
    try RecordTable.each(Conflict.self, in: connection) { all.append($0) }
    let climbDeletions = all.filter { $0.isOfDeletion && $0.kind == Climb.recordKind }
    return try climbDeletions.filter { one in
      let climb = try RecordTable.find(one.kind, one.about, in: connection)
      let session: SessionID? = try climb?.fields.id("session")
      return session?.record == record.id
    }.map(\.stamp)
  }

  /// Returns the climbs of a session or a climb itself, with their attempts.
  private func parts(of record: Record) throws -> [Record] {
    let climbs: [RecordID] =
      record.kind == Climb.recordKind
      ? [record.id]
      : try connection.values("SELECT id FROM climb WHERE session = \(record.id)")
    return try climbs.flatMap { climb in
      let attempts: [RecordID] = try connection.values(
        "SELECT id FROM attempt WHERE climb = \(climb)"
      )
      return try [RecordTable.find(Climb.recordKind, climb, in: connection)].compactMap(\.self)
        + attempts.compactMap { try RecordTable.find(Attempt.recordKind, $0, in: connection) }
    }
  }

  private func isPersonal(_ stamp: Stamp) throws -> Bool {
    let step = try MutationTable.find(stamp, in: connection)
    return step.map { !$0.entry.isAutomaticEntry } ?? false
  }
}

extension Conflict {
  /// Creates the conflict of an edit that lost against the deletion of its record.
  fileprivate init(changed stamp: Stamp, _ record: Record) {
    self.init(
      kind: record.kind,
      about: record.id,
      field: RecordField.deleted,
      value: .null,
      stamp: stamp
    )
  }
}

extension Conflict {
  /// Whether an edit lost against the deletion of its record.
  var isOfDeletion: Bool { field == RecordField.deleted && value == .null }
}
