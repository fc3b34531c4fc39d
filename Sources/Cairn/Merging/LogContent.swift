/// The records of a log from which its view is derived, typed and sorted by ID.
package struct LogContent: Sendable {
  /// Session records.
  package private(set) var sessions: [SessionFields] = []
  /// Library entries and stories.
  package private(set) var subjects: [SubjectFields] = []
  /// Read-throughs.
  package private(set) var readings: [ReadingFields] = []
  /// Positions noted without a session.
  package private(set) var positions: [PositionFields] = []
  /// Climbs.
  package private(set) var climbs: [ClimbFields] = []
  /// Attempts.
  package private(set) var attempts: [AttemptFields] = []
  /// Reads records in any order; ignores kinds that do not matter for merging.
  package init(_ records: some Sequence<Record>) {
    for record in records { update(record) }
  }

  /// Reads a record that is new or has changed.
  package mutating func update(_ record: Record) {
    switch record.kind.name {
    case "session": sessions.update(SessionFields(record))
    case "entry", "story": subjects.update(SubjectFields(record))
    case "read_through": readings.update(ReadingFields(record))
    case "reading_position": positions.update(PositionFields(record))
    case "climb": climbs.update(ClimbFields(record))
    case "attempt": attempts.update(AttemptFields(record))
    default: break
    }
  }
}

/// The fields of a record in an array that is sorted by ID.
package protocol IdentifiedFields {
  /// The record.
  var id: RecordID { get }
}

extension Array where Element: IdentifiedFields {
  /// Returns where a record is, by binary search.
  package func index(of id: RecordID) -> Int? {
    let index = position(of: id)
    return index < count && self[index].id == id ? index : nil
  }

  fileprivate mutating func update(_ fields: Element) {
    let index = position(of: fields.id)
    if index < count, self[index].id == fields.id {
      self[index] = fields
    } else {
      insert(fields, at: index)
    }
  }

  private func position(of id: RecordID) -> Int {
    if let last, last.id < id { return count }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The fields of an entry or a story that matter for merging.
package struct SubjectFields: IdentifiedFields, Sendable {
  /// The record.
  package let id: RecordID
  /// Whether it exists: its creation was not undone.
  package let exists: Bool
  /// Whether it was deleted.
  package let isDeleted: Bool
  /// The entry or story that is the same book or story.
  package let mergedInto: RecordID?

  /// Whether it is shown, under its own ID or that of another.
  package var isShown: Bool { exists && !isDeleted }

  init(_ record: Record) {
    id = record.id
    let required = record.kind.name == "entry" ? "work" : "title"
    exists = record.fields[required] != .null
    isDeleted = record.deletion != nil
    mergedInto = record.fields.reference("mergedInto")
  }
}

/// The fields of a read-through that matter for merging.
package struct ReadingFields: IdentifiedFields, Sendable {
  /// The record.
  package let id: RecordID
  /// The entry.
  package let entry: RecordID?
  /// The number of the read-through of its entry, from 1.
  package let number: Int64
  /// How it ended; nil while it goes on.
  package let outcome: String?
  /// The stamp of the outcome.
  package let outcomeStamp: Stamp?
  /// The read-through that is the same.
  package let mergedInto: RecordID?

  init(_ record: Record) {
    id = record.id
    entry = record.fields.reference("entry")
    number = record.fields.number("number") ?? 0
    outcome = record.fields.string("outcome")
    outcomeStamp = record.stamp(of: "outcome")
    mergedInto = record.fields.reference("mergedInto")
  }
}

/// A page noted without a session.
package struct PositionFields: IdentifiedFields, Sendable {
  /// The record.
  package let id: RecordID
  /// The read-through.
  package let reading: RecordID?
  /// When it was noted.
  package let at: Instant?
  /// The page.
  package let page: Int64
  /// Whether the person saw a page farther on: pages from here count again.
  package let isBackward: Bool

  init(_ record: Record) {
    id = record.id
    reading = record.fields.reference("readThrough")
    at = record.fields.number("at").map { Instant(milliseconds: $0) }
    page = record.fields.string("position").flatMap { MergeField.page($0) } ?? 0
    isBackward = record.fields["isBackward"] == .bool(true)
  }
}

/// The fields of a climb that matter for merging.
package struct ClimbFields: IdentifiedFields, Sendable {
  /// The record.
  package let id: RecordID
  /// The session.
  package let session: RecordID?
  /// When it was begun.
  package let at: Instant?
  /// The name.
  package let name: String?
  /// Whether it was deleted.
  package let isDeleted: Bool

  init(_ record: Record) {
    id = record.id
    session = record.fields.reference("session")
    at = record.fields.number("at").map { Instant(milliseconds: $0) }
    name = record.fields.string("name")
    isDeleted = record.deletion != nil
  }
}

/// The fields of an attempt that matter for merging.
package struct AttemptFields: IdentifiedFields, Sendable {
  /// The record.
  package let id: RecordID
  /// The climb.
  package let climb: RecordID?
  /// When it was made.
  package let at: Instant
  /// Whether it was a send.
  package let isSend: Bool
  /// The tick that a person stated.
  package let tick: String?
  /// Whether it was deleted.
  package let isDeleted: Bool

  init(_ record: Record) {
    id = record.id
    climb = record.fields.reference("climb")
    at = Instant(milliseconds: record.fields.number("at") ?? 0)
    isSend = record.fields.string("result") == "send"
    tick = record.fields.string("tick")
    isDeleted = record.deletion != nil
  }
}

extension Fields {
  fileprivate func string(_ name: String) -> String? {
    guard case .text(let text) = self[name] else { return nil }
    return text
  }

  fileprivate func number(_ name: String) -> Int64? {
    guard case .integer(let number) = self[name] else { return nil }
    return number
  }

  fileprivate func reference(_ name: String) -> RecordID? {
    string(name).flatMap { RecordID(text: $0) }
  }
}
