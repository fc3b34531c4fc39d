public import Cairn

/// A store with all records of a person, for acts that need more than a browser keeps.
public protocol LibraryStore: RecordStore {
  /// Splits the changes of the act into mutations of limited size, which are undone as one.
  func beginBatch()
  /// Returns an entity, deleted or not, and the reason of its deletion; nil if there never was one.
  func findEvenIfDeleted<Entity: Recorded>(
    _ type: Entity.Type,
    _ id: RecordID
  ) throws(CairnError) -> (entity: Entity, deletion: String?)?
  /// Restores a deleted record, also one that was merged into another; does nothing if it is not deleted.
  func restore(_ kind: RecordKind, _ id: RecordID) throws(CairnError)

  /// Hides a session that was merged into another, and states again what the merge relies on: the other one's book
  /// or story, and that it was not merged itself.
  func hide(_ session: SessionID, mergedInto other: SessionID) throws(CairnError)

  /// Returns the editions of a work, by id.
  func editions(of work: Identifier<Work>) throws(CairnError) -> [Edition]
  /// Returns the annotations of a book.
  func annotations(of book: Identifier<Entry>) throws(CairnError) -> [Annotation]
  /// Returns the sessions of a book, by id.
  func sessions(of book: Identifier<Entry>) throws(CairnError) -> [SessionID]
  /// Returns the books on a shelf or with a tag, ignoring case and accents, by id.
  func books(with label: String, of kind: LabelKind) throws(CairnError) -> [Identifier<Entry>]
  /// Returns the session that was deleted in the same act as a book, paused at that time; nil if there is none.
  func sessionDeleted(with book: Identifier<Entry>) throws(CairnError) -> Session<Reading>?

  /// Returns the sessions of a story, by id.
  func sessions(of story: Identifier<Story>) throws(CairnError) -> [SessionID]
  /// Returns the plays of a story, by id.
  func plays(of story: Identifier<Story>) throws(CairnError) -> [Play]

  /// Returns a book with the known facts about it and its authors; throws `reading.not_on_shelf`.
  func describedBook(_ book: Identifier<Entry>) throws(CairnError) -> DescribedBook?
  /// Records what follows from an answer: the completed shelf, and that the question after a session was answered.
  func recordAnswer(after session: SessionID?) throws(CairnError)
}
