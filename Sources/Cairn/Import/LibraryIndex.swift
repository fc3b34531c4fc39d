/// What an import looks up in the library to find a book again.
public struct LibraryIndex: Sendable {
  /// Authors by folded name.
  private var authors: [String: Identifier<Author>] = [:]
  /// Works by folded title and folded first author.
  private var works: [String: Identifier<Work>] = [:]
  /// Editions with their works by ISBN.
  private var editions: [String: (id: Identifier<Edition>, work: Identifier<Work>)] = [:]
  /// Entries by work.
  private var entries: [Identifier<Work>: Identifier<Entry>] = [:]

  /// The reading that an entry's imported sessions belong to, or else the open one.
  private var readings: [Identifier<Entry>: Identifier<ReadThrough>] = [:]

  /// An empty library.
  public init() {}

  /// Adds an author.
  public mutating func add(_ id: Identifier<Author>, name: String) {
    authors[folded(name)] = authors[folded(name)] ?? id
  }

  /// Adds a work under its title and the name of its first author.
  public mutating func add(_ id: Identifier<Work>, title: String, author: String?) {
    let key = Self.key(title, author)
    works[key] = works[key] ?? id
  }

  /// Adds an edition that has an ISBN.
  public mutating func add(
    _ id: Identifier<Edition>,
    isbn: String,
    of work: Identifier<Work>
  ) {
    editions[isbn] = editions[isbn] ?? (id, work)
  }

  /// Adds an entry.
  public mutating func add(_ id: Identifier<Entry>, of work: Identifier<Work>) {
    entries[work] = entries[work] ?? id
  }

  /// Adds a reading; of several of one entry the first that is added counts.
  public mutating func add(_ id: Identifier<ReadThrough>, of entry: Identifier<Entry>) {
    readings[entry] = readings[entry] ?? id
  }

  /// The reading that imported sessions of an entry belong to, or else the open one; nil when
  /// there is neither.
  public func reading(of entry: Identifier<Entry>) -> Identifier<ReadThrough>? {
    readings[entry]
  }

  /// The author of that name, whatever its case and accents; a derived id when there is none.
  public func author(_ name: String) -> Identifier<Author> {
    authors[folded(name)] ?? Identifier(RecordID(derivedFrom: ["author", folded(name)]))
  }

  /// The work with that ISBN, or else that title and first author; a derived id when there is
  /// none.
  ///
  /// Titles are compared with their subtitles (spec/reading.md 5.4, RB).
  public func work(_ title: String, author: String?, isbn: String?) -> Identifier<Work> {
    if let isbn, let known = editions[isbn] { return known.work }
    let key = Self.key(title, author)
    let known = works[key] ?? works[Self.key(title, nil)]
    return known ?? Identifier(RecordID(derivedFrom: ["work", key]))
  }

  /// The edition with that ISBN, if it is one of `work`; else a derived id for `source`.
  public func edition(
    isbn: String?,
    of work: Identifier<Work>,
    source: [String]
  ) -> Identifier<Edition> {
    if let isbn, let known = editions[isbn], known.work == work { return known.id }
    return Identifier(RecordID(derivedFrom: ["edition"] + (isbn.map { [$0] } ?? source)))
  }

  /// The entry of a work; a derived id when it is not on the shelf.
  public func entry(of work: Identifier<Work>) -> Identifier<Entry> {
    entries[work] ?? Identifier(RecordID(derivedFrom: ["entry", work.record.text]))
  }

  private static func key(_ title: String, _ author: String?) -> String {
    folded(title) + "\n" + (author.map { folded($0) } ?? "")
  }
}
