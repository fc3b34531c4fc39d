/// What an import looks up in the library to find a book again.
public struct LibraryIndex: Sendable {
  /// Authors by folded name.
  private var authors: [String: Identifier<Author>] = [:]
  /// Works by what a source calls their entry.
  private var sources: [[String]: Identifier<Work>] = [:]
  /// Works by folded title and folded first author.
  private var works: [String: Identifier<Work>] = [:]
  /// Works by folded title.
  private var titles: [String: Set<Identifier<Work>>] = [:]
  /// Works and their titles as written by folded title without what may be left away, and author.
  private var stems: [String: (work: Identifier<Work>, title: String)] = [:]
  /// First authors as written, by work.
  private var firstAuthors: [Identifier<Work>: String] = [:]
  /// Editions with their works by ISBN.
  private var editions: [String: (id: Identifier<Edition>, work: Identifier<Work>)] = [:]
  /// Entries by work.
  private var entries: [Identifier<Work>: Identifier<Entry>] = [:]
  /// Entries on the shelf.
  private var shelved: [Identifier<Entry>: Entry] = [:]
  /// Readings by entry.
  private var readings: [Identifier<Entry>: [KnownReading]] = [:]
  /// Works of duplicates by what they went into.
  private var merged: [Identifier<Work>: Identifier<Work>] = [:]

  /// An empty library.
  public init() {}

  /// Adds an author.
  public mutating func add(_ id: Identifier<Author>, name: String) {
    authors[folded(name)] = authors[folded(name)] ?? id
  }

  /// Adds a work under its title and the name of its first author.
  ///
  /// One that was known by its title alone no longer is.
  public mutating func add(_ id: Identifier<Work>, title: String, author: String?) {
    let (key, bare) = (Self.key(title, author), Self.key(title, nil))
    works[key] = works[key] ?? id
    if author != nil, works[key] == id, works[bare] == id { works[bare] = nil }
    titles[folded(title), default: []].insert(id)
    firstAuthors[id] = firstAuthors[id] ?? author
    let stem = Self.key(Self.stem(of: title), author)
    stems[stem] = stems[stem] ?? (id, title)
  }

  /// Adds an edition that has an ISBN.
  public mutating func add(
    _ id: Identifier<Edition>,
    isbn: String,
    of work: Identifier<Work>
  ) {
    editions[isbn] = editions[isbn] ?? (id, work)
  }

  /// Adds an entry, with the import it came from and its id there when it came from one.
  ///
  /// Of several entries of a work the first that is added counts.
  public mutating func add(
    _ id: Identifier<Entry>,
    of work: Identifier<Work>,
    source: String? = nil,
    sourceID: String? = nil
  ) {
    entries[work] = entries[work] ?? id
    guard let source, let sourceID else { return }
    sources[[source, sourceID]] = sources[[source, sourceID]] ?? work
  }

  /// Adds an entry that is on the shelf.
  public mutating func add(_ entry: Entry) {
    add(entry.id, of: entry.work, source: entry.source, sourceID: entry.sourceID)
    shelved[entry.id] = entry
  }

  /// Notes that the book of one work went into that of another: what a source says of it is about
  /// that book from now on.
  public mutating func add(_ duplicate: Identifier<Work>, mergedInto work: Identifier<Work>) {
    if duplicate != work { merged[duplicate] = work }
  }

  /// Where a work went, at the end of the chain.
  private func standing(_ work: Identifier<Work>) -> Identifier<Work> {
    var standing = work
    for _ in merged.indices {
      guard let next = merged[standing] else { break }
      standing = next
    }
    return standing
  }

  /// Adds a reading of an entry.
  public mutating func add(_ reading: KnownReading, of entry: Identifier<Entry>) {
    readings[entry, default: []].append(reading)
  }

  /// The readings of an entry in the order they were added.
  public func readings(of entry: Identifier<Entry>) -> [KnownReading] { readings[entry] ?? [] }

  /// The author of that name, whatever its case and accents; a derived id when there is none.
  public func author(_ name: String) -> Identifier<Author> {
    authors[folded(name)] ?? Identifier(RecordID(derivedFrom: ["author", folded(name)]))
  }

  /// The work a source calls by that id, else with that ISBN, else with that title and first
  /// author; a derived id when there is none.
  ///
  /// Titles are compared with their subtitles (spec/reading.md 5.4, RB). A work whose author
  /// nobody noted is found by its title; so is the only one of a title, where the source names no
  /// author.
  public func work(
    _ title: String,
    author: String?,
    isbn: String?,
    source: [String]
  ) -> Identifier<Work> {
    if let known = sources[source] { return standing(known) }
    if let isbn, let known = editions[isbn] { return standing(known.work) }
    let key = Self.key(title, author)
    return standing(
      works[key] ?? works[Self.key(title, nil)] ?? (author == nil ? only(titled: title) : nil)
        ?? Identifier(RecordID(derivedFrom: ["work", key]))
    )
  }

  /// The work of that title when there is one, or several that were made one.
  private func only(titled title: String) -> Identifier<Work>? {
    let all = Set((titles[folded(title)] ?? []).map(standing))
    return all.count == 1 ? all.first : nil
  }

  /// The title of another work by that author that may be the same; nil when there is none.
  ///
  /// Without a subtitle and what stands in brackets they are one (spec/reading.md 5.4, RB).
  public func similar(to work: Identifier<Work>, _ title: String, author: String?) -> String? {
    guard author != nil, let other = stems[Self.key(Self.stem(of: title), author)],
      standing(other.work) != standing(work)
    else { return nil }
    return other.title
  }

  /// A title up to a colon, a dash between blanks, or a bracket.
  private static func stem(of title: String) -> String {
    let bytes = title.utf8
    let end = bytes.indices.dropFirst().first { index in
      stemEnds.contains { bytes[index...].starts(with: $0.utf8) }
    }
    return end.map { String(title[..<$0]) } ?? title
  }

  private static let stemEnds = [":", " - ", " – ", " — ", " (", " ["]

  /// Whether there is a work of exactly that title and first author.
  public func knows(_ title: String, author: String?) -> Bool {
    works[Self.key(title, author)] != nil
  }

  /// The first author of a work as written, or nil.
  public func firstAuthor(of work: Identifier<Work>) -> String? { firstAuthors[work] }

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

  /// An entry as it is on the shelf; nil when it is not there.
  public func shelved(_ id: Identifier<Entry>) -> Entry? { shelved[id] }

  private static func key(_ title: String, _ author: String?) -> String {
    folded(title) + "\n" + (author.map { folded($0) } ?? "")
  }
}
