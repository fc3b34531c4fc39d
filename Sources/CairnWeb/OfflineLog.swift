import Cairn

/// The records a browser has, and what one act of a person changes in them.
///
/// It does what `LogWriter` of the store does, with the same rules, over what is at hand instead of a
/// database. An act that is refused leaves nothing behind: a desk is for one act.
struct OfflineLog {
  let now: Instant
  let zones: Zones
  let ids: SeededIDs
  let tried: [String]
  let sent: [String]
  /// What was climbed in sessions of the snapshot that have ended; nil where it does not say.
  let climbed: [RecordID: Snapshot.Climbed]?
  /// How records name this device.
  let device: String?
  /// What the person does, in their words.
  var title = ""
  private let stamp: Stamp
  private var records: [Record] = []
  private var places: [RecordID: Int] = [:]
  private var placesOfKind: [RecordKind: [Int]] = [:]
  private(set) var changes: [Change] = []

  init(_ call: WasmRequest) {
    (now, device) = (call.now, call.snapshot.node)
    (tried, sent) = (call.snapshot.tried, call.snapshot.sent)
    climbed = call.snapshot.climbed
    zones = Zones(call.snapshot.zones)
    let server = call.snapshot.node.flatMap { UInt32($0, radix: 16) } ?? 0
    ids = SeededIDs(
      seed: call.seed,
      now: call.now,
      request: call.act.text("once"),
      in: server
    )
    var clock = HybridClock(node: call.node)
    for record in call.snapshot.records { clock.observe(record.latestStamp) }
    for line in call.lines { clock.observe(line.stamp) }
    stamp = clock.tick(at: call.now)
    for record in call.snapshot.records { put(record) }
    for line in call.lines { take(line) }
  }

  private mutating func put(_ record: Record) {
    if let place = places[record.id] {
      records[place] = record
    } else {
      places[record.id] = records.count
      placesOfKind[record.kind, default: []].append(records.count)
      records.append(record)
    }
  }

  /// Takes in what was done here and is not in the snapshot yet, or is by now.
  private mutating func take(_ line: Mutation) {
    for change in line.netChanges {
      let new = Record(kind: change.kind, id: change.id, fields: change.set, stamp: line.stamp)
      var joined = record(change.kind, change.id) ?? new
      _ = joined.join(new)
      put(joined)
    }
  }

  private func record(_ kind: RecordKind, _ id: RecordID) -> Record? {
    guard let place = places[id], records[place].kind == kind else { return nil }
    return records[place]
  }

  /// The mutation that the act became; nil when nothing changed.
  ///
  /// Throws `record.too_long` and `record.impossible`.
  func mutation() throws(CairnError) -> Mutation? {
    guard !changes.isEmpty else { return nil }
    for change in changes { try change.requirePossible() }
    return Mutation(id: ids.mutation, stamp: stamp, at: now, title: title, changes: changes)
  }
}

extension OfflineLog {
  /// The thing stored under an id, or nil when there is none or it is deleted.
  func find<Thing: Recorded>(
    _ type: Thing.Type,
    _ id: RecordID
  ) throws(CairnError) -> Thing? {
    guard let record = present(Thing.recordKind, id) else { return nil }
    return try Thing(recordID: id, fields: record.fields)
  }

  /// All things of a type that are there and can be read, in the order they came.
  func all<Thing: Recorded>(_ type: Thing.Type) -> [Thing] {
    present(Thing.recordKind).compactMap { try? Thing(recordID: $0.id, fields: $0.fields) }
  }

  /// The records of a kind that are not deleted, in the order they came.
  private func present(_ kind: RecordKind) -> [Record] {
    (placesOfKind[kind] ?? []).map { records[$0] }.filter { $0.deletion == nil }
  }

  private func present(_ kind: RecordKind, _ id: RecordID) -> Record? {
    record(kind, id).flatMap { $0.deletion == nil ? $0 : nil }
  }

  /// Where an open session goes on.
  func whereabouts(of id: SessionID) -> ActiveDevice {
    guard let node = device.flatMap({ UInt32($0, radix: 16) }) else { return .here }
    return record(SessionRecord.kind, id.record)?.whereabouts(seenBy: node) ?? .here
  }

  /// Stores a thing; only fields that differ become part of the mutation.
  mutating func save<Thing: Recorded>(_ thing: Thing) {
    var fields = Fields()
    thing.write(to: &fields)
    fields[RecordField.deleted] = .null
    set(fields, Thing.recordKind, thing.recordID)
  }

  /// Deletes a record softly.
  mutating func delete(_ kind: RecordKind, _ id: RecordID) {
    guard present(kind, id) != nil else { return }
    var fields = Fields()
    fields[RecordField.deleted] = .text(Deletion.byPerson)
    set(fields, kind, id)
  }

  /// Whether a record was there before this act, deleted by now or not.
  func isKnown(_ kind: RecordKind, _ id: RecordID) -> Bool {
    record(kind, id) != nil && !changes.contains { $0.id == id }
  }

  /// Leaves everything as it is: what is asked for reached the server before.
  mutating func forget() { changes = [] }

  private mutating func set(_ fields: Fields, _ kind: RecordKind, _ id: RecordID) {
    let old = record(kind, id)
    guard let change = Change(kind, id, setting: fields, over: old) else { return }
    var new = old ?? Record(kind: kind, id: id, fields: Fields(), stamp: stamp)
    new.set(change.set, stamp: stamp)
    put(new)
    changes.append(change)
  }

  /// The value of a setting, or nil while none was chosen.
  func setting(_ name: String) -> String? {
    let id = RecordID(derivedFrom: ["setting", name])
    guard let record = present(RecordKind("setting"), id),
      case .text(let value) = record.fields["value"]
    else { return nil }
    return value
  }

  /// The hour at which days begin, 0–23.
  var dayStartHour: Int64 { setting("dayStartHour").flatMap { Int64($0) } ?? 0 }

  /// The civil day of an instant under the person's day edge.
  func day(at instant: Instant, zone: String) -> LocalDay {
    zones.rules(zone).day(at: instant, dayStartHour: dayStartHour)
  }

  /// The day of the last moment before an end.
  func lastDay(of timeline: Timeline, zone: String) -> LocalDay {
    let end = max(timeline.start + Milliseconds(1), timeline.end ?? now)
    return day(at: end - Milliseconds(1), zone: zone)
  }
}
