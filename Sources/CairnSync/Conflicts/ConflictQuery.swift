import Cairn
import CairnReports
import CairnStore

/// The open conflicts of a log, in the groups that a person resolves together.
enum ConflictQuery {
  /// Returns the open conflicts, the latest first, in groups that are resolved together.
  ///
  /// A group holds the fields that one mutation set and that depend on each other.
  static func choices(in connection: LogConnection) throws -> [[Conflict]] {
    var choices: [Choice: [Conflict]] = [:]
    for conflict in try ConflictTable.all(in: connection) {
      choices[try Choice(conflict, in: connection), default: []].append(conflict)
    }
    return try choices.values.filter { try $0.contains { try isOpen($0, in: connection) } }
      .map { $0.sorted { ($0.rank, $1.stamp) < ($1.rank, $0.stamp) } }
      .sorted { ($0[0].stamp, $0[0].recordID) > ($1[0].stamp, $1[0].recordID) }
  }

  /// Returns whether it is about the record as it is: still deleted, or there with another value.
  private static func isOpen(
    _ conflict: Conflict,
    in connection: LogConnection
  ) throws -> Bool {
    guard let record = try RecordTable.find(conflict.kind, conflict.about, in: connection) else {
      return false
    }
    if conflict.isOfDeletion { return try isDeletedByItself(record, in: connection) }
    return try record.deletion == nil && !conflict.hasSameMeaning(record.fields[conflict.field])
      && (conflict.field != "startPosition" || !startsAtSharedEnd(record, in: connection))
  }

  /// Returns whether a rule moved the start of a session to its end, and no earlier session ended farther on.
  ///
  /// Both ended on the same page then, and nothing is missing if it counts once.
  private static func startsAtSharedEnd(
    _ record: Record,
    in connection: LogConnection
  ) throws -> Bool {
    let mover = try record.stamp(of: "startPosition").flatMap {
      try MutationTable.find($0, in: connection)
    }
    guard mover?.entry.isAutomaticEntry == true,
      let reading = try? Session<Reading>(recordID: record.id, fields: record.fields),
      let end = reading.detail.endPosition, reading.detail.startPosition == end
    else { return false }
    return try !ReadingQuery.ends(before: reading, in: connection).contains {
      end.isBefore($0, pages: reading.detail.pageCount)
    }
  }

  /// Returns whether a record is deleted or merged, and no climb in a deleted session, with which it is restored.
  private static func isDeletedByItself(
    _ record: Record,
    in connection: LogConnection
  ) throws -> Bool {
    guard record.deletion != nil else { return false }
    guard record.kind == Climb.recordKind, let session: SessionID = try record.fields.id("session")
    else { return true }
    return try RecordTable.find(SessionRecord.kind, session.record, in: connection)?.deletion == nil
  }
}

/// The grouping key of conflicts that are resolved in one step.
private struct Choice: Hashable {
  /// Nil for a deletion, which is one conflict however many fields were edited.
  private let stamp: Stamp?
  private let subject: RecordID
  private let topic: String

  init(_ conflict: Conflict, in connection: LogConnection) throws {
    stamp = conflict.isOfDeletion ? nil : conflict.stamp
    topic = conflict.topic ?? "\(conflict.kind.name).\(conflict.field)"
    // The status of a book and the outcome of its reading are one choice.
    let reading =
      conflict.kind == ReadThrough.recordKind && conflict.topic != nil
      ? try RecordTable.find(conflict.kind, conflict.about, in: connection) : nil
    let entry: Identifier<Entry>? = try reading?.fields.id("entry")
    subject = entry?.record ?? conflict.about
  }
}

extension Conflict {
  /// Groups of fields that only make sense together; the first field represents its group.
  private static let topics: [(name: String, fields: [(RecordKind, String)])] = [
    ("time", ["segments", "endedAt", "endZone", "interruptions"].map { (SessionRecord.kind, $0) }),
    ("grade", ["grade", "gradeScale"].map { (Climb.recordKind, $0) }),
    ("result", ["result", "tick"].map { (Attempt.recordKind, $0) }),
    (
      "status",
      [(Entry.recordKind, "status")]
        + ["outcome", "finished", "stopped", "reason"].map { (ReadThrough.recordKind, $0) }
    ),
  ]

  /// Returns whether a value is the losing one, or another spelling of the same tag.
  fileprivate func hasSameMeaning(_ current: FieldValue) -> Bool {
    guard field.hasPrefix(SessionTags.prefix), case .text = value, case .text = current else {
      return value == current
    }
    return true
  }

  /// The name of the group that its field belongs to; nil for an independent field.
  var topic: String? { position?.name }

  /// The position of its field within the group.
  fileprivate var rank: Int { position?.rank ?? 0 }

  private var position: (name: String, rank: Int)? {
    for (name, fields) in Self.topics {
      if let rank = fields.firstIndex(where: { $0 == (kind, field) }) { return (name, rank) }
    }
    return nil
  }
}
