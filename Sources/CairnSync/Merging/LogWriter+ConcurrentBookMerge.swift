import Cairn
import CairnActions
import CairnStore

extension LogWriter {
  /// Moves to the merge target what one device recorded for a duplicate while another merged it.
  ///
  /// A merge moves only data its device has. Data that arrives later would stay with the deleted duplicate. If two
  /// books were merged into each other, both would be deleted, so the first is restored.
  func reconcileBookMerges(in push: SyncPush) throws {
    var merged = try MergedBooks(in: connection)
    guard !merged.all.isEmpty else { return }
    for (id, _) in merged.all where merged.target(of: id) == id {
      try beginAutomaticMutation()
      let title = "Book restored after conflicting merges"
      try reinstate(merged: id.record, Entry.recordKind, titled: title)
      merged.targets[id.record] = nil
    }
    for (id, work) in merged.all where try ReadingQuery.isInUse(id, in: connection) {
      guard let target = try merged.target(of: id).flatMap({ try existingBook($0) }) else {
        continue
      }
      try beginAutomaticMutation()
      try moveToMergeTarget(from: id, of: work, to: target)
    }
    for id in push.placed.sorted() {
      try beginAutomaticMutation()
      try applyMergedPosition(of: id, merged)
    }
  }

  /// Applies a position reached in a merged read-through to the open one of the merge target.
  private func applyMergedPosition(of id: RecordID, _ merged: MergedBooks) throws {
    guard let record = try RecordTable.find(ReadThrough.recordKind, id, in: connection),
      record.deletion != nil,
      let late = try? ReadThrough(recordID: id, fields: record.fields),
      let book = try merged.target(of: late.entry).flatMap({ try existingBook($0) }),
      let open = book.openReading
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

  /// Restores a merged record as an independent one.
  func reinstate(merged id: RecordID, _ kind: RecordKind, titled title: String) throws {
    self.title = title
    var fields = Fields()
    fields.restore()
    fields["mergedInto"] = .null
    try set(fields, kind, id)
  }

  private func moveToMergeTarget(
    from duplicate: Identifier<Entry>,
    of work: Identifier<Work>,
    to mergeTarget: Book
  ) throws {
    var book = mergeTarget
    title = Self.late(book)
    let editions = try moveEditions(from: work, to: book.work.id)
    let readings = try ReadThroughQuery.all(of: duplicate, in: connection)
    let joined = book.mergeReadThroughs(readings)
    try moveSessions(from: duplicate, to: book.entry.id) { detail in
      detail.edition = detail.edition.map { editions[$0]?.id ?? $0 }
      let own = joined[detail.readThrough] ?? detail.readThrough
      detail.readThrough = book.reading(own)
    }
    try deleteReadThroughs(joined.keys)
    try moveAnnotations(from: duplicate, to: book.entry.id)
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
