import Cairn
import CairnActions
import CairnSQL

/// A deleted book that was merged into another.
private struct MergedBook {
  let id: Identifier<Entry>
  let work: Identifier<Work>
  let mergeTarget: Identifier<Entry>
}

extension LogWriter {
  /// Moves to the merge target what one device recorded for a duplicate while another merged it.
  ///
  /// A merge moves only data its device has. Data that arrives later would stay with the deleted duplicate. If two
  /// books were merged into each other, both would be deleted, so the first is restored.
  func reconcileBookMerges(in push: SyncPush) throws {
    var merged = try mergedBooks()
    guard !merged.isEmpty else { return }
    for one in merged.values.sorted(by: { $0.id.record < $1.id.record })
    where last(from: one.id, merged) == one.id {
      try beginAutomaticMutation()
      try reinstate(one)
      merged[one.id] = nil
    }
    for one in merged.values.sorted(by: { $0.id.record < $1.id.record }) where try hasMore(one.id) {
      guard let mergeTarget = try existingBook(last(from: one.id, merged)) else { continue }
      try beginAutomaticMutation()
      try moveToMergeTarget(from: one, to: mergeTarget)
    }
    for id in push.placed.sorted() {
      try beginAutomaticMutation()
      try applyMergedPosition(of: id, merged)
    }
  }

  /// Applies a position reached in a merged read-through to the open one of the merge target.
  private func applyMergedPosition(
    of id: RecordID,
    _ merged: [Identifier<Entry>: MergedBook]
  ) throws {
    guard let record = try RecordTable.find(ReadThrough.recordKind, id, in: connection),
      record.deletion != nil,
      let late = try? ReadThrough(recordID: id, fields: record.fields), merged[late.entry] != nil,
      let book = try existingBook(last(from: late.entry, merged)), let open = book.openReading
    else { return }
    let known = try RecordTable.find(ReadThrough.recordKind, open.id.record, in: connection)
    let stamps = [known, record].map { $0?.stamp(of: "position") }
    let isNewer = stamps[0].map { $0 < stamps[1] ?? $0 } ?? true
    title = Self.late(book)
    try advancePosition(isNewer ? late.position : nil, in: book, open)
  }

  private static func late(_ book: Book) -> String {
    "Sessions of a duplicate moved to “\(book.work.title)”"
  }

  /// Advances the open read-through to the farther of `position` and the end of its last session.
  func advancePosition(_ position: Position?, in mergeTarget: Book, _ open: ReadThrough) throws {
    let last = try ends(of: open).first
    let day = try last.map { try lastDay(until: $0.end, $0.zone) } ?? day(at: now, zone: "UTC")
    let finishes = try setting(.autoFinish) == "yes"
    var book = mergeTarget
    for position in [position, last?.position].compactMap(\.self) {
      guard let now = book.openReading else { break }
      if let known = now.position, !known.isBefore(position, pages: book.pages) { continue }
      book.reach(position, finishesAtEnd: finishes, today: day, newID: newID)
    }
    if book != mergeTarget { try save(book) }
  }

  private func mergedBooks() throws -> [Identifier<Entry>: MergedBook] {
    let all = try connection.all(
      "SELECT id, work, merged_into FROM deleted_entry WHERE merged_into IS NOT NULL"
    ) { row in
      MergedBook(
        id: try row["id"],
        work: try row["work"],
        mergeTarget: try row["merged_into"]
      )
    }
    return Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
  }

  /// Returns the book at the end of a chain of merges; in a cycle, the book it started from.
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

  /// Returns the merge target of a merged book, or the book itself.
  func mergeTarget(ofBook id: Identifier<Entry>) throws -> Identifier<Entry> {
    last(from: id, try mergedBooks())
  }

  private func reinstate(_ book: MergedBook) throws {
    title = "Book restored after conflicting merges"
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
    return try (connection.value(query) as Int64?) == 1
  }

  private func moveToMergeTarget(from duplicate: MergedBook, to mergeTarget: Book) throws {
    var book = mergeTarget
    title = Self.late(book)
    let editions = try moveEditions(from: duplicate.work, to: book.work.id)
    let readings = try ReadThroughQuery.all(of: duplicate.id, in: connection)
    let joined = book.mergeReadThroughs(readings)
    try moveSessions(from: duplicate.id, to: book.entry.id) { detail in
      detail.edition = detail.edition.map { editions[$0]?.id ?? $0 }
      let own = joined[detail.readThrough] ?? detail.readThrough
      detail.readThrough = book.reading(own)
    }
    try deleteReadThroughs(joined.keys)
    try moveAnnotations(from: duplicate.id, to: book.entry.id)
    try save(book)
    if let open = book.openReading { try advancePosition(nil, in: book, open) }
  }
}

extension SyncPush {
  /// The read-throughs with a position changed by this push.
  fileprivate var placed: Set<RecordID> {
    Set(
      mutations.flatMap(\.mutation.changes).filter { change in
        change.kind == ReadThrough.recordKind && change.set["position"] != .null
      }.map(\.id)
    )
  }
}

extension Book {
  /// Returns the id of a read-through of this book; for a merged one, that of the current one.
  fileprivate func reading(_ id: Identifier<ReadThrough>) -> Identifier<ReadThrough> {
    guard !readThroughs.contains(where: { $0.id == id }) else { return id }
    return (openReading ?? readThroughs.last)?.id ?? id
  }
}
