import Cairn
import CairnActions

/// The records in a browser, and the changes of one action.
///
/// It runs the acts of `CairnActions` on the snapshot instead of a database. An instance serves one act, so a failed
/// one leaves nothing behind.
final class OfflineLog {
  let now: Instant
  let zones: Zones
  let ids: SeededIDs
  private let once: RequestIDs?
  let tried: [String]
  let sent: [String]
  /// The climbs per ended session of the snapshot; nil if the snapshot lacks them.
  let climbed: [RecordID: Snapshot.ClimbCounts]?
  /// The id of this device in records.
  let device: String?
  /// The title of the act.
  var title = ""
  var effects = ActEffects<OfflineSession>()
  private let stamp: Stamp
  private let knowledge: Knowledge?
  private var records: [Record] = []
  private var indices: [RecordID: Int] = [:]
  private var indicesOfKind: [RecordKind: [Int]] = [:]
  private(set) var changes: [Change] = []

  init(_ request: WasmRequest) {
    (now, device) = (request.now, request.snapshot.node)
    knowledge = request.snapshot.knowledge
    (tried, sent) = (request.snapshot.tried, request.snapshot.sent)
    climbed = request.snapshot.climbed
    zones = Zones(request.snapshot.zones)
    let server = request.snapshot.node.flatMap { UInt32($0, radix: 16) } ?? 0
    ids = SeededIDs(
      seed: request.seed,
      now: request.now,
      request: request.act.text("once"),
      in: server
    )
    once = request.act.text("once").map { RequestIDs($0, in: server) }
    var clock = HybridClock(node: request.node)
    for record in request.snapshot.records { clock.observe(record.latestStamp) }
    for mutation in request.mutations { clock.observe(mutation.stamp) }
    stamp = clock.tick(at: request.now)
    for record in request.snapshot.records { store(record) }
    for mutation in request.mutations { merge(mutation) }
  }

  private func store(_ record: Record) {
    if let index = indices[record.id] {
      records[index] = record
    } else {
      indices[record.id] = records.count
      indicesOfKind[record.kind, default: []].append(records.count)
      records.append(record)
    }
  }

  /// Merges a local mutation, whether or not the snapshot contains it already.
  private func merge(_ mutation: Mutation) {
    for change in mutation.netChanges {
      let new = change.record(stamp: mutation.stamp)
      var joined = record(change.kind, change.id) ?? new
      _ = joined.join(new)
      store(joined)
    }
  }

  private func record(_ kind: RecordKind, _ id: RecordID) -> Record? {
    guard let index = indices[id], records[index].kind == kind else { return nil }
    return records[index]
  }

  /// Returns the mutation of the action; nil if nothing changed.
  ///
  /// Throws `record.too_long` and `record.out_of_range`.
  func mutation() throws(CairnError) -> Mutation? {
    guard !changes.isEmpty else { return nil }
    for change in changes { try change.requireValid() }
    return Mutation(
      id: ids.mutation,
      stamp: stamp,
      at: now,
      title: title,
      knowledge: knowledge,
      changes: changes
    )
  }
}

extension OfflineLog {
  /// Returns the record with the id; nil if it is missing or deleted.
  func find<Value: Recorded>(
    _ type: Value.Type,
    _ id: RecordID
  ) throws(CairnError) -> Value? {
    guard let record = present(Value.recordKind, id) else { return nil }
    return try Value(recordID: id, fields: record.fields)
  }

  /// Returns all readable records of a type that are not deleted, in insertion order.
  func all<Value: Recorded>(_ type: Value.Type) -> [Value] {
    present(Value.recordKind).compactMap { try? Value(recordID: $0.id, fields: $0.fields) }
  }

  /// Returns the records of a kind that are not deleted, in insertion order.
  private func present(_ kind: RecordKind) -> [Record] {
    (indicesOfKind[kind] ?? []).map { records[$0] }.filter { $0.deletion == nil }
  }

  func present(_ kind: RecordKind, _ id: RecordID) -> Record? {
    record(kind, id).flatMap { $0.deletion == nil ? $0 : nil }
  }

  /// Returns the device on which an open session runs.
  func activeDevice(of id: SessionID) -> ActiveDevice {
    guard let node = device.flatMap({ UInt32($0, radix: 16) }) else { return .here }
    return record(SessionRecord.kind, id.record)?.activeDevice(seenBy: node) ?? .here
  }

  /// Saves a record; only changed fields become part of the mutation.
  func save<Value: Recorded>(_ value: Value) throws(CairnError) {
    var fields = Fields()
    value.write(to: &fields)
    fields.restore()
    set(fields, Value.recordKind, value.recordID)
  }

  /// Marks a record as deleted.
  func delete(_ kind: RecordKind, _ id: RecordID) {
    guard present(kind, id) != nil else { return }
    var fields = Fields()
    fields.delete()
    set(fields, kind, id)
  }

  /// Whether the act created its first record in an earlier attempt, so that it must not run again.
  var wasApplied: Bool {
    guard let once else { return false }
    return [SessionRecord.kind, Climb.recordKind, Attempt.recordKind].contains { kind in
      var ids = once
      return record(kind, ids.next(kind)) != nil
    }
  }

  private func set(_ fields: Fields, _ kind: RecordKind, _ id: RecordID) {
    let old = record(kind, id)
    guard let change = Change(kind, id, setting: fields, over: old) else { return }
    var new = old ?? Record(kind: kind, id: id, fields: Fields(), stamp: stamp)
    new.set(change.set, stamp: stamp)
    store(new)
    changes.append(change)
  }
}
