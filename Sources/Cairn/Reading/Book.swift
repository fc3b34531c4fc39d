/// A work on the shelf with all a rule about it needs: entry, edition and readings.
public struct Book: Sendable, Equatable {
  /// The work.
  public var work: Work
  /// The entry.
  public var entry: Entry
  /// The edition that is read, when one is known.
  public var edition: Edition?
  /// All readings, oldest first.
  public var readThroughs: [ReadThrough]

  /// Gathers a book.
  public init(work: Work, entry: Entry, edition: Edition?, readThroughs: [ReadThrough]) {
    self.work = work
    self.entry = entry
    self.edition = edition
    self.readThroughs = readThroughs
  }

  /// The page count of the edition, when it is known.
  public var pages: Int64? { edition?.pages }

  /// The reading that is open, or nil.
  public var openReading: ReadThrough? { readThroughs.last { $0.outcome == nil } }

  /// Where the reader is in the open reading.
  public var position: Position? { openReading?.position }

  var openIndex: Int? { readThroughs.lastIndex { $0.outcome == nil } }

  /// Whether to say `read` notes no other reading: it is read, or was put back after it was
  /// finished, and nothing was read since.
  public var isReadAlready: Bool {
    guard openIndex == nil else { return false }
    let wasFinished = readThroughs.last?.outcome == .finished
    return entry.status == .read || (entry.status.waits && wasFinished)
  }
}

extension Book {
  /// Changes the status and sets the dates that follow from it (spec/reading.md 2.4, RB).
  ///
  /// Dates are set only where there are none, and a start only of a reading that opens now: one that
  /// was open on an unknown day keeps it unknown. From `read` a change to `reading` opens a new
  /// reading at page 0 and leaves the old one alone; a book given up goes on where it stopped
  /// (2.1); one put back and `read` again is the finished reading again. `today` is the person's civil day; no reading ends before it began, though a flight
  /// over the date line may have made today earlier.
  public mutating func become(
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

  /// Gives the book a status an import states, without setting any date.
  public mutating func adopt(_ status: ReadingStatus) {
    entry.status = status
  }

  private mutating func open(today: LocalDay, newID: () -> RecordID) {
    takeUpAgain()
    guard openIndex == nil else { return }
    let first = try? Position.page(0, of: pages)
    let id = Identifier<ReadThrough>(newID())
    var reading = ReadThrough(id: id, entry: entry.id, started: PartialDay(today), at: first)
    reading.isStartAutomatic = true
    readThroughs.append(reading)
  }

  private mutating func takeUpAgain() {
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

  /// Stops the open reading; a book of which none is open has been given up today.
  private mutating func giveUp(today: LocalDay, newID: () -> RecordID) {
    if openIndex == nil, entry.status != .didNotFinish { addGivenUp(today, newID) }
    close(.gaveUp, today: today)
  }

  private mutating func addGivenUp(_ today: LocalDay, _ newID: () -> RecordID) {
    let id = Identifier<ReadThrough>(newID())
    readThroughs.append(ReadThrough(id: id, entry: entry.id, gaveUp: PartialDay(today)))
  }

  /// Notes why it was given up, with the latest reading that was; a book of which none is known
  /// has been given up today.
  ///
  /// Throws `reading.reason` while it is not given up.
  public mutating func note(
    reason: String,
    today: LocalDay,
    newID: () -> RecordID
  ) throws(CairnError) {
    guard entry.status == .didNotFinish else { throw noReason(entry.status.label) }
    if readThroughs.last?.outcome != .gaveUp { addGivenUp(today, newID) }
    readThroughs[readThroughs.count - 1].reason = reason.isEmpty ? nil : reason
  }

  /// Notes why a reading was given up; empty takes the words away.
  ///
  /// Throws `reading.reason` for one that was not, and `reading.no_such_reading`.
  public mutating func note(
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
      "reading.reason",
      "A reason is for a book you did not finish; this one is “\(state)”.",
      hint: "Mark it as not finished, or leave the reason out."
    )
  }

  private func lastDay(of index: Int, _ today: LocalDay) -> PartialDay {
    PartialDay(max(today, readThroughs[index].started?.first ?? today))
  }

  var lastPage: Position? { pages.flatMap { try? Position.page($0, of: $0) } }

  /// Notes where the reader is, and finishes the book at its end when `finishesAtEnd`.
  ///
  /// Opens a reading when none is open. Returns whether the book was finished.
  @discardableResult
  public mutating func reach(
    _ position: Position,
    finishesAtEnd: Bool,
    today: LocalDay,
    newID: () -> RecordID
  ) -> Bool {
    if openIndex == nil || entry.status != .reading {
      become(.reading, today: today, newID: newID)
    }
    guard let index = openIndex else { return false }
    readThroughs[index].position = position
    guard finishesAtEnd, position.isAtEnd else { return false }
    become(.read, today: today, newID: newID)
    readThroughs[index].isFinishAutomatic = true
    return true
  }

  /// Reads what a person typed as the place they reached, against this book's page count.
  ///
  /// Throws `reading.page_beyond_end` when the page is past the last one.
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

  /// Refuses more pages in one session than the edition has, with `reading.page_beyond_end`.
  package func require(pages read: Int64) throws(CairnError) {
    guard let pages, read > pages else { return }
    throw CairnError(
      "reading.page_beyond_end",
      "\(read) pages are more than this edition of “\(work.title)” has: \(pages).",
      hint: "Check the number, or raise the page count of the edition first."
    )
  }
}
