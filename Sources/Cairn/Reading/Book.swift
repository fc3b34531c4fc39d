/// A work on the shelf with its entry, edition and read-throughs.
public struct Book: Sendable, Equatable {
  /// The work.
  public var work: Work
  /// The entry.
  public var entry: Entry
  /// The edition that is read, if known.
  public var edition: Edition?
  /// All read-throughs, oldest first.
  public var readThroughs: [ReadThrough]

  /// Creates a book from its parts.
  public init(work: Work, entry: Entry, edition: Edition?, readThroughs: [ReadThrough]) {
    self.work = work
    self.entry = entry
    self.edition = edition
    self.readThroughs = readThroughs
  }

  /// The page count of the edition, if known.
  public var pages: Int64? { edition?.pages }

  /// The open read-through, or nil.
  public var openReading: ReadThrough? { readThroughs.last { $0.outcome == nil } }

  /// The position in the open read-through.
  public var position: Position? { openReading?.position }

  var openIndex: Int? { readThroughs.lastIndex { $0.outcome == nil } }

  /// Whether marking the book as read adds no read-through: it is read, or it was finished, put back
  /// and not opened again.
  public var isReadAlready: Bool {
    guard openIndex == nil else { return false }
    let wasFinished = readThroughs.last?.outcome == .finished
    return entry.status == .read || (entry.status.isPlanned && wasFinished)
  }
}

extension Book {
  /// Changes the status and sets the dates that follow from it (spec/reading.md 2.4, RB).
  ///
  /// Only missing dates are set. A start date is set only when a read-through opens; an open one with
  /// an unknown start keeps it. From `read`, `reading` opens a new read-through at page 0 and keeps
  /// the old one. A book that was given up continues where it stopped (2.1). A book that was put back
  /// and becomes `read` again keeps its finished read-through. `today` is the person's calendar day;
  /// no end date precedes its start, even if a flight over the date line made today earlier.
  public mutating func changeStatus(
    _ status: ReadingStatus,
    today: LocalDay,
    newID: () -> RecordID
  ) {
    switch status {
    case .reading, .paused: open(today: today, newID: newID)
    case .read: finish(today: today, newID: newID)
    case .didNotFinish: giveUp(today: today, newID: newID)
    default: close(.reset, today: today)
    }
    if entry.status == .wishlist, status == .reading { entry.isBorrowed = true }
    entry.status = status
  }

  /// Sets a status that an import states, without setting any date.
  public mutating func setStatus(_ status: ReadingStatus) {
    entry.status = status
  }

  private mutating func open(today: LocalDay, newID: () -> RecordID) {
    reopenGivenUp()
    guard openIndex == nil else { return }
    let first = try? Position.page(0, of: pages)
    let id = Identifier<ReadThrough>(newID())
    var reading = ReadThrough(id: id, entry: entry.id, started: PartialDay(today), at: first)
    reading.isStartAutomatic = true
    readThroughs.append(reading)
  }

  private mutating func reopenGivenUp() {
    guard entry.status == .didNotFinish, openIndex == nil, let last = readThroughs.indices.last,
      readThroughs[last].outcome == .gaveUp
    else { return }
    readThroughs[last].outcome = nil
    readThroughs[last].stopped = nil
  }

  private mutating func finish(today: LocalDay, newID: () -> RecordID) {
    guard !isReadAlready else { return }
    open(today: today, newID: newID)
    guard let index = openIndex else { return }
    let isBegun = readThroughs[index].position.map { $0.value > 0 } ?? false
    readThroughs[index].outcome = .finished
    readThroughs[index].finished = readThroughs[index].finished ?? lastDay(of: index, today)
    readThroughs[index].isFinishAutomatic = false
    readThroughs[index].edition = edition?.id
    readThroughs[index].position = lastPage ?? (isBegun ? .whole : nil)
  }

  private mutating func close(_ outcome: ReadThrough.Outcome, today: LocalDay) {
    guard let index = openIndex else { return }
    readThroughs[index].outcome = outcome
    readThroughs[index].stopped = lastDay(of: index, today)
    readThroughs[index].reason = nil
  }

  /// Gives up the open read-through; without one, adds a read-through that was given up today.
  private mutating func giveUp(today: LocalDay, newID: () -> RecordID) {
    if openIndex == nil, entry.status != .didNotFinish { addGivenUp(today, newID) }
    close(.gaveUp, today: today)
  }

  private mutating func addGivenUp(_ today: LocalDay, _ newID: () -> RecordID) {
    let id = Identifier<ReadThrough>(newID())
    readThroughs.append(ReadThrough(id: id, entry: entry.id, gaveUp: PartialDay(today)))
  }

  /// Sets the reason for giving the book up on its latest read-through; adds one that was given up
  /// today if the latest one was not given up.
  ///
  /// Throws `reading.reason_not_applicable` if the book is not given up.
  public mutating func setReason(
    reason: String,
    today: LocalDay,
    newID: () -> RecordID
  ) throws(CairnError) {
    guard entry.status == .didNotFinish else { throw noReason(entry.status.label) }
    if readThroughs.last?.outcome != .gaveUp { addGivenUp(today, newID) }
    readThroughs[readThroughs.count - 1].reason = reason.isEmpty ? nil : reason
  }

  /// Sets the reason for giving up a read-through; an empty text clears it.
  ///
  /// Throws `reading.reason_not_applicable` if it was not given up, and `reading.read_through_not_found`.
  public mutating func setReason(
    reason: String,
    of id: Identifier<ReadThrough>
  ) throws(CairnError) {
    let index = try index(of: id)
    guard readThroughs[index].outcome == .gaveUp || reason.isEmpty else {
      throw noReason(readThroughs[index].outcome == .finished ? "read" : entry.status.label)
    }
    readThroughs[index].reason = reason.isEmpty ? nil : reason
  }

  private func noReason(_ state: String) -> CairnError {
    CairnError(
      "reading.reason_not_applicable",
      "Only a book you did not finish has a reason; this one is “\(state)”.",
      hint: "Mark it as not finished, or remove the reason."
    )
  }

  private func lastDay(of index: Int, _ today: LocalDay) -> PartialDay {
    PartialDay(max(today, readThroughs[index].started?.first ?? today))
  }

  var lastPage: Position? { pages.flatMap { try? Position.page($0, of: $0) } }

  /// Sets the current position, and finishes the book at its end if `finishesAtEnd` is true.
  ///
  /// Opens a read-through if none is open. Returns whether the book was finished.
  @discardableResult
  public mutating func reach(
    _ position: Position,
    finishesAtEnd: Bool,
    today: LocalDay,
    newID: () -> RecordID
  ) -> Bool {
    if openIndex == nil || entry.status != .reading {
      changeStatus(.reading, today: today, newID: newID)
    }
    guard let index = openIndex else { return false }
    readThroughs[index].position = position
    guard finishesAtEnd, position.isAtEnd else { return false }
    changeStatus(.read, today: today, newID: newID)
    readThroughs[index].isFinishAutomatic = true
    return true
  }

  /// Returns the position of a page that a person entered, with the page count of this book.
  ///
  /// Throws `reading.page_beyond_end` for a page after the last one.
  public func page(_ number: Int64) throws(CairnError) -> Position {
    if let pages, number > pages {
      throw CairnError(
        "reading.page_beyond_end",
        "Page \(number) is past the end: this edition of “\(work.title)” has \(pages) pages.",
        hint: "Check the page, or raise the page count of the edition first."
      )
    }
    return try Position.page(number, of: pages)
  }

  /// Throws `reading.page_beyond_end` if one session has more pages than the edition.
  package func require(pages read: Int64) throws(CairnError) {
    guard let pages, read > pages else { return }
    throw CairnError(
      "reading.page_beyond_end",
      "\(read) pages are too many: this edition of “\(work.title)” has \(pages).",
      hint: "Check the number, or raise the page count of the edition first."
    )
  }
}
