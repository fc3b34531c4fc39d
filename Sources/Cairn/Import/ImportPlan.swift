/// A record as an import would have it.
public struct PlannedRecord: Sendable, Equatable {
  /// What kind of thing it is.
  public let kind: RecordKind
  /// The identity: derived from the source, or that of a thing already in the log.
  public let id: RecordID
  /// The values the source states; a name that is missing is not stated.
  public let fields: Fields
  /// The names of values that are taken only when the record is new.
  public let onlyWhenNew: Set<String>
  /// The names of values that are taken only when the record is new or holds nothing there, and
  /// give way to what another source states.
  public let implied: Set<String>
  /// The names of values that mean something only together, such as a grade and its scale: when the
  /// person's stands for one of them, none is taken.
  public let together: Set<String>
  /// When the source noted values of which the latest stands, whoever noted it: a bookmark.
  public let notedAt: [String: Instant]
  /// What values can be, the one that stands first, by the name of a value of which that stands which
  /// tells most, whichever source states it: how far along a reading is.
  public let ranked: [String: [FieldValue]]
  /// When the source changed the thing last; nil when it does not say.
  ///
  /// What it told at an earlier time than what was imported last, as an older backup does, changes
  /// nothing.
  public let version: Instant?

  /// Plans a thing; fields that are null are not stated by the source.
  public init(
    _ thing: some Recorded,
    onlyWhenNew: Set<String> = [],
    implied: Set<String> = [],
    together: Set<String> = [],
    notedAt: [String: Instant] = [:],
    ranked: [String: [FieldValue]] = [:],
    version: Instant? = nil
  ) {
    self.version = version
    self.ranked = ranked
    self.onlyWhenNew = onlyWhenNew
    self.implied = implied
    self.together = together
    self.notedAt = notedAt
    var all = Fields()
    thing.write(to: &all)
    // A file may bring a hundred thousand, so none has room for more than it states.
    let told = all.members.filter { $0.value != .null }
    var stated = Fields(capacity: told.count)
    for (name, value) in told { stated[name] = value.withoutNUL }
    kind = Self.kind(of: thing)
    id = thing.recordID
    fields = stated
  }

  private static func kind<Thing: Recorded>(of thing: Thing) -> RecordKind { Thing.recordKind }
}

extension FieldValue {
  /// A text without the characters that nobody sees and PostgreSQL does not keep.
  fileprivate var withoutNUL: FieldValue {
    guard case .text(let text) = self, text.utf8.contains(0) else { return self }
    return .text(String(decoding: text.utf8.filter { $0 != 0 }, as: UTF8.self))
  }
}

/// One thing a person recognises in the file: a book, a session.
public struct ImportItem: Sendable, Equatable {
  /// Where it stands in the file, from 1 on; nil for files without lines.
  public let line: Int?
  /// What a person would call it.
  public let title: String
  /// The records it consists of; the first decides whether it is new, changed or known.
  public let records: [PlannedRecord]
  /// Whether it is taken as it is or not at all: a row of an own export tells less of a thing that
  /// is in the log than the log does.
  public let isWhole: Bool

  /// Makes an item.
  public init(line: Int?, title: String, records: [PlannedRecord], isWhole: Bool = false) {
    self.line = line
    self.title = title
    self.records = records
    self.isWhole = isWhole
  }
}

/// Something in a file that could not be taken as it is.
public struct ImportIssue: Sendable, Equatable {
  /// Where it stands in the file, from 1 on; nil when the file has no lines.
  public let line: Int?
  /// What it is about, in one sentence that names the value and the rule.
  public let message: String

  /// Makes an issue.
  public init(line: Int?, message: String) {
    self.line = line
    self.message = message
  }
}

extension ImportIssue {
  /// The issues with those that say the same as one, in the place of the first: `38 rows (3, 4, 7, 9,
  /// 12, …): …`.
  static func counted(_ issues: [ImportIssue]) -> [ImportIssue] {
    let groups = Dictionary(grouping: issues) { $0.message }
    var said: Set<String> = []
    return issues.compactMap { issue in
      guard said.insert(issue.message).inserted else { return nil }
      let lines = (groups[issue.message] ?? []).compactMap { $0.line }
      guard lines.count > 1 else { return issue }
      let shown = lines.prefix(5).map { String($0) } + (lines.count > 5 ? ["…"] : [])
      let rows = "\(lines.count) rows (\(shown.joined(separator: ", ")))"
      return ImportIssue(line: nil, message: "\(rows): \(issue.message)")
    }
  }
}

/// What an import would do, before it touches anything.
public struct ImportPlan: Sendable, Equatable {
  /// The name of the program the file is from, for instance `goodreads`.
  public let source: String
  /// The line of history it becomes, for instance `Import 769 books from Goodreads`.
  public let title: String
  /// What to bring in, in the order of the file.
  public let items: [ImportItem]
  /// What could not be taken from the file.
  public let issues: [ImportIssue]
  /// How many books may be on the shelf already, under another title; each is among the issues.
  public let similar: Int

  /// Makes a plan; of several statements about one record the first stands.
  ///
  /// So what a file says twice in different words is the same in every import.
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
    var stated: Set<RecordName> = []
    self.items = items.map { item in
      let records = item.records.filter {
        stated.insert(RecordName(kind: $0.kind, id: $0.id)).inserted
      }
      guard records.count < item.records.count else { return item }
      return ImportItem(
        line: item.line,
        title: item.title,
        records: records,
        isWhole: item.isWhole
      )
    }
  }

  private struct RecordName: Hashable {
    let kind: RecordKind
    let id: RecordID
  }
}

/// What an import did, or would do.
public struct ImportReport: Sendable, Equatable {
  /// Items that were not in the log.
  public var added: [ImportItem] = []
  /// Items of which the source states something new, and the fields it is about.
  public var updated: [Update] = []
  /// How many items were known already, word for word.
  public var unchanged = 0
  /// Values of the source that were not taken, because the person had changed theirs.
  public var kept = 0
  /// Sessions of an earlier import that gave way to ones that tell more of the same time.
  public var replaced = 0
  /// Items that were left out, and why.
  public var skipped: [ImportIssue] = []

  /// Nothing done yet.
  public init() {}

  /// An item that is known, and what is new about it.
  public struct Update: Sendable, Equatable {
    /// The item.
    public let item: ImportItem
    /// What changes, each once.
    public let changes: [Change]

    /// Makes an update; what is said again counts once.
    public init(item: ImportItem, changes: [Change]) {
      self.item = item
      var seen: Set<Change> = []
      self.changes = changes.filter { seen.insert($0).inserted }
    }

    /// The names of the fields that change, and of the kinds of things that are new, each once.
    public var fields: [String] {
      var seen: Set<String> = []
      return changes.map { $0.field ?? $0.kind.name }.filter { seen.insert($0).inserted }
    }
  }

  /// A field that an import sets, or a thing that it adds to one that is known.
  public struct Change: Sendable, Hashable {
    /// What kind of thing it is about.
    public let kind: RecordKind
    /// The name of the field; nil when the thing is new.
    public let field: String?

    /// Makes a change.
    public init(_ kind: RecordKind, _ field: String?) {
      (self.kind, self.field) = (kind, field)
    }
  }
}
