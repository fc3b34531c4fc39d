/// An index of the library for matching the books of an import.
public struct LibraryIndex: Sendable {
  /// Authors by folded name.
  private var authors: [String: Identifier<Author>] = [:]
  /// Works by import and the ID of their entry there.
  private var sources: [[String]: Identifier<Work>] = [:]
  /// Works by folded title and folded first author.
  private var works: [String: Identifier<Work>] = [:]
  /// Works by folded title.
  private var titles: [String: Set<Identifier<Work>>] = [:]
  /// Works and their titles as written, by folded title without its optional parts, and author.
  private var stems: [String: (work: Identifier<Work>, title: String)] = [:]
  /// First authors as written, by work.
  private var firstAuthors: [Identifier<Work>: String] = [:]
  /// Editions with their works by ISBN.
  private var editions: [String: (id: Identifier<Edition>, work: Identifier<Work>)] = [:]
  /// Works by entry, also by one that was deleted.
  private var worksOfEntries: [Identifier<Entry>: Identifier<Work>] = [:]
  /// Entries by work.
  private var entries: [Identifier<Work>: Identifier<Entry>] = [:]
  /// Entries on the shelf.
  private var shelved: [Identifier<Entry>: Entry] = [:]
  /// Read-throughs by entry.
  private var readings: [Identifier<Entry>: [KnownReadThrough]] = [:]
  /// Merge targets by the work of the duplicate.
  private var merged: [Identifier<Work>: Identifier<Work>] = [:]

  /// Creates an empty index.
  public init() {}

  /// Adds an author.
  public mutating func add(_ id: Identifier<Author>, name: String) {
    authors[folded(name)] = authors[folded(name)] ?? id
  }

  /// Adds a work by its title and the name of its first author.
  ///
  /// If the work was indexed by its title alone, that entry is removed.
  public mutating func add(_ id: Identifier<Work>, title: String, author: String?) {
    let (key, bare) = (Self.key(title, author), Self.key(title, nil))
    works[key] = works[key] ?? id
    if author != nil, works[key] == id, works[bare] == id { works[bare] = nil }
    titles[folded(title), default: []].insert(id)
    firstAuthors[id] = firstAuthors[id] ?? author
    let stem = Self.key(Self.stem(of: title), author)
    stems[stem] = stems[stem] ?? (id, title)
  }

  /// Adds an edition with an ISBN.
  public mutating func add(
    _ id: Identifier<Edition>,
    isbn: String,
    of work: Identifier<Work>
  ) {
    editions[isbn] = editions[isbn] ?? (id, work)
  }

  /// Adds an entry, with the name of its import and its ID there if it was imported.
  ///
  /// If a work has several entries, the first one that is added is used.
  public mutating func add(
    _ id: Identifier<Entry>,
    of work: Identifier<Work>,
    source: String? = nil,
    sourceID: String? = nil
  ) {
    entries[work] = entries[work] ?? id
    worksOfEntries[id] = work
    guard let source, let sourceID else { return }
    sources[[source, sourceID]] = sources[[source, sourceID]] ?? work
  }

  /// Adds an entry of the shelf.
  public mutating func add(_ entry: Entry) {
    add(entry.id, of: entry.work, source: entry.source, sourceID: entry.sourceID)
    shelved[entry.id] = entry
  }

  /// Adds the merge of a duplicate into the book of another work; imported values for the duplicate
  /// then apply to that book.
  public mutating func add(_ duplicate: Identifier<Work>, mergedInto work: Identifier<Work>) {
    if duplicate != work { merged[duplicate] = work }
  }

  /// Returns the last merge target of a work.
  private func mergeTarget(_ work: Identifier<Work>) -> Identifier<Work> {
    var mergeTarget = work
    for _ in merged.indices {
      guard let next = merged[mergeTarget] else { break }
      mergeTarget = next
    }
    return mergeTarget
  }

  /// Adds a read-through of an entry.
  public mutating func add(_ reading: KnownReadThrough, of entry: Identifier<Entry>) {
    readings[entry, default: []].append(reading)
  }

  /// Returns the read-throughs of an entry in the order in which they were added.
  public func readings(of entry: Identifier<Entry>) -> [KnownReadThrough] { readings[entry] ?? [] }

  /// Returns the author with a name, ignoring case and accents; a derived ID if there is none.
  public func author(_ name: String) -> Identifier<Author> {
    authors[folded(name)] ?? Identifier(RecordID(derivedFrom: ["author", folded(name)]))
  }

  /// Returns the work with the source's ID, otherwise with the ISBN, otherwise with the title and first
  /// author; a derived ID if there is none.
  ///
  /// Titles are compared with their subtitles (spec/reading.md 5.4, RB). A work with an unknown author
  /// is matched by its title. So is the only work with a title, if the source names no author.
  public func work(
    _ title: String,
    author: String?,
    isbn: String?,
    source: [String]
  ) -> Identifier<Work> {
    if let known = sources[source] { return mergeTarget(known) }
    if let isbn, let known = editions[isbn] { return mergeTarget(known.work) }
    let key = Self.key(title, author)
    return mergeTarget(
      works[key] ?? works[Self.key(title, nil)] ?? (author == nil ? only(titled: title) : nil)
        ?? Identifier(RecordID(derivedFrom: ["work", key]))
    )
  }

  /// Returns the book on the shelf with the source's ID, otherwise with the title and first author.
  ///
  /// Nil if there is none. Titles are matched as in ``work(_:author:isbn:source:)``.
  public func shelved(title: String?, author: String?, source: [String]) -> Entry? {
    let known = sources[source].map(mergeTarget)
    let id = known ?? title.map { work($0, author: author, isbn: nil, source: source) }
    return id.flatMap { shelved(entry(of: $0)) }
  }

  /// Returns the book on the shelf that an entry is, was merged into, or was added as again; nil if there is none.
  public func current(_ id: Identifier<Entry>) -> Entry? {
    shelved[id] ?? worksOfEntries[id].flatMap { shelved[entry(of: mergeTarget($0))] }
  }

  /// Returns the work with a title if there is only one, or several that were merged into one.
  private func only(titled title: String) -> Identifier<Work>? {
    let all = Set((titles[folded(title)] ?? []).map(mergeTarget))
    return all.count == 1 ? all.first : nil
  }

  /// Returns the title of another work by the author that may be the same; nil if there is none.
  ///
  /// The titles are equal without subtitles and text in brackets (spec/reading.md 5.4, RB).
  public func similar(to work: Identifier<Work>, _ title: String, author: String?) -> String? {
    guard author != nil, let other = stems[Self.key(Self.stem(of: title), author)],
      mergeTarget(other.work) != mergeTarget(work)
    else { return nil }
    return other.title
  }

  /// Returns a title up to a colon, a dash between spaces, or a bracket.
  private static func stem(of title: String) -> String {
    let bytes = title.utf8
    let end = bytes.indices.dropFirst().first { index in
      stemEnds.contains { bytes[index...].starts(with: $0.utf8) }
    }
    return end.map { String(title[..<$0]) } ?? title
  }

  private static let stemEnds = [":", " - ", " – ", " — ", " (", " ["]

  /// Returns whether there is a work with exactly this title and first author.
  public func knows(_ title: String, author: String?) -> Bool {
    works[Self.key(title, author)] != nil
  }

  /// Returns the first author of a work as written, or nil.
  public func firstAuthor(of work: Identifier<Work>) -> String? { firstAuthors[work] }

  /// Returns the edition with an ISBN if it belongs to `work`; otherwise a derived ID for `source`.
  public func edition(
    isbn: String?,
    of work: Identifier<Work>,
    source: [String]
  ) -> Identifier<Edition> {
    if let isbn, let known = editions[isbn], known.work == work { return known.id }
    return Identifier(RecordID(derivedFrom: ["edition"] + (isbn.map { [$0] } ?? source)))
  }

  /// Returns the entry of a work; a derived ID if it is not on the shelf.
  public func entry(of work: Identifier<Work>) -> Identifier<Entry> {
    entries[work] ?? Identifier(RecordID(derivedFrom: ["entry", work.record.text]))
  }

  /// Returns an entry of the shelf; nil if it is not there.
  public func shelved(_ id: Identifier<Entry>) -> Entry? { shelved[id] }

  private static func key(_ title: String, _ author: String?) -> String {
    folded(title) + "\n" + (author.map { folded($0) } ?? "")
  }
}
