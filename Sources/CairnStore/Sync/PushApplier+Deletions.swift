import Cairn
import CairnSQL

/// A session or climb that one device deleted and another changed, neither knowing of the other: it is deleted, and
/// that is kept as a value that lost, so that the person hears of it and can bring it back (spec/sync.md F11).
struct DeleteEditConflict {
  private let push: SyncPush
  private let connection: any SQLConnection
  /// What comes with the same message is known to who sends it.
  private let own: Set<Stamp>

  init(_ push: SyncPush, in connection: any SQLConnection) {
    (self.push, self.connection) = (push, connection)
    own = Set(push.lines.map(\.mutation.stamp))
  }

  /// What a change shows to have been deleted and changed, each with the later moment of both.
  func found(
    by change: Change,
    of step: Mutation,
    stamped stamp: Stamp,
    over old: Record?
  ) throws -> [(Conflict, since: Stamp)] {
    if change.set[RecordField.deleted] != .null {
      return try old.flatMap { try found(deleting: $0, by: change, stamp) }.map { [$0] } ?? []
    }
    guard isEdit(change, old), !stamp.isAutomatic else { return [] }
    let new = Record(kind: change.kind, id: change.id, fields: change.set, stamp: stamp)
    let gone = try line(from: old ?? new).compactMap { thing in
      deletion(of: thing, besides: stamp.node).map { (thing, at: $0) }
    }
    guard !gone.isEmpty, isMeant(step) else { return [] }
    return gone.filter { !isDeletedLater($0.0) }
      .map { (Conflict(changed: stamp, $0.0), since: max($0.at, stamp)) }
  }

  private func found(
    deleting thing: Record,
    by change: Change,
    _ stamp: Stamp
  ) throws -> (Conflict, since: Stamp)? {
    guard isOwner(thing), thing.deletion == nil, change.set["mergedInto"] == .null else {
      return nil
    }
    return try edit(of: thing, unseenBy: stamp.node)
      .map { (Conflict(changed: $0, thing), since: max($0, stamp)) }
  }

  /// Whether a change says something of what is there; it may bring back what was deleted instead.
  private func isEdit(_ change: Change, _ old: Record?) -> Bool {
    (old == nil || !change.set.contains(RecordField.deleted))
      && change.set.members.contains { !change.kind.isUnchosen($0.name) }
  }

  /// Whether somebody said something with it that was not taken back at once.
  private func isMeant(_ step: Mutation) -> Bool {
    step.undoes == nil && !push.lines.contains { $0.mutation.undoes == step.line }
  }

  /// Whether the same device deleted the thing as well.
  private func isDeletedLater(_ thing: Record) -> Bool {
    push.lines.flatMap(\.mutation.changes).contains { change in
      change.id == thing.id && change.set[RecordField.deleted] != .null
    }
  }

  /// What is deleted as a whole by a person who looks at it.
  private func isOwner(_ record: Record) -> Bool {
    [SessionRecord.kind, Climb.recordKind].contains(record.kind)
  }

  /// When a person deleted a thing on another device.
  private func deletion(of thing: Record, besides node: UInt32) -> Stamp? {
    guard isOwner(thing), thing.deletion != nil, thing.fields["mergedInto"] == .null,
      let stamp = thing.stamp(of: RecordField.deleted), !stamp.isAutomatic, stamp.node != node
    else { return nil }
    return stamp
  }

  /// A thing, the climb it belongs to, and its session.
  private func line(from record: Record) throws -> [Record] {
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
    return [record] + (try line(from: found))
  }

  /// The latest change by a person of which a device that deletes a thing had not heard.
  private func edit(of thing: Record, unseenBy node: UInt32) throws -> Stamp? {
    guard let seen = push.seen else { return nil }
    let stamps = try ([thing] + parts(of: thing)).flatMap { record in
      record.fields.members.filter { !record.kind.isUnchosen($0.name) }
        .compactMap { record.stamp(of: $0.name) }
    }
    return try Set(stamps + changes(below: thing)).subtracting(own)
      .filter { !$0.isAutomatic && $0.node != node }.sorted(by: >)
      .first { try isPersonal($0, since: seen) }
  }

  /// When climbs of a session were changed that are deleted.
  private func changes(below thing: Record) throws -> [Stamp] {
    guard thing.fields["kind"] == .text(Climbing.kind.name) else { return [] }
    var lost: [Conflict] = []
    try RecordTable.each(Conflict.self, in: connection) { lost.append($0) }
    let ofClimbs = lost.filter { $0.isOfDeletion && $0.kind == Climb.recordKind }
    return try ofClimbs.filter { one in
      let climb = try RecordTable.find(one.kind, one.about, in: connection)
      let session: SessionID? = try climb?.fields.id("session")
      return session?.record == thing.id
    }.map(\.stamp)
  }

  /// The climbs of a session, and attempts.
  private func parts(of thing: Record) throws -> [Record] {
    let climbs =
      thing.kind == Climb.recordKind
      ? [thing.id]
      : try connection.all("SELECT id FROM climb WHERE session = \(thing.id)") { try $0.id(0) }
    return try climbs.flatMap { climb in
      let attempts = try connection.all("SELECT id FROM attempt WHERE climb = \(climb)") {
        try $0.id(0)
      }
      return try [RecordTable.find(Climb.recordKind, climb, in: connection)].compactMap(\.self)
        + attempts.compactMap { try RecordTable.find(Attempt.recordKind, $0, in: connection) }
    }
  }

  private func isPersonal(_ stamp: Stamp, since seen: Int64) throws -> Bool {
    let step = try MutationTable.find(stamp, since: seen, in: connection)
    return step.map { !$0.line.isOfRule } ?? false
  }
}

extension Conflict {
  /// That a thing is there, which lost against its deletion.
  fileprivate init(changed stamp: Stamp, _ thing: Record) {
    self.init(
      kind: thing.kind,
      about: thing.id,
      field: RecordField.deleted,
      value: .null,
      stamp: stamp
    )
  }
}

extension Conflict {
  /// Whether what lost is that the thing is there at all.
  var isOfDeletion: Bool { field == RecordField.deleted && value == .null }
}
