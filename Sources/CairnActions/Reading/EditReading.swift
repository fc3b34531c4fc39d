public import Cairn

/// Changes to a read-through other than its dates; nil leaves a value unchanged.
public struct ReadingEdits: Sendable {
  /// How it ended; the inner nil reopens it.
  public var outcome: ReadThrough.Outcome??
  /// The rating in quarter stars, 1–20; the inner nil removes it.
  public var rating: Int64??
  /// Why it was not finished; an empty string removes the reason.
  public var reason: String?

  /// Creates an edit that changes nothing.
  public init() {}

  /// Whether nothing changes.
  public var isEmpty: Bool { outcome == nil && rating == nil && reason == nil }

  fileprivate func apply(
    to reading: Identifier<ReadThrough>,
    of book: inout Book
  ) throws(CairnError) {
    if let outcome { try book.setOutcome(outcome, of: reading) }
    if let rating { book.readThroughs[try book.index(of: reading)].rating = rating }
    if let reason { try book.setReason(reason: reason, of: reading) }
  }
}

/// Edits the dates, the rating, the reason or the outcome of a read-through.
public struct EditReading: Sendable {
  /// The book.
  public var book: Identifier<Entry>
  /// The read-through; nil for the latest, which a date adds if there is none.
  public var reading: Identifier<ReadThrough>?
  /// The changes to the dates.
  public var dates: DateEdits
  /// The other changes.
  public var edits: ReadingEdits
  /// The time zone of today.
  public var zone: String

  /// Creates the act.
  public init(
    _ reading: Identifier<ReadThrough>? = nil,
    of book: Identifier<Entry>,
    _ dates: DateEdits = DateEdits(),
    _ edits: ReadingEdits = ReadingEdits(),
    zone: String
  ) {
    (self.book, self.reading, self.dates, self.edits, self.zone) = (
      book, reading, dates, edits, zone
    )
  }

  /// Applies the changes.
  ///
  /// Throws `reading.not_on_shelf`, `reading.read_through_not_found`, and the errors of `Book.edit(_:of:today:newID:)`,
  /// `setOutcome(_:of:)` and `setReason(reason:of:)`.
  public func run(in store: some RecordStore) throws(CairnError) {
    var book = try store.book(book)
    if let reading { _ = try book.index(of: reading) }
    store.title =
      edits.isEmpty
      ? "Dates of “\(book.work.title)” edited: \(dates.text)"
      : "Read of “\(book.work.title)” edited"
    if dates != DateEdits() {
      let today = try store.day(at: store.now, zone: zone)
      try book.edit(dates, of: reading, today: today, newID: store.newReadingID)
    }
    if !edits.isEmpty {
      guard let id = reading ?? book.readThroughs.last?.id else { throw Self.noReading(book) }
      try edits.apply(to: id, of: &book)
    }
    try store.save(book)
  }

  private static func noReading(_ book: Book) -> CairnError {
    CairnError(
      "reading.read_through_not_found",
      "“\(book.work.title)” has not been read yet.",
      hint: "Give a start or finish date, too."
    )
  }
}

/// Starts another read-through of a book, or adds one of the past.
public struct AddReading: Sendable {
  /// The book.
  public var book: Identifier<Entry>
  /// The start date; nil for today, or unknown for one of the past.
  public var started: PartialDay?
  /// The finish date of a read-through of the past; nil to start one.
  public var finished: PartialDay?
  /// The time zone of today.
  public var zone: String

  /// Creates the act.
  public init(
    of book: Identifier<Entry>,
    from started: PartialDay?,
    to finished: PartialDay? = nil,
    zone: String
  ) {
    (self.book, self.started, self.finished, self.zone) = (book, started, finished, zone)
  }

  /// Adds the read-through and returns its id.
  ///
  /// Throws `reading.not_on_shelf`, and the errors of `Book.reread(from:today:newID:)` and
  /// `addReading(from:to:today:newID:)`.
  @discardableResult
  public func run(in store: some RecordStore) throws(CairnError) -> Identifier<ReadThrough> {
    var book = try store.book(book)
    let today = try store.day(at: store.now, zone: zone)
    let id = store.newReadingID()
    if let finished {
      store.title = "Past reading of “\(book.work.title)” added: \(CalendarText.date(finished))"
      try book.addReading(from: started, to: finished, today: today, newID: { id })
    } else {
      store.title = "Started rereading “\(book.work.title)”"
      try book.reread(from: started, today: today, newID: { id })
    }
    try store.save(book)
    return Identifier(id)
  }
}

/// Deletes a read-through; its sessions keep their time, and restoring it reattaches them.
public struct DeleteReading: Sendable {
  /// The read-through.
  public var reading: Identifier<ReadThrough>
  /// Its book.
  public var book: Identifier<Entry>

  /// Creates the act.
  public init(_ reading: Identifier<ReadThrough>, of book: Identifier<Entry>) {
    (self.reading, self.book) = (reading, book)
  }

  /// Deletes the read-through.
  ///
  /// Throws `reading.not_on_shelf`, `reading.read_through_not_found`, and `reading.session_open` while it has an open
  /// session.
  public func run(in store: some RecordStore) throws(CairnError) {
    var book = try store.book(book)
    store.title = "Read of “\(book.work.title)” deleted"
    try requireNoSession(store)
    try book.remove(reading)
    try store.save(book)
    try store.delete(ReadThrough.recordKind, reading.record)
  }

  private func requireNoSession(_ store: some RecordStore) throws(CairnError) {
    guard let open = try store.openSession(Reading.kind),
      try store.session(open.id, as: Reading.self).detail.readThrough == reading
    else { return }
    throw CairnError(
      "reading.session_open",
      "A session of this reading is open, started \(open.timeline.start.text).",
      hint: "Stop or discard it first."
    )
  }
}

/// Restores a deleted read-through.
public struct RestoreReading: Sendable {
  /// The read-through.
  public var reading: Identifier<ReadThrough>
  /// Its book.
  public var book: Identifier<Entry>

  /// Creates the act.
  public init(_ reading: Identifier<ReadThrough>, of book: Identifier<Entry>) {
    (self.reading, self.book) = (reading, book)
  }

  /// Restores the read-through.
  ///
  /// Throws `reading.not_on_shelf`, the errors of `Book.restore(_:)`, and `reading.read_through_not_found` if it is not
  /// deleted.
  public func run(in store: some LibraryStore) throws(CairnError) {
    var book = try store.book(book)
    store.title = "Read of “\(book.work.title)” restored"
    let known = try store.findEvenIfDeleted(ReadThrough.self, reading.record)
    guard let known, known.deletion != nil, known.entity.entry == self.book else {
      throw Self.notDeleted(book)
    }
    try book.restore(known.entity)
    try store.save(book)
  }

  private static func notDeleted(_ book: Book) -> CairnError {
    CairnError(
      "reading.read_through_not_found",
      "“\(book.work.title)” has no such deleted reading.",
      hint: "See the deleted readings of the book."
    )
  }
}

/// Deletes an annotation; later imports keep it deleted.
public struct DeleteAnnotation: Sendable {
  /// The annotation.
  public var annotation: Identifier<Annotation>

  /// Creates the act.
  public init(_ annotation: Identifier<Annotation>) { self.annotation = annotation }

  /// Deletes the annotation; does nothing if it does not exist.
  public func run(in store: some RecordStore) throws(CairnError) {
    guard let known = try store.find(Annotation.self, annotation.record) else { return }
    let book = try store.existingBook(known.entry)?.work.title ?? "a deleted book"
    store.title = "Annotation of “\(book)” deleted"
    try store.delete(Annotation.recordKind, annotation.record)
  }
}

extension DateEdits {
  /// `started 2025-02-01, finish cleared`.
  fileprivate var text: String {
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
