public import Cairn
import CairnActions

/// Edits of a read-through other than its dates; nil leaves a value unchanged.
public struct ReadingEdits: Sendable {
  /// How it ended; the inner nil reopens it.
  public var outcome: ReadThrough.Outcome??
  /// The rating in quarter stars, 1–20; the inner nil removes it.
  public var rating: Int64??
  /// Why it was not finished; an empty string removes the reason.
  public var reason: String?

  /// Creates an edit that changes nothing.
  public init() {}
}

extension LogWriter {
  /// Edits the dates of a read-through, by default the latest.
  ///
  /// Throws the errors of `Book.edit(_:of:today:newID:)`, and then changes nothing.
  public func edit(
    _ edits: DateEdits,
    of id: Identifier<Entry>,
    reading: Identifier<ReadThrough>? = nil,
    zone: String
  ) throws {
    var book = try book(id)
    title = "Dates of “\(book.work.title)” edited: \(edits.words)"
    try book.edit(edits, of: reading, today: day(at: now, zone: zone), newID: newID)
    try save(book)
  }

  /// Starts another read-through of a book; throws the errors of `Book.reread(from:today:newID:)`.
  public func reread(
    _ id: Identifier<Entry>,
    from started: PartialDay?,
    zone: String
  ) throws {
    var book = try book(id)
    title = "Started rereading “\(book.work.title)”"
    try book.reread(from: started, today: day(at: now, zone: zone), newID: newID)
    try save(book)
  }

  /// Adds a past read-through; throws the errors of `Book.addReading(from:to:today:newID:)`.
  public func addReading(
    of id: Identifier<Entry>,
    from started: PartialDay?,
    to finished: PartialDay,
    zone: String
  ) throws {
    var book = try book(id)
    title = "Past reading of “\(book.work.title)” added: \(CalendarText.date(finished))"
    let today = try day(at: now, zone: zone)
    try book.addReading(from: started, to: finished, today: today, newID: newID)
    try save(book)
  }

  /// Edits the rating, reason or outcome of a read-through.
  ///
  /// Throws the errors of `Book.setOutcome(_:of:)` and `Book.setReason(reason:of:)`.
  public func edit(
    _ edits: ReadingEdits,
    of id: Identifier<Entry>,
    reading: Identifier<ReadThrough>
  ) throws {
    var book = try book(id)
    title = "Reading of “\(book.work.title)” edited"
    if let outcome = edits.outcome { try book.setOutcome(outcome, of: reading) }
    let index = try book.index(of: reading)
    if let rating = edits.rating { book.readThroughs[index].rating = rating }
    if let reason = edits.reason { try book.setReason(reason: reason, of: reading) }
    try save(book)
  }

  /// Deletes a read-through; its sessions keep their time, and restoring the read-through reattaches them.
  ///
  /// Throws `reading.session_open` while it has an open session, and `reading.read_through_not_found`.
  public func deleteReading(
    _ reading: Identifier<ReadThrough>,
    of id: Identifier<Entry>
  ) throws {
    var book = try book(id)
    title = "Reading of “\(book.work.title)” deleted"
    try requireNoSession(of: reading)
    try book.remove(reading)
    try save(book)
    try delete(ReadThrough.recordKind, reading.record)
  }

  /// Restores a deleted read-through.
  ///
  /// Throws the errors of `Book.restore(_:)`, and `reading.read_through_not_found` if it is not deleted.
  public func restoreReading(
    _ reading: Identifier<ReadThrough>,
    of id: Identifier<Entry>
  ) throws {
    var book = try book(id)
    title = "Reading of “\(book.work.title)” restored"
    guard let known = try ReadThroughQuery.record(reading.record, in: connection),
      known.isDeleted, known.reading.entry == id
    else {
      throw CairnError(
        "reading.read_through_not_found",
        "“\(book.work.title)” has no such deleted reading.",
        hint: "List deleted readings with `cairn book readings BOOK --deleted`."
      )
    }
    try book.restore(known.reading)
    try save(book)
  }

  private func requireNoSession(of reading: Identifier<ReadThrough>) throws {
    for row in try SessionQuery.open(Reading.kind, in: connection).map({ [$0] }) ?? [] {
      guard try session(row.id, as: Reading.self).detail.readThrough == reading else { continue }
      throw CairnError(
        "reading.session_open",
        "A session of this reading is open, started \(row.startedAt.text).",
        hint: "Stop it first, or discard it with `cairn cancel`."
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
      case .set(let date): "\(done) \(CalendarText.date(date))"
      }
    }.joined(separator: ", ")
  }
}
