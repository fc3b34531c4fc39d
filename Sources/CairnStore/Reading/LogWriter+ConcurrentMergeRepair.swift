import Cairn
import CairnSQL

/// A duplicate that went into another book.
private struct MergedBook {
  let id: Identifier<Entry>
  let work: Identifier<Work>
  let mergeTarget: Identifier<Entry>
}

extension LogWriter {
  /// Moves what one device read of a duplicate while another merged it to the book it is now.
  ///
  /// A merge moves what its device knows. What comes later would stay with a book that nobody sees.
  /// Two books that were each merged into the other would both be gone; the first of them comes back.
  func followMerges(in push: SyncPush) throws {
    var merged = try mergedBooks()
    guard !merged.isEmpty else { return }
    for one in merged.values.sorted(by: { $0.id.record < $1.id.record })
    where last(from: one.id, merged) == one.id {
      try beginAutomaticMutation()
      try bringBack(one)
      merged[one.id] = nil
    }
    for one in merged.values.sorted(by: { $0.id.record < $1.id.record }) where try hasMore(one.id) {
      guard let mergeTarget = try bookOnShelf(last(from: one.id, merged)) else { continue }
      try beginAutomaticMutation()
      try moveLate(from: one, to: mergeTarget)
    }
    for id in push.placed.sorted() {
      try beginAutomaticMutation()
      try followPlace(of: id, merged)
    }
  }

  /// Brings the place somebody reached in a reading that a merge joined with another to that one.
  private func followPlace(
    of id: RecordID,
    _ merged: [Identifier<Entry>: MergedBook]
  ) throws {
    guard let record = try RecordTable.find(ReadThrough.recordKind, id, in: connection),
      record.deletion != nil,
      let late = try? ReadThrough(recordID: id, fields: record.fields), merged[late.entry] != nil,
      let book = try bookOnShelf(last(from: late.entry, merged)), let open = book.openReading
    else { return }
    let known = try RecordTable.find(ReadThrough.recordKind, open.id.record, in: connection)
    let stamps = [known, record].map { $0?.stamp(of: "position") }
    let isNewer = stamps[0].map { $0 < stamps[1] ?? $0 } ?? true
    title = Self.late(book)
    try reachLate(isNewer ? late.position : nil, in: book, open)
  }

  private static func late(_ book: Book) -> String {
    "Move what was read of a duplicate to “\(book.work.title)”"
  }

  /// Notes the farther of a place and the end of the last session where the open reading of a book is
  /// not there yet.
  func reachLate(_ place: Position?, in mergeTarget: Book, _ open: ReadThrough) throws {
    let last = try ends(of: open).first
    let day = try last.map { try lastDay(until: $0.end, $0.zone) } ?? day(at: now, zone: "UTC")
    let finishes = try setting(.autoFinish) == "yes"
    var book = mergeTarget
    for place in [place, last?.place].compactMap(\.self) {
      guard let now = book.openReading else { break }
      if let known = now.position, !known.isBefore(place, pages: book.pages) { continue }
      book.reach(place, finishesAtEnd: finishes, today: day, newID: newID)
    }
    if book != mergeTarget { try save(book) }
  }

  private func mergedBooks() throws -> [Identifier<Entry>: MergedBook] {
    let all = try connection.all(
      "SELECT id, work, merged_into FROM deleted_entry WHERE merged_into IS NOT NULL"
    ) { row in
      MergedBook(
        id: Identifier(try row.id(0)),
        work: Identifier(try row.id(1)),
        mergeTarget: Identifier(try row.id(2))
      )
    }
    return Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
  }

  /// The book at the end of a row of merges; of those in a circle the one it began with.
  private func last(
    from id: Identifier<Entry>,
    _ merged: [Identifier<Entry>: MergedBook]
  ) -> Identifier<Entry> {
    var (last, seen) = (id, Set<Identifier<Entry>>())
    while let next = merged[last]?.mergeTarget, seen.insert(last).inserted {
      last = next
      if last == id { break }
    }
    return last
  }

  /// The book that one is now.
  func mergeTarget(ofBook id: Identifier<Entry>) throws -> Identifier<Entry> {
    last(from: id, try mergedBooks())
  }

  private func bringBack(_ book: MergedBook) throws {
    title = "Bring back a book merged with one that was merged with it"
    var fields = Fields()
    fields[RecordField.deleted] = .null
    fields["mergedInto"] = .null
    try set(fields, Entry.recordKind, book.id.record)
  }

  private func hasMore(_ id: Identifier<Entry>) throws -> Bool {
    let query: SQL = """
      SELECT EXISTS (SELECT 1 FROM reading WHERE entry = \(id))
        OR EXISTS (SELECT 1 FROM read_through WHERE entry = \(id))
        OR EXISTS (SELECT 1 FROM annotation WHERE entry = \(id))
      """
    return try connection.first(query) { try $0.integer(0) } == 1
  }

  private func moveLate(from duplicate: MergedBook, to mergeTarget: Book) throws {
    var book = mergeTarget
    title = Self.late(book)
    let editions = try moveEditions(from: duplicate.work, to: book.work.id)
    let readings = try ReadThroughQuery.all(of: duplicate.id, in: connection)
    let joined = book.applyPush(readings)
    try moveSessions(from: duplicate.id, to: book.entry.id) { detail in
      detail.edition = detail.edition.map { editions[$0]?.id ?? $0 }
      let own = joined[detail.readThrough] ?? detail.readThrough
      detail.readThrough = book.reading(own)
    }
    for reading in joined.keys.sorted(by: { $0.record < $1.record }) {
      try delete(ReadThrough.recordKind, reading.record)
    }
    try moveAnnotations(from: duplicate.id, to: book.entry.id)
    try save(book)
    if let open = book.openReading { try reachLate(nil, in: book, open) }
  }
}

extension SyncPush {
  /// The readings of which a step in it notes a place.
  fileprivate var placed: Set<RecordID> {
    Set(
      lines.flatMap(\.mutation.changes).filter { change in
        change.kind == ReadThrough.recordKind && change.set["position"] != .null
      }.map(\.id)
    )
  }
}

extension Book {
  /// A reading of this book; for one that a merge joined with another the one that is read now.
  fileprivate func reading(_ id: Identifier<ReadThrough>) -> Identifier<ReadThrough> {
    guard !readThroughs.contains(where: { $0.id == id }) else { return id }
    return (openReading ?? readThroughs.last)?.id ?? id
  }
}
