package import Cairn
package import CairnReports
package import CairnStore

/// The data that a browser needs offline, from one snapshot of the log: recent days and open sessions and books.
package struct OfflineSnapshot: Sendable {
  /// The number of days it covers, including today.
  package static let days: Int32 = 90

  /// The climb counts of an ended session; the snapshot omits the climbs themselves.
  package struct ClimbCounts: Sendable {
    package let session: RecordID
    package let climbs: Int64
    package let sent: Int64
  }

  /// The sessions of these days and the open ones, with the books, stories and climbs they need.
  package var records: [Record] = []
  /// The activity of earlier days, which a streak needs.
  package var earlier: [DayActivityRow] = []
  /// Routes attempted in ended sessions, see ``Climb/key(name:discipline:place:angle:)``.
  package var tried: [String] = []
  /// Those of them that were sent.
  package var sent: [String] = []
  /// The climb counts of the ended sessions.
  package var climbed: [ClimbCounts] = []
  /// The time zones of the sessions.
  package var zones: [String] = []
  /// The requested mutations that the log does not have.
  package var unknown: [RecordID] = []
  /// What acts on this snapshot know.
  package var knowledge = Knowledge()
}

extension Log {
  /// Returns the data for working offline from `today` on.
  ///
  /// The snapshot lists the ids of `confirm` that the log does not have.
  package func offlineSnapshot(
    today: LocalDay,
    confirm: [RecordID]
  ) async throws -> OfflineSnapshot {
    let first = today - (OfflineSnapshot.days - 1)
    let earlier = try await dayActivity(in: LocalDay.first...(first - 1))
    let node = context.node
    return try await read { connection in
      var gathering = SnapshotGathering(connection)
      try gathering.gather(since: first)
      var snapshot = gathering.snapshot
      snapshot.earlier = earlier
      snapshot.knowledge = try MutationTable.knowledge(of: node, in: connection)
      snapshot.tried = try ClimbQuery.routes(in: connection)
      snapshot.sent = try ClimbQuery.routes(onlySent: true, in: connection)
      snapshot.unknown = try confirm.filter { try !MutationTable.contains($0, in: connection) }
      return snapshot
    }
  }
}

/// Collects records with those they refer to, each once.
private struct SnapshotGathering {
  private let connection: LogConnection
  private(set) var snapshot = OfflineSnapshot()
  private var known: Set<RecordID> = []

  init(_ connection: LogConnection) {
    self.connection = connection
  }

  mutating func gather(since first: LocalDay) throws {
    for kind in ["setting", "streak_minimum", "rest_day"] { try addAll(RecordKind(kind)) }
    for id in try SessionQuery.ids(openOrSince: first, in: connection) { try addSession(id) }
    for book in try EntryQuery.open(limit: 60, in: connection) { try addBook(book.id.record) }
  }

  private mutating func addSession(_ id: RecordID) throws {
    guard let record = try add(SessionRecord.kind, id) else { return }
    if let zone = try record.fields.text("zone"), !snapshot.zones.contains(zone) {
      snapshot.zones.append(zone)
    }
    if let entry: Identifier<Entry> = try record.fields.id("entry") { try addBook(entry.record) }
    if let story: Identifier<Story> = try record.fields.id("story") {
      try add(Story.recordKind, story.record)
    }
    guard record.fields["kind"] == .text(Climbing.kind.name) else { return }
    if record.fields["endedAt"] == .null { try addClimbs(id) } else { try countClimbs(id) }
  }

  private mutating func countClimbs(_ session: RecordID) throws {
    let counts = try ClimbQuery.counts(of: session, in: connection)
    snapshot.climbed.append(
      OfflineSnapshot.ClimbCounts(session: session, climbs: counts.climbs, sent: counts.sent)
    )
  }

  private mutating func addBook(_ id: RecordID) throws {
    guard !known.contains(id), let record = try add(Entry.recordKind, id) else { return }
    if let work: Identifier<Work> = try record.fields.id("work") {
      try addWork(work.record)
    }
    if let edition: Identifier<Edition> = try record.fields.id("edition") {
      try add(Edition.recordKind, edition.record)
    }
    for reading in try ReadThroughQuery.ids(of: Identifier(id), in: connection) {
      try add(ReadThrough.recordKind, reading)
    }
  }

  private mutating func addWork(_ id: RecordID) throws {
    try add(Work.recordKind, id)
    for author in try EntryQuery.authors(of: Identifier(id), in: connection) {
      try add(Author.recordKind, author)
    }
  }

  private mutating func addClimbs(_ session: RecordID) throws {
    for climb in try ClimbQuery.ids(of: session, in: connection) {
      try add(Climb.recordKind, climb)
      for attempt in try ClimbQuery.attempts(at: climb, in: connection) {
        try add(Attempt.recordKind, attempt)
      }
    }
  }

  private mutating func addAll(_ kind: RecordKind) throws {
    try RecordTable.each(kind, in: connection) { record in
      if record.deletion == nil { snapshot.records.append(record) }
    }
  }

  @discardableResult
  private mutating func add(_ kind: RecordKind, _ id: RecordID) throws -> Record? {
    guard known.insert(id).inserted, let record = try RecordTable.find(kind, id, in: connection),
      record.deletion == nil
    else { return nil }
    snapshot.records.append(record)
    return record
  }
}
