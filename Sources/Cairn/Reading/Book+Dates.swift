/// What a person says of one date of a reading.
public enum DateEdit: Sendable, Equatable {
  /// Leave it as it is.
  case keep
  /// It is not known.
  case clear
  /// It was then.
  case set(PartialDay)

  func applied(to date: PartialDay?) -> PartialDay? {
    switch self {
    case .keep: date
    case .clear: nil
    case .set(let new): new
    }
  }
}

/// What a person says of the dates of a reading.
public struct DateEdits: Sendable, Equatable {
  /// When it was started.
  public var started = DateEdit.keep
  /// When it was finished.
  public var finished = DateEdit.keep
  /// When it was given up or put back.
  public var stopped = DateEdit.keep

  /// Leaves everything as it is.
  public init() {}

  var setsNothing: Bool {
    [started, finished, stopped].allSatisfy { $0 == .keep || $0 == .clear }
  }
}

extension Book {
  /// Changes the dates of a reading: of the latest one when `id` is nil.
  ///
  /// A finish for a reading that is open finishes it, and the book is read. A book without any
  /// reading gets one: it is read when a finish is given, and being read when only a start is.
  /// On an error nothing changes. Throws what ``ReadThrough/setDays(started:finished:stopped:today:)``
  /// does, and `reading.no_such_reading`.
  public mutating func edit(
    _ edits: DateEdits,
    of id: Identifier<ReadThrough>? = nil,
    today: LocalDay,
    newID: () -> RecordID
  ) throws(CairnError) {
    if readThroughs.isEmpty, edits.setsNothing { return }
    var book = self
    let index = try book.place(of: id, newID)
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

  /// The place of a reading, or of the latest, which is made when there is none.
  private mutating func place(
    of id: Identifier<ReadThrough>?,
    _ newID: () -> RecordID
  ) throws(CairnError) -> Int {
    if let id { return try index(of: id) }
    if readThroughs.isEmpty { readThroughs = [firstReading(newID)] }
    return readThroughs.count - 1
  }

  /// The reading that must have been for the book to have its status.
  private mutating func firstReading(_ newID: () -> RecordID) -> ReadThrough {
    let id = Identifier<ReadThrough>(newID())
    switch entry.status {
    case .read: return ReadThrough(id: id, entry: entry.id, finished: nil)
    case .didNotFinish: return ReadThrough(id: id, entry: entry.id, gaveUp: nil)
    case .paused: break
    default: adopt(.reading)
    }
    return ReadThrough(id: id, entry: entry.id)
  }

  private mutating func closeOpen(at index: Int) {
    guard readThroughs[index].outcome == nil else { return }
    readThroughs[index].outcome = .finished
    readThroughs[index].edition = edition?.id
    readThroughs[index].position = lastPage ?? readThroughs[index].position
    adopt(.read)
  }
}
