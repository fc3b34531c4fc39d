public import Cairn

/// The records that an act reads and writes: a log on SQL, or the records in a browser.
///
/// A store serves one act in one transaction, so an error leaves nothing behind. Every requirement throws failures of
/// the store itself, such as `storage.full`.
public protocol RecordStore: AnyObject {
  /// A session as lists and messages show it.
  associatedtype Row: SessionSummary

  /// The time of the act.
  var now: Instant { get }
  /// The title of the act in the history.
  var title: String { get set }
  /// What the act did beyond what was asked.
  var effects: ActEffects<Row> { get set }
  /// The name of this device in records; nil if it has none yet.
  var device: String? { get }
  /// The current reading of the monotonic clock; nil without one.
  var clockMark: ClockMark? { get }

  /// Returns the id of a new record.
  func newID<Entity: Recorded>(of type: Entity.Type) -> Identifier<Entity>
  /// Runs work on the details of a kind; nil if they are not fields, or the store does not know the kind.
  func run<Work: DetailWork>(_ work: Work, for kind: SessionKind) throws(CairnError) -> Work.Result?
  /// Returns the entity with an id; nil if there is none or it is deleted.
  func find<Entity: Recorded>(_ type: Entity.Type, _ id: RecordID) throws(CairnError) -> Entity?
  /// Returns all entities of a type that are not deleted; for kinds with few records.
  func all<Entity: Recorded>(_ type: Entity.Type) throws(CairnError) -> [Entity]
  /// Stores an entity; only changed fields become part of the act.
  func save<Entity: Recorded>(_ entity: Entity) throws(CairnError)
  /// Marks a record as deleted; does nothing if there is none.
  func delete(_ kind: RecordKind, _ id: RecordID) throws(CairnError)

  /// Returns the value of a setting, or its default.
  func setting(_ setting: Setting) throws(CairnError) -> String
  /// Returns the rules of a time zone; those of UTC if it is unknown.
  func rules(_ zone: String) throws(CairnError) -> ZoneRules

  /// Returns a session of any kind; nil if there is none.
  func summary(of id: SessionID) throws(CairnError) -> Row?
  /// Returns the open session of a kind, or nil.
  func openSession(_ kind: SessionKind) throws(CairnError) -> Row?
  /// Returns the sessions of a kind that overlap a timeline, in which a running segment has no end.
  func sessions(
    _ kind: SessionKind,
    overlapping timeline: Timeline
  ) throws(CairnError) -> [Row]
  /// Returns the active times of the latest twenty ended sessions of a kind, newest first.
  func recentLengths(_ kind: SessionKind) throws(CairnError) -> [Milliseconds]
  /// Reverts what else the start of a session did, such as adding its book, unless it is used elsewhere.
  func revertStart(of id: SessionID) throws(CairnError)

  /// Sets a session to private again, so that this wins over concurrent edits by other devices.
  func reassertPrivate(_ id: SessionID) throws(CairnError)

  /// Returns the read-throughs of a book, oldest first.
  func readThroughs(of book: Identifier<Entry>) throws(CairnError) -> [ReadThrough]
  /// Returns the latest session of a book, or the latest that started before an instant; nil if there is none.
  func lastReading(
    of book: Identifier<Entry>,
    before start: Instant?
  ) throws(CairnError) -> SessionID?
  /// Returns the next session of the same read-through; nil if there is none.
  func nextReading(after session: Session<Reading>) throws(CairnError) -> SessionID?
  /// Returns the books with a text in their title or author, ignoring case and accents, by title.
  func books(matching text: String) throws(CairnError) -> [TitledBook]
  /// Returns the author with a name, ignoring case and accents; nil if there is none.
  func knownAuthor(named name: String) throws(CairnError) -> Identifier<Author>?
  /// Returns the last known position in a story; nil if it is unknown or the story was finished.
  func lastPosition(in story: Identifier<Story>) throws(CairnError) -> Milliseconds?
  /// Returns the stories with a title, ignoring case and accents.
  func stories(titled title: String) throws(CairnError) -> [Story]
  /// Returns the climbs of a session, or of a day without a session at any place, in order.
  func climbs(on climbContext: ClimbContext) throws(CairnError) -> [Climb]
  /// Returns the highest position of a climb in a session or on a day; 0 without climbs.
  func lastPosition(on climbContext: ClimbContext) throws(CairnError) -> Int64
  /// Returns the attempts at a climb in order, each with its tick.
  func attempts(at climb: Identifier<Climb>) throws(CairnError) -> [Attempt]
}

/// What an act did beyond what was asked, for the message to the person.
public struct ActEffects<Row> {
  /// The book that was finished automatically at its last page.
  public var finished: Identifier<Entry>?
  /// The effect of a tracked session on the bookmark, unless it simply moved forward.
  public var bookmark: BookmarkOutcome?
  /// The sessions that were trimmed to make room, in their current state.
  public var trimmed: [Row] = []
  /// The session with an end measured by the monotonic clock, because the wall clock was set.
  public var measured: SessionID?

  /// Creates no effects.
  public init() {}
}

extension ActEffects: Sendable where Row: Sendable {}
