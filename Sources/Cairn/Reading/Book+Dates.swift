/// An edit of one date of a read-through.
public enum DateEdit: Sendable, Equatable {
  /// Keeps the date.
  case keep
  /// Clears the date, which is unknown.
  case clear
  /// Sets the date.
  case set(PartialDay)

  func applied(to date: PartialDay?) -> PartialDay? {
    switch self {
    case .keep: date
    case .clear: nil
    case .set(let new): new
    }
  }
}

/// Edits of the dates of a read-through.
public struct DateEdits: Sendable, Equatable {
  /// The start date.
  public var started = DateEdit.keep
  /// The finish date.
  public var finished = DateEdit.keep
  /// The date on which it was given up or reset.
  public var stopped = DateEdit.keep

  /// Creates edits that keep all dates.
  public init() {}

  var setsNothing: Bool {
    [started, finished, stopped].allSatisfy { $0 == .keep || $0 == .clear }
  }
}

extension Book {
  /// Changes the dates of a read-through; of the latest one if `id` is nil.
  ///
  /// A finish date finishes an open read-through and marks the book as read. A book without any
  /// read-through gets one: finished if a finish date is given, in progress if only a start date is.
  /// After an error nothing has changed. Throws `reading.read_through_not_found` and the errors of
  /// ``ReadThrough/setDays(started:finished:stopped:today:)``.
  public mutating func edit(
    _ edits: DateEdits,
    of id: Identifier<ReadThrough>? = nil,
    today: LocalDay,
    newID: () -> RecordID
  ) throws(CairnError) {
    if readThroughs.isEmpty, edits.setsNothing { return }
    var book = self
    let index = try book.requiredIndex(of: id, newID)
    if case .set = edits.finished { book.closeOpen(at: index) }
    let reading = book.readThroughs[index]
    try book.readThroughs[index].setDays(
      started: edits.started.applied(to: reading.started),
      finished: edits.finished.applied(to: reading.finished),
      stopped: edits.stopped.applied(to: reading.stopped),
      today: today
    )
    if edits.started != .keep { book.readThroughs[index].isStartAutomatic = false }
    if edits.finished != .keep { book.readThroughs[index].isFinishAutomatic = false }
    book.readThroughs.sort { $0.precedes($1) }
    self = book
  }

  /// Returns the index of a read-through, or of the latest one, which is created if there is none.
  private mutating func requiredIndex(
    of id: Identifier<ReadThrough>?,
    _ newID: () -> RecordID
  ) throws(CairnError) -> Int {
    if let id { return try index(of: id) }
    if readThroughs.isEmpty { readThroughs = [firstReading(newID)] }
    return readThroughs.count - 1
  }

  /// Creates the read-through that the status of the book implies.
  private mutating func firstReading(_ newID: () -> RecordID) -> ReadThrough {
    let id = Identifier<ReadThrough>(newID())
    switch entry.status {
    case .read: return ReadThrough(id: id, entry: entry.id, finished: nil)
    case .didNotFinish: return ReadThrough(id: id, entry: entry.id, gaveUp: nil)
    case .paused: break
    default: setStatus(.reading)
    }
    return ReadThrough(id: id, entry: entry.id)
  }

  private mutating func closeOpen(at index: Int) {
    guard readThroughs[index].outcome == nil else { return }
    readThroughs[index].outcome = .finished
    readThroughs[index].edition = edition?.id
    readThroughs[index].position = lastPage ?? readThroughs[index].position
    setStatus(.read)
  }
}
