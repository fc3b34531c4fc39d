extension Book {
  /// Takes in a duplicate: its readings, shelves, tags, notes and what is not known here.
  ///
  /// Where both say something, this book stands, but what is being read goes on being read; texts
  /// are put one after the other. Two open readings become one, at the place farther on; so do two
  /// finishes on one day, or a finish of which no day is known with another. Gives, for each
  /// reading of the duplicate that went into one of this book, which it is; sessions of it belong
  /// there now.
  @discardableResult
  public mutating func merge(
    _ other: Book
  ) -> [Identifier<ReadThrough>: Identifier<ReadThrough>] {
    let joined = applyPush(other.readThroughs)
    work.fill(from: other.work)
    edition = edition ?? other.edition?.moved(to: work.id)
    entry.fill(from: other.entry)
    entry.edition = edition?.id
    return joined
  }

  /// Takes in readings of a duplicate, and gives as ``merge(_:)`` which of them went into which.
  package mutating func applyPush(
    _ readings: [ReadThrough]
  ) -> [Identifier<ReadThrough>: Identifier<ReadThrough>] {
    var joined: [Identifier<ReadThrough>: Identifier<ReadThrough>] = [:]
    var own = Array(readThroughs.indices)
    for reading in readings {
      if let place = own.first(where: { readThroughs[$0].isSame(as: reading) }) {
        own.removeAll { $0 == place }
        readThroughs[place].fill(from: reading, pages: pages)
        joined[reading.id] = readThroughs[place].id
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
  /// Whether two readings of duplicates must be one.
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
    // What a book overrules of its authors is about them, and nobody else.
    let isByTheSame = credits.isEmpty || writers == other.writers
    if credits.isEmpty { credits = other.credits }
    firstYear = firstYear ?? other.firstYear
    facts.fill(from: other.facts, isByTheSame ? FactKind.inWorks : FactKind.ofWorks)
  }

  private var writers: [Identifier<Author>] {
    credits.filter { !$0.isContributor }.map { $0.author }.sorted { $0.record < $1.record }
  }
}

extension Edition {
  /// The same edition, of another work.
  public func moved(to other: Identifier<Work>) -> Edition {
    var edition = Edition(id: id, work: other)
    edition.unverifiedISBN = unverifiedISBN
    edition.fill(from: self)
    return edition
  }

  /// Takes what is not known here from another edition.
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
  /// Owned is said by any status but the wishlist, unless the book is borrowed.
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
