/// The fields of one session record that matter for merging, typed; nil where nothing is stated.
///
/// A field with a value of another type counts as not stated.
package struct SessionFields: IdentifiedFields, Sendable {
  /// The record.
  package let id: RecordID
  /// The name of the kind of session; nil after an undone start.
  package var kind: String?
  /// The book or story.
  package var subject: RecordID?
  /// The read-through.
  package var reading: RecordID?
  /// The session of which this is a part.
  package var mergedInto: RecordID?
  /// Whether it was deleted; false once it was restored.
  package var isDeleted: Bool?
  /// The note.
  package var note: String?
  /// The mood at the start.
  package var moodBefore: Int64?
  /// The mood at the end.
  package var moodAfter: Int64?
  /// The page on which the person said they started.
  package var startPage: Int64?
  /// Whether the pages from there count although they were counted before.
  package var isReread: Bool?
  /// The page that was reached.
  package var endPage: Int64?
  /// The number of pages, if no page was given.
  package var pageCount: Int64?
  /// The explicit times.
  package var times: ExplicitTimes?
  /// The stamp of the explicit times.
  package var timesStamp = Stamp(time: 0, node: 0)
  /// The timer events that are not cleared, in order of the names of their fields.
  package var events: [(event: TimerEvent, stamp: Stamp, field: String)] = []
  /// When the timer was started or resumed, whatever was stated about the time since, ascending.
  package private(set) var claims: [Instant] = []
  /// The records that make room for this session.
  package var over: [(record: RecordID, stamp: Stamp)] = []

  /// Reads the fields of a session record.
  package init(_ record: Record) {
    id = record.id
    for (name, value) in record.fields.members { read(name, value, record) }
    claims.sort()
  }
}

extension SessionFields {
  private mutating func read(_ name: String, _ value: FieldValue, _ record: Record) {
    switch value {
    case .bool(let flag): read(name, flag, record)
    case .integer(let number): read(name, number)
    case .text(let text): read(name, text, record)
    case .null: break
    }
  }

  private mutating func read(_ name: String, _ flag: Bool, _ record: Record) {
    if name == RecordField.isDeleted {
      isDeleted = flag
    } else if name == MergeField.isReread {
      isReread = flag
    } else if flag, let other = MergeField.over(name), let stamp = record.stamp(of: name) {
      over.append((other, stamp))
    }
  }

  private mutating func read(_ name: String, _ number: Int64) {
    switch name {
    case "moodBefore": moodBefore = number
    case "moodAfter": moodAfter = number
    case "pages": pageCount = number
    default: break
    }
  }

  private mutating func read(_ name: String, _ text: String, _ record: Record) {
    if name.utf8.count > TimerEvent.prefix.utf8.count + 30 { return readEvent(name, text, record) }
    switch name {
    case "kind": kind = text
    case MergeField.times: readTimes(text, record)
    case "entry", "story": subject = RecordID(text: text)
    case "readThrough": reading = RecordID(text: text)
    case "endPosition": endPage = MergeField.page(text)
    case RecordField.deleted: isDeleted = true
    case "note": note = text
    case "mergedInto": mergedInto = RecordID(text: text)
    case "startPosition": startPage = MergeField.page(text)
    default: readEvent(name, text, record)
    }
  }

  private mutating func readTimes(_ text: String, _ record: Record) {
    guard let stamp = record.stamp(of: MergeField.times) else { return }
    (times, timesStamp) = (ExplicitTimes(text: text), stamp)
  }

  private mutating func readEvent(_ name: String, _ text: String, _ record: Record) {
    guard name.hasPrefix(TimerEvent.prefix), let event = TimerEvent(text: text),
      let stamp = record.stamp(of: name)
    else { return }
    events.append((event, stamp, name))
    if event.isClaim { claims.append(min(event.pressed, stamp.instant)) }
  }
}

/// The names of the fields that only merging reads.
package enum MergeField {
  /// The explicit times of a session.
  package static let times = "times"
  /// Whether pages count again.
  package static let isReread = "isReread"

  /// Returns the field by which a session takes time from another: `over.` and 32 digits.
  package static func over(_ record: RecordID) -> String {
    "over." + String(decoding: record.text.utf8.filter { $0 != 0x2D }, as: UTF8.self)
  }

  static func over(_ name: String) -> RecordID? {
    name.hasPrefix("over.") ? RecordID(text: String(name.dropFirst(5))) : nil
  }

  static func page(_ text: String) -> Int64? {
    (try? Position(text: text))?.page(in: nil)
  }
}
