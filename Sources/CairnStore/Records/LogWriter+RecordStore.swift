public import Cairn
public import CairnActions
public import CairnReports
import CairnSQL

extension LogWriter: RecordStore {
  /// The name of this device in records.
  public var device: String? { Stamp.text(ofNode: log.node) }

  /// The current reading of the monotonic clock; nil without one.
  public var clockMark: ClockMark? { log.environment.clockMark() }

  /// Returns the id of a new record, derived from the request if that is idempotent.
  public func newID<Entity: Recorded>(of type: Entity.Type) -> Identifier<Entity> {
    Identifier(ids?.next(Entity.recordKind) ?? newID())
  }

  /// Runs work on the details of a kind; nil if they are not fields, or this program does not know the kind.
  public func run<Work: DetailWork>(
    _ work: Work,
    for kind: SessionKind
  ) throws(CairnError) -> Work.Result? {
    try log.environment.kinds.first { $0.kind == kind }?.run(work)
  }

  /// Returns the entity with an id; nil if there is none or it is deleted.
  ///
  /// Throws `record.malformed`, or a storage error.
  public func find<Entity: Recorded>(
    _ type: Entity.Type,
    _ id: RecordID
  ) throws(CairnError) -> Entity? {
    let record = try translatingErrors {
      try RecordTable.find(Entity.recordKind, id, in: connection)
    }
    guard let record, record.deletion == nil else { return nil }
    return try Entity(recordID: id, fields: record.fields)
  }

  /// Returns all readable entities of a type that are not deleted, by id.
  public func all<Entity: Recorded>(_ type: Entity.Type) throws(CairnError) -> [Entity] {
    try translatingErrors {
      var all: [Entity] = []
      try RecordTable.each(type, in: connection) { all.append($0) }
      return all
    }
  }

  /// Stores an entity; only changed fields become part of the mutation.
  ///
  /// Restores a deleted entity.
  public func save<Entity: Recorded>(_ entity: Entity) throws(CairnError) {
    try translatingErrors {
      try save(entity, over: RecordTable.find(Entity.recordKind, entity.recordID, in: connection))
    }
  }

  /// Marks a record as deleted; it stays stored and can be restored.
  ///
  /// Does nothing if there is none or it is deleted.
  public func delete(_ kind: RecordKind, _ id: RecordID) throws(CairnError) {
    try translatingErrors { try delete(kind, id, how: Deletion.byPerson) }
  }

  /// Returns the value of a setting, or its default.
  public func setting(_ setting: Setting) throws(CairnError) -> String {
    try translatingErrors { try setting.value(in: connection) } ?? setting.standard
  }

  /// Returns the rules of a time zone; those of UTC if it is unknown.
  public func rules(_ zone: String) -> ZoneRules { projection.rules(zone) }

  /// Returns a session with the changes of this mutation so far, or nil.
  public func summary(of id: SessionID) throws(CairnError) -> SessionRow? {
    try translatingErrors { try SessionQuery.find(id, in: connection) }
  }

  /// Returns the open session of a kind, or nil.
  public func openSession(_ kind: SessionKind) throws(CairnError) -> SessionRow? {
    try translatingErrors { try SessionQuery.open(kind, in: connection) }
  }

  /// Returns the sessions of a kind that overlap a timeline, in which a running segment has no end.
  public func sessions(
    _ kind: SessionKind,
    overlapping timeline: Timeline
  ) throws(CairnError) -> [SessionRow] {
    try translatingErrors { try SessionQuery.overlapping(timeline, kind, in: connection) }
  }

  /// Returns the active times of the latest twenty ended sessions of a kind, newest first.
  public func recentLengths(_ kind: SessionKind) throws(CairnError) -> [Milliseconds] {
    try translatingErrors { try SessionQuery.recentLengths(kind, limit: 20, in: connection) }
  }

  /// Reverts what else the start of a session did, unless it is used elsewhere.
  public func revertStart(of id: SessionID) throws(CairnError) {
    try translatingErrors { try undoStart(of: id) }
  }

  /// Sets a session to private again, with a stamp newer than any concurrent edit by another device.
  public func reassertPrivate(_ id: SessionID) throws(CairnError) {
    let (kind, field) = (SessionRecord.kind, "isPrivate")
    let old = try translatingErrors { try RecordTable.find(kind, id.record, in: connection) }
    guard let old, old.stamp(of: field).map({ $0 < firstStamp }) ?? true else { return }
    var (set, was) = (Fields(), Fields())
    (set[field], was[field]) = (.bool(true), old.fields[field])
    let change = Change(kind: kind, id: id.record, set: set, was: was)
    try translatingErrors { try store(change, over: old) }
  }

  /// Returns the read-throughs of a book, oldest first.
  public func readThroughs(of book: Identifier<Entry>) throws(CairnError) -> [ReadThrough] {
    try translatingErrors { try ReadThroughQuery.all(of: book, in: connection) }
  }

  /// Returns the latest session of a book, or the latest that started before an instant; nil if there is none.
  public func lastReading(
    of book: Identifier<Entry>,
    before start: Instant?
  ) throws(CairnError) -> SessionID? {
    try translatingErrors { try ReadingQuery.last(of: book, before: start, in: connection) }
  }

  /// Returns the next session of the same read-through; nil if there is none.
  public func nextReading(after session: Session<Reading>) throws(CairnError) -> SessionID? {
    try translatingErrors { try ReadingQuery.next(after: session, in: connection) }
  }

  /// Returns the books with a text in their title or author, ignoring case and accents, by title.
  public func books(matching text: String) throws(CairnError) -> [TitledBook] {
    try translatingErrors { try EntryQuery.search(text, in: connection) }
      .map { TitledBook(id: $0.id, title: $0.title, authors: $0.authors) }
  }

  /// Returns the author with a name, ignoring case and accents; nil if there is none.
  public func knownAuthor(named name: String) throws(CairnError) -> Identifier<Author>? {
    let query: SQL =
      "SELECT id FROM author WHERE folded = \(indexed(folded(name))) ORDER BY id LIMIT 1"
    return try translatingErrors { try connection.value(query) }
  }

  /// Returns the last known position in a story; nil if it is unknown or the story was finished.
  public func lastPosition(in story: Identifier<Story>) throws(CairnError) -> Milliseconds? {
    try translatingErrors { try ListeningQuery.lastPosition(in: story, connection) }
  }

  /// Returns the stories with a title, ignoring case and accents.
  public func stories(titled title: String) throws(CairnError) -> [Story] {
    try translatingErrors {
      try StoryQuery.titled(title, in: connection).compactMap { try find(Story.self, $0.id.record) }
    }
  }

  /// Returns the climbs of a session, or of a day without a session at any place, in order.
  public func climbs(on climbContext: ClimbContext) throws(CairnError) -> [Climb] {
    try translatingErrors {
      switch climbContext {
      case .session(let id): try ClimbQuery.all(of: id, in: connection).map(\.climb)
      case .day(let day, _, _): try ClimbQuery.all(on: day, in: connection).map(\.climb)
      }
    }
  }

  /// Returns the highest position of a climb in a session or on a day; 0 without climbs.
  public func lastPosition(on climbContext: ClimbContext) throws(CairnError) -> Int64 {
    try translatingErrors { try ClimbQuery.lastPosition(on: climbContext, in: connection) }
  }

  /// Returns the attempts at a climb in order, each with its tick.
  public func attempts(at climb: Identifier<Climb>) throws(CairnError) -> [Attempt] {
    try translatingErrors {
      try projection.recomputeRoutes()
      return try ClimbQuery.find(climb, in: connection)?.attempts ?? []
    }
  }
}

extension LogWriter {
  /// Runs the body and translates database errors for the user.
  ///
  /// The write itself throws that failure as it is, because the engine may retry after it; see ``cause(of:)``.
  func translatingErrors<Result>(_ body: () throws -> Result) throws(CairnError) -> Result {
    do { return try body() } catch let error as CairnError { throw error } catch {
      let shown = CairnError(error as? StorageError ?? StorageError(.statement, "\(error)"))
      databaseFailure = (shown, error)
      throw shown
    }
  }

  /// Returns the failure of the database behind an error, or the error itself.
  func cause(of error: any Error) -> any Error {
    guard let databaseFailure, (error as? CairnError) == databaseFailure.shown else { return error }
    return databaseFailure.cause
  }
}
