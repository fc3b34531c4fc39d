import Cairn
import CairnReports
import CairnSQL

/// What the totals of books and stories are grouped by.
///
/// The joins follow rows named `total` with the columns `subject` and `edition`.
struct SubjectGrouping: Sendable {
  let kind: SessionKind
  /// The id of the group; nil if its name identifies it.
  let id: SQL?
  /// The name of the group.
  let name: SQL
  let joins: SQL

  /// Each book, deleted or not.
  static let book = SubjectGrouping(
    kind: Reading.kind,
    id: "total.subject",
    name: "work.title",
    joins: """
      LEFT JOIN entry ON entry.id = total.subject
      LEFT JOIN deleted_entry ON deleted_entry.id = total.subject
      LEFT JOIN work ON work.id = coalesce(entry.work, deleted_entry.work)
      """
  )

  /// Each author; a book with several counts for each.
  static let author = SubjectGrouping(
    kind: Reading.kind,
    id: "author.id",
    name: "author.name",
    joins: """
      LEFT JOIN entry ON entry.id = total.subject
      LEFT JOIN deleted_entry ON deleted_entry.id = total.subject
      LEFT JOIN credit ON credit.work = coalesce(entry.work, deleted_entry.work)
        AND credit.is_contributor = 0
      LEFT JOIN author ON author.id = credit.author
      """
  )

  /// Each format of an edition: the one a session was read in, not the current one.
  static let format = SubjectGrouping(
    kind: Reading.kind,
    id: nil,
    name: "edition.format",
    joins: """
      LEFT JOIN entry ON entry.id = total.subject
      LEFT JOIN edition ON edition.id = CASE WHEN total.edition = \(SubjectKey.none)
        THEN coalesce(entry.first_edition, entry.edition) ELSE total.edition END
      """
  )

  /// Each story.
  static let story = SubjectGrouping(
    kind: Listening.kind,
    id: "total.subject",
    name: "listened.title",
    joins: "LEFT JOIN story AS listened ON listened.id = total.subject"
  )

  /// Returns the groups of each part that has sessions.
  func names(in connection: any SQLConnection) throws -> [SubjectPart: [SubjectGroup]] {
    let query: SQL = """
      SELECT total.subject, total.edition, \(fragment: id ?? "total.subject") AS id,
        \(fragment: name) AS name
      FROM (
        SELECT DISTINCT subject, edition FROM subject_total WHERE kind = \(kind.name)) AS total
      \(fragment: joins)
      """
    var names: [SubjectPart: [SubjectGroup]] = [:]
    try connection.each(query) { row in
      let part = SubjectPart(subject: try row["subject"], edition: try row["edition"])
      let group = SubjectGroup(id: id == nil ? nil : try row["id"], name: try row["name"])
      names[part, default: []].append(group)
    }
    return names
  }
}

/// A book or story, and the edition of it.
struct SubjectPart: Hashable {
  let subject: RecordID
  let edition: RecordID

  init(subject: RecordID, edition: RecordID) { (self.subject, self.edition) = (subject, edition) }

  init(_ key: SubjectKey) { self.init(subject: key.subject, edition: key.editionID) }
}

/// A group of books or stories.
struct SubjectGroup: Hashable {
  let id: RecordID?
  let name: String?
}

/// The totals of a group of books or stories.
struct SubjectGroupRow: Sendable {
  /// The id of the book, story or author; nil if the name identifies it, and for sessions without one.
  let id: RecordID?
  /// The name; nil if unknown.
  let name: String?
  let sums: SumRow

  /// Whether it has more time, or else an earlier name.
  func isBefore(_ other: SubjectGroupRow) -> Bool {
    let (key, otherKey) = (id?.text ?? "", other.id?.text ?? "")
    return (other.sums.time, name ?? "", key) < (sums.time, other.name ?? "", otherKey)
  }
}
