/// A record as an import plans to store it.
public struct PlannedRecord: Sendable, Equatable {
  /// The kind of the record.
  public let kind: RecordKind
  /// The ID: derived from the source, or that of an item already in the log.
  public let id: RecordID
  /// The values that the source states; a missing name is not stated.
  public let fields: Fields
  /// The names of values that are imported only if the record is new.
  public let onlyWhenNew: Set<String>
  /// The names of values that are imported only if the record is new or has no value, and that any
  /// value stated by another source replaces.
  public let implied: Set<String>
  /// The names of values that are valid only together, such as a grade and its scale: if the person's
  /// value of one is kept, none is imported.
  public let together: Set<String>
  /// When the source recorded values for which the latest one wins, such as a bookmark.
  public let recordedAt: [String: Instant]
  /// The possible values, highest rank first, by the name of a value for which the highest one of all
  /// sources wins, such as the progress of a read-through.
  public let ranked: [String: [FieldValue]]
  /// When the source last changed the item; nil if it gives no time.
  ///
  /// A version before the last import, as in an older backup, changes nothing.
  public let version: Instant?

  /// Plans a record; the source does not state fields that are null.
  public init(
    _ entity: some Recorded,
    onlyWhenNew: Set<String> = [],
    implied: Set<String> = [],
    together: Set<String> = [],
    recordedAt: [String: Instant] = [:],
    ranked: [String: [FieldValue]] = [:],
    version: Instant? = nil
  ) {
    self.version = version
    self.ranked = ranked
    self.onlyWhenNew = onlyWhenNew
    self.implied = implied
    self.together = together
    self.recordedAt = recordedAt
    var all = Fields()
    entity.write(to: &all)
    // A file may have a hundred thousand records, so none reserves more capacity than it uses.
    let values = all.members.filter { $0.value != .null }
    var stated = Fields(capacity: values.count)
    for (name, value) in values { stated[name] = value.withoutNUL }
    kind = Self.kind(of: entity)
    id = entity.recordID
    fields = stated
  }

  private static func kind<Entity: Recorded>(of entity: Entity) -> RecordKind { Entity.recordKind }
}

extension FieldValue {
  /// The text without NUL, which is invisible and which PostgreSQL cannot store.
  fileprivate var withoutNUL: FieldValue {
    guard case .text(let text) = self, text.utf8.contains(0) else { return self }
    return .text(String(decoding: text.utf8.filter { $0 != 0 }, as: UTF8.self))
  }
}

/// An item of a file that a person recognises, such as a book or a session.
public struct ImportItem: Sendable, Equatable {
  /// The line in the file, from 1; nil for files without lines.
  public let line: Int?
  /// The title for display.
  public let title: String
  /// The records of the item; the first one decides whether it is new, changed or known.
  public fileprivate(set) var records: [PlannedRecord]
  /// Whether it is imported completely or not at all: a row of Cairn's own export contains less than the
  /// log does.
  public let isAllOrNothing: Bool

  /// Creates an item.
  public init(line: Int?, title: String, records: [PlannedRecord], isAllOrNothing: Bool = false) {
    self.line = line
    self.title = title
    self.records = records
    self.isAllOrNothing = isAllOrNothing
  }
}

/// A part of a file that could not be imported unchanged.
public struct ImportIssue: Sendable, Equatable {
  /// The line in the file, from 1; nil for files without lines.
  public let line: Int?
  /// One sentence that names the value and the rule.
  public let message: String

  /// Creates an issue.
  public init(line: Int?, message: String) {
    self.line = line
    self.message = message
  }
}

extension ImportIssue {
  /// Returns the issues with equal messages combined, at the position of the first one: `38 rows (3, 4,
  /// 7, 9, 12, …): …`.
  static func counted(_ issues: [ImportIssue]) -> [ImportIssue] {
    let groups = Dictionary(grouping: issues) { $0.message }
    var seen: Set<String> = []
    return issues.compactMap { issue in
      guard seen.insert(issue.message).inserted else { return nil }
      let lines = (groups[issue.message] ?? []).compactMap { $0.line }
      guard lines.count > 1 else { return issue }
      let shown = lines.prefix(5).map { String($0) } + (lines.count > 5 ? ["…"] : [])
      let rows = "\(lines.count) rows (\(shown.joined(separator: ", ")))"
      return ImportIssue(line: nil, message: "\(rows): \(issue.message)")
    }
  }
}

/// The plan of an import, before any change is made.
public struct ImportPlan: Sendable, Equatable {
  /// The name of the program that wrote the file, for example `goodreads`.
  public let source: String
  /// The title of the history entry, for example `Import 769 books from Goodreads`.
  public let title: String
  /// The items to import, in the order of the file.
  public let items: [ImportItem]
  /// The parts of the file that could not be imported.
  public let issues: [ImportIssue]
  /// The number of books that may be on the shelf under another title; each is one of the issues.
  public let similar: Int

  /// Creates a plan; of several statements about one record, the first one wins.
  ///
  /// A file that describes an item twice in different words therefore always gives the same result.
  public init(
    source: String,
    title: String,
    items: [ImportItem],
    issues: [ImportIssue],
    similar: Int = 0
  ) {
    self.similar = similar
    self.source = source
    self.title = title
    self.issues = ImportIssue.counted(issues)
    // In place, because the items of a large file take most of the memory of its import.
    var items = items
    var stated: Set<RecordName> = []
    for index in items.indices {
      items[index].records.removeAll {
        !stated.insert(RecordName(kind: $0.kind, id: $0.id)).inserted
      }
    }
    self.items = items
  }

  private struct RecordName: Hashable {
    let kind: RecordKind
    let id: RecordID
  }
}

/// The report of an import, or of its preview.
public struct ImportReport: Sendable, Equatable {
  /// Items that were not in the log.
  public var added: [ImportItem] = []
  /// Known items with new values, and the changed fields.
  public var updated: [Update] = []
  /// The number of known items without changes.
  public var unchanged = 0
  /// The number of values that were not imported because the person had changed them.
  public var kept = 0
  /// The number of imported sessions that were replaced by more detailed ones for the same time.
  public var replaced = 0
  /// Items that were skipped, with the reasons.
  public var skipped: [ImportIssue] = []

  /// Creates an empty report.
  public init() {}

  /// A known item with its changes.
  public struct Update: Sendable, Equatable {
    /// The item.
    public let item: ImportItem
    /// The changes, without duplicates.
    public let changes: [Change]

    /// Creates an update and removes duplicate changes.
    public init(item: ImportItem, changes: [Change]) {
      self.item = item
      var seen: Set<Change> = []
      self.changes = changes.filter { seen.insert($0).inserted }
    }

    /// The names of changed fields and the kinds of new records, without duplicates.
    public var fields: [String] {
      var seen: Set<String> = []
      return changes.map { $0.field ?? $0.kind.name }.filter { seen.insert($0).inserted }
    }
  }

  /// A field that an import sets, or a record that it adds to a known item.
  public struct Change: Sendable, Hashable {
    /// The kind of the record.
    public let kind: RecordKind
    /// The name of the field; nil for a new record.
    public let field: String?

    /// Creates a change.
    public init(_ kind: RecordKind, _ field: String?) {
      (self.kind, self.field) = (kind, field)
    }
  }
}
