import Cairn

/// The records in a browser, and the changes of one action.
///
/// It applies the rules of the store's `LogWriter` to the snapshot instead of a database. An instance serves
/// one action, so a failed action leaves nothing behind.
struct OfflineLog {
  let now: Instant
  let zones: Zones
  let ids: SeededIDs
  let tried: [String]
  let sent: [String]
  /// The climbs per ended session of the snapshot; nil if the snapshot lacks them.
  let climbed: [RecordID: Snapshot.ClimbCounts]?
  /// The id of this device in records.
  let device: String?
  /// The title of the action.
  var title = ""
  private let stamp: Stamp
  private var records: [Record] = []
  private var indices: [RecordID: Int] = [:]
  private var indicesOfKind: [RecordKind: [Int]] = [:]
  private(set) var changes: [Change] = []

  init(_ request: WasmRequest) {
    (now, device) = (request.now, request.snapshot.node)
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
    var clock = HybridClock(node: request.node)
    for record in request.snapshot.records { clock.observe(record.latestStamp) }
    for line in request.lines { clock.observe(line.stamp) }
    stamp = clock.tick(at: request.now)
    for record in request.snapshot.records { store(record) }
    for line in request.lines { merge(line) }
  }

  private mutating func store(_ record: Record) {
    if let index = indices[record.id] {
      records[index] = record
    } else {
      indices[record.id] = records.count
      indicesOfKind[record.kind, default: []].append(records.count)
      records.append(record)
    }
  }

  /// Merges a local mutation, whether or not the snapshot contains it already.
  private mutating func merge(_ line: Mutation) {
    for change in line.netChanges {
      let new = Record(kind: change.kind, id: change.id, fields: change.set, stamp: line.stamp)
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
  /// Throws `record.too_long` and `record.impossible`.
  func mutation() throws(CairnError) -> Mutation? {
    guard !changes.isEmpty else { return nil }
    for change in changes { try change.requirePossible() }
    return Mutation(id: ids.mutation, stamp: stamp, at: now, title: title, changes: changes)
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

  private func present(_ kind: RecordKind, _ id: RecordID) -> Record? {
    record(kind, id).flatMap { $0.deletion == nil ? $0 : nil }
  }

  /// Returns the device on which an open session runs.
  func activeDevice(of id: SessionID) -> ActiveDevice {
    guard let node = device.flatMap({ UInt32($0, radix: 16) }) else { return .here }
    return record(SessionRecord.kind, id.record)?.activeDevice(seenBy: node) ?? .here
  }

  /// Saves a record; only changed fields become part of the mutation.
  mutating func save<Value: Recorded>(_ value: Value) {
    var fields = Fields()
    value.write(to: &fields)
    fields[RecordField.deleted] = .null
    set(fields, Value.recordKind, value.recordID)
  }

  /// Marks a record as deleted.
  mutating func delete(_ kind: RecordKind, _ id: RecordID) {
    guard present(kind, id) != nil else { return }
    var fields = Fields()
    fields[RecordField.deleted] = .text(Deletion.byPerson)
    set(fields, kind, id)
  }

  /// Returns whether the record existed before this action, even if it is deleted now.
  func existed(_ kind: RecordKind, _ id: RecordID) -> Bool {
    record(kind, id) != nil && !changes.contains { $0.id == id }
  }

  /// Drops all changes, because the server has already applied the same request.
  mutating func discardChanges() { changes = [] }

  private mutating func set(_ fields: Fields, _ kind: RecordKind, _ id: RecordID) {
    let old = record(kind, id)
    guard let change = Change(kind, id, setting: fields, over: old) else { return }
    var new = old ?? Record(kind: kind, id: id, fields: Fields(), stamp: stamp)
    new.set(change.set, stamp: stamp)
    store(new)
    changes.append(change)
  }

  /// Returns the value of a setting; nil for the default.
  func setting(_ name: String) -> String? {
    let id = RecordID(derivedFrom: ["setting", name])
    guard let record = present(RecordKind("setting"), id),
      case .text(let value) = record.fields["value"]
    else { return nil }
    return value
  }

  /// The hour at which days begin, 0–23.
  var dayStartHour: Int64 { setting("dayStartHour").flatMap { Int64($0) } ?? 0 }

  /// Returns the civil day of an instant, with the person's start of day.
  func day(at instant: Instant, zone: String) -> LocalDay {
    zones.rules(zone).day(at: instant, dayStartHour: dayStartHour)
  }

  /// Returns the day of the last millisecond before the end of a timeline.
  func lastDay(of timeline: Timeline, zone: String) -> LocalDay {
    let end = max(timeline.start + Milliseconds(1), timeline.end ?? now)
    return day(at: end - Milliseconds(1), zone: zone)
  }
}
