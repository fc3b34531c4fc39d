extension Book {
  /// Merges a duplicate into this book: its read-throughs, labels, notes and missing values.
  ///
  /// If both books have a value, the value of this one wins, but a book in progress stays in progress.
  /// Texts are concatenated. Two open read-throughs become one, at the position farther on. Two
  /// finishes become one if their days are equal or one day is unknown. Returns the new ID of each
  /// read-through of the duplicate that was merged into one of this book; its sessions move there.
  @discardableResult
  public mutating func merge(
    _ other: Book
  ) -> [Identifier<ReadThrough>: Identifier<ReadThrough>] {
    let joined = mergeReadThroughs(other.readThroughs)
    work.fill(from: other.work)
    edition = edition ?? other.edition?.moved(to: work.id)
    entry.fill(from: other.entry)
    entry.edition = edition?.id
    return joined
  }

  /// Merges the read-throughs of a duplicate and returns the IDs like ``merge(_:)``.
  package mutating func mergeReadThroughs(
    _ readings: [ReadThrough]
  ) -> [Identifier<ReadThrough>: Identifier<ReadThrough>] {
    var joined: [Identifier<ReadThrough>: Identifier<ReadThrough>] = [:]
    var own = Array(readThroughs.indices)
    for reading in readings {
      if let index = own.first(where: { readThroughs[$0].isSame(as: reading) }) {
        own.removeAll { $0 == index }
        readThroughs[index].fill(from: reading, pages: pages)
        joined[reading.id] = readThroughs[index].id
      } else {
        var moved = reading
        moved.entry = entry.id
        readThroughs.append(moved)
      }
    }
    return joined
  }
}

extension ReadThrough {
  /// Returns whether two read-throughs of duplicates must become one.
  fileprivate func isSame(as other: ReadThrough) -> Bool {
    guard outcome == other.outcome, outcome == nil || outcome == .finished else { return false }
    return outcome == nil || finished == nil || other.finished == nil
      || finished == other.finished
  }

  fileprivate mutating func fill(from other: ReadThrough, pages: Int64?) {
    let first = [started, other.started].compactMap { $0 }.min()
    isStartAutomatic = first == started ? isStartAutomatic : other.isStartAutomatic
    started = first
    isFinishAutomatic = finished == nil ? other.isFinishAutomatic : isFinishAutomatic
    finished = finished ?? other.finished
    rating = rating ?? other.rating
    reason = reason ?? other.reason
    guard let theirs = other.position else { return }
    if let mine = position, !mine.isBefore(theirs, pages: pages) { return }
    position = theirs
  }
}

extension Work {
  fileprivate mutating func fill(from other: Work) {
    if series == nil { (series, seriesNumber) = (other.series, other.seriesNumber) }
    // The overrides of a work apply only to its own authors.
    let hasSameAuthors = credits.isEmpty || writers == other.writers
    if credits.isEmpty { credits = other.credits }
    firstYear = firstYear ?? other.firstYear
    facts.fill(from: other.facts, hasSameAuthors ? FactKind.inWorks : FactKind.ofWorks)
  }

  private var writers: [Identifier<Author>] {
    credits.filter { !$0.isContributor }.map { $0.author }.sorted { $0.record < $1.record }
  }
}

extension Edition {
  /// Returns the same edition for another work.
  public func moved(to other: Identifier<Work>) -> Edition {
    var edition = Edition(id: id, work: other)
    edition.unverifiedISBN = unverifiedISBN
    edition.fill(from: self)
    return edition
  }

  /// Copies values from another edition that are missing here.
  public mutating func fill(from other: Edition) {
    isbn = isbn ?? other.isbn
    pages = pages ?? other.pages
    format = format ?? other.format
    publisher = publisher ?? other.publisher
    year = year ?? other.year
    language = language ?? other.language
  }
}

extension Entry {
  /// Whether the person owns the book: neither on the wishlist nor borrowed.
  private var isOwned: Bool { !isBorrowed && status != .wishlist }

  fileprivate mutating func fill(from other: Entry) {
    isBorrowed = (isBorrowed || other.isBorrowed) && !isOwned && !other.isOwned
    status = status.merged(with: other.status)
    added = [added, other.added].compactMap { $0 }.min()
    for kind in LabelKind.all { unite(other, kind) }
    rating = rating ?? other.rating
    notes = Self.both(notes, other.notes)
    review = Self.both(review, other.review)
    guard source == nil else { return }
    (source, sourceID, sourceRow) = (other.source, other.sourceID, other.sourceRow)
  }

  private mutating func unite(_ other: Entry, _ kind: LabelKind) {
    for name in other[kind] where !self[kind].contains(where: { folded($0) == folded(name) }) {
      self[kind].append(name)
    }
  }

  private static func both(_ mine: String?, _ theirs: String?) -> String? {
    guard let mine, let theirs, mine != theirs else { return mine ?? theirs }
    return mine + "\n\n" + theirs
  }
}
