public import Cairn
public import CairnActions
import CairnReports
import CairnSQL

extension LogWriter: LibraryStore {
  /// Returns an entity, deleted or not, and the reason of its deletion; nil if there never was one.
  ///
  /// Throws `record.malformed`, or a storage error.
  public func findEvenIfDeleted<Entity: Recorded>(
    _ type: Entity.Type,
    _ id: RecordID
  ) throws(CairnError) -> (entity: Entity, deletion: String?)? {
    let record = try translatingErrors {
      try RecordTable.find(Entity.recordKind, id, in: connection)
    }
    guard let record else { return nil }
    return (try Entity(recordID: id, fields: record.fields), record.deletion)
  }

  /// Restores a deleted record, also one that was merged into another; does nothing if it is not deleted.
  public func restore(_ kind: RecordKind, _ id: RecordID) throws(CairnError) {
    var fields = Fields()
    fields.restore()
    if kind == SessionRecord.kind { fields["mergedInto"] = .null }
    try translatingErrors { try set(fields, kind, id) }
  }

  /// Hides a session that was merged into another, and states again what the merge relies on.
  ///
  /// A concurrent change of that is a conflict then. Of two merges in opposite directions the later one holds.
  public func hide(_ session: SessionID, mergedInto other: SessionID) throws(CairnError) {
    let relevant = [RecordField.mergedInto, "entry", "readThrough", "edition", "story"]
    var fields = Fields()
    fields.set(RecordField.mergedInto, other)
    try translatingErrors {
      try set(fields, SessionRecord.kind, session.record)
      try setAgain(relevant, SessionRecord.kind, other.record)
    }
  }

  /// Returns the editions of a work, by id.
  public func editions(of work: Identifier<Work>) throws(CairnError) -> [Edition] {
    try translatingErrors {
      try EditionQuery.all(work, in: connection).compactMap { try find(Edition.self, $0.id.record) }
    }
  }

  /// Returns the annotations of a book.
  public func annotations(of book: Identifier<Entry>) throws(CairnError) -> [Annotation] {
    try translatingErrors { try AnnotationQuery.all(of: book, in: connection).map(\.annotation) }
  }

  /// Returns the sessions of a book, by id.
  public func sessions(of book: Identifier<Entry>) throws(CairnError) -> [SessionID] {
    let query: SQL = "SELECT session FROM reading WHERE entry = \(book) ORDER BY session"
    return try translatingErrors { try connection.values(query) }
  }

  /// Returns the books on a shelf or with a tag, ignoring case and accents, by id.
  public func books(
    with label: String,
    of kind: LabelKind
  ) throws(CairnError) -> [Identifier<Entry>] {
    try translatingErrors { try LabelQuery.books(with: label, of: kind, in: connection) }
  }

  /// Returns the session that was deleted in the same act as a book, paused at that time; nil if there is none.
  public func sessionDeleted(
    with book: Identifier<Entry>
  ) throws(CairnError) -> Session<Reading>? {
    try translatingErrors { try readingDeleted(with: book) }
  }

  /// Returns the sessions of a story, by id.
  public func sessions(of story: Identifier<Story>) throws(CairnError) -> [SessionID] {
    let query: SQL = "SELECT session FROM listening WHERE story = \(story) ORDER BY session"
    return try translatingErrors { try connection.values(query) }
  }

  /// Returns the plays of a story, by id.
  public func plays(of story: Identifier<Story>) throws(CairnError) -> [Play] {
    let query: SQL = "SELECT id FROM play WHERE story = \(story) ORDER BY id"
    return try translatingErrors {
      let ids: [RecordID] = try connection.values(query)
      return try ids.compactMap { try find(Play.self, $0) }
    }
  }

  /// Returns a book with the changes of this mutation so far, or nil; throws `reading.not_on_shelf`.
  public func describedBook(_ book: Identifier<Entry>) throws(CairnError) -> DescribedBook? {
    let work = try self.book(book).work.id
    return try translatingErrors { try DescribedShelf(connection, only: work).books.first }
  }

  /// Records what follows from an answer: the completed shelf, and that the question after a session was answered.
  ///
  /// Now rather than at the end of the mutation, so that the caller can report the milestone.
  public func recordAnswer(after session: SessionID?) throws(CairnError) {
    try translatingErrors {
      try recordCompletion()
      if let session { try markAnswered(session) }
    }
  }
}

extension LogWriter {
  /// Sets the current values of fields again, now with knowledge of all others, and of the fields that hide a record.
  package func setAgain(_ names: [String], _ kind: RecordKind, _ id: RecordID) throws {
    guard let record = try RecordTable.find(kind, id, in: connection) else { return }
    var values = Fields()
    let merge = record.hasTarget ? [RecordField.mergedInto] : []
    for name in names + record.fields.deletionFields + merge
    where record.fields.contains(name) || name == RecordField.mergedInto {
      values[name] = record.fields[name]
    }
    try store(Change(kind: kind, id: id, set: values, was: values), over: record)
  }
}
