public import Cairn

/// What a person says of a reading beside its dates; nil leaves a thing as it is.
public struct ReadingEdits: Sendable {
  /// How it came to an end; the inner nil opens it again.
  public var outcome: ReadThrough.Outcome??
  /// Quarter stars, 1–20; the inner nil takes the rating away.
  public var rating: Int64??
  /// Why it was given up; empty takes the words away.
  public var reason: String?

  /// Leaves everything as it is.
  public init() {}
}

extension LogWriter {
  /// Changes the dates of a reading: of the latest when none is named.
  ///
  /// Throws what `Book.edit(_:of:today:newID:)` throws, and then changes nothing.
  public func edit(
    _ edits: DateEdits,
    of id: Identifier<Entry>,
    reading: Identifier<ReadThrough>? = nil,
    zone: String
  ) throws {
    var book = try book(id)
    title = "Date “\(book.work.title)”: \(edits.words)"
    try book.edit(edits, of: reading, today: day(at: now, zone: zone), newID: newID)
    try save(book)
  }

  /// Begins to read a book again; throws what `Book.readAgain(from:today:newID:)` throws.
  public func readAgain(
    _ id: Identifier<Entry>,
    from started: PartialDay?,
    zone: String
  ) throws {
    var book = try book(id)
    title = "Read “\(book.work.title)” again"
    try book.readAgain(from: started, today: day(at: now, zone: zone), newID: newID)
    try save(book)
  }

  /// Records a past reading; throws what `Book.addReading(from:to:today:newID:)` throws.
  public func addReading(
    of id: Identifier<Entry>,
    from started: PartialDay?,
    to finished: PartialDay,
    zone: String
  ) throws {
    var book = try book(id)
    title = "Note that “\(book.work.title)” was read \(finished.text)"
    let today = try day(at: now, zone: zone)
    try book.addReading(from: started, to: finished, today: today, newID: newID)
    try save(book)
  }

  /// Changes rating, reason or outcome of a reading.
  ///
  /// Throws what `Book.setOutcome(_:of:)` and `Book.note(reason:of:)` throw.
  public func edit(
    _ edits: ReadingEdits,
    of id: Identifier<Entry>,
    reading: Identifier<ReadThrough>
  ) throws {
    var book = try book(id)
    title = "Change a reading of “\(book.work.title)”"
    if let outcome = edits.outcome { try book.setOutcome(outcome, of: reading) }
    let index = try book.index(of: reading)
    if let rating = edits.rating { book.readThroughs[index].rating = rating }
    if let reason = edits.reason { try book.note(reason: reason, of: reading) }
    try save(book)
  }

  /// Deletes a reading; its sessions keep their time, and belong to it again when it comes back.
  ///
  /// Throws `reading.session_open` while a session of it is open, and
  /// `reading.no_such_reading`.
  public func deleteReading(
    _ reading: Identifier<ReadThrough>,
    of id: Identifier<Entry>
  ) throws {
    var book = try book(id)
    title = "Delete a reading of “\(book.work.title)”"
    try requireNoSession(of: reading)
    try book.remove(reading)
    try save(book)
    try delete(ReadThrough.recordKind, reading.record)
  }

  /// Restores a deleted reading; throws what `Book.bringBack(_:)` throws, and
  /// `reading.no_such_reading` for one that is not deleted.
  public func restoreReading(
    _ reading: Identifier<ReadThrough>,
    of id: Identifier<Entry>
  ) throws {
    var book = try book(id)
    title = "Bring back a reading of “\(book.work.title)”"
    guard let known = try ReadThroughQuery.record(reading.record, in: connection),
      known.isDeleted, known.reading.entry == id
    else {
      throw CairnError(
        "reading.no_such_reading",
        "“\(book.work.title)” has no such reading that was deleted.",
        hint: "`cairn book readings BOOK --deleted` lists them."
      )
    }
    try book.bringBack(known.reading)
    try save(book)
  }

  private func requireNoSession(of reading: Identifier<ReadThrough>) throws {
    for row in try SessionQuery.open(Reading.kind, in: connection).map({ [$0] }) ?? [] {
      guard try session(row.id, as: Reading.self).detail.readThrough == reading else { continue }
      throw CairnError(
        "reading.session_open",
        "A session of this reading is open, started \(row.startedAt.text).",
        hint: "Stop it first, or throw it away with `cairn cancel`."
      )
    }
  }
}

extension DateEdits {
  /// `started 2025-02-01, finish cleared`.
  fileprivate var words: String {
    let all = [
      ("started", "start", started), ("finished", "finish", finished), ("stopped", "stop", stopped),
    ]
    return all.compactMap { done, noun, edit -> String? in
      switch edit {
      case .keep: nil
      case .clear: "\(noun) cleared"
      case .set(let date): "\(done) \(date.text)"
      }
    }.joined(separator: ", ")
  }
}

extension LogWriter {
  /// Gives a session to another reading of its book; its time and places stay.
  ///
  /// Throws `reading.no_such_reading` for a reading of another book, or one that is deleted.
  public func setReading(_ reading: Identifier<ReadThrough>, of id: SessionID) throws {
    try change(id, as: Reading.self) { session in
      _ = try book(session.detail.entry).index(of: reading)
      session.detail.readThrough = reading
    }
  }
}
