import Cairn

/// The readings of a book in the log, and the one that the file's status refers to.
struct StatedReadings {
  /// The reading that the file's status refers to; nil without one, or if the log is more recent.
  private(set) var stated: KnownReadThrough?
  /// Whether the file has it as finished.
  let isFinished: Bool
  /// The end date in the file; nil if unknown.
  private(set) var finished: PartialDay?
  private let known: [KnownReadThrough]
  /// The readings by date, as they will be after the import.
  private let dated: [KnownReadThrough]
  private let fresh: KnownReadThrough

  /// Matches the book's status; `sessionDays` are the days of its sessions in the file.
  init(
    _ book: ImportedBookSessions,
    of entry: Identifier<Entry>,
    among known: [KnownReadThrough],
    sessionDays: [LocalDay],
    day: (Instant) -> LocalDay
  ) {
    let fresh = Self.fresh(book.source, entry, known)
    let last = book.readingState?.at.map(day)
    let own = known.last { $0.outcome == .finished && $0.sources.contains(book.source) }
    isFinished = book.readingState?.isFinished ?? false
    (self.known, self.fresh) = (known, fresh)
    switch book.readingState {
    case nil: stated = nil
    case let readingState? where readingState.isFinished:
      stated =
        known.reading(finishedOn: last, isFinishCertain: readingState.isFinishCertain, own) ?? fresh
      finished =
        stated == own && !readingState.isFinishCertain ? own?.ended : last.map { PartialDay($0) }
    default:
      stated = known.last { $0.isOpen } ?? (known.haveEnded(on: last) ? nil : fresh)
    }
    dated = Self.dated(known, stated, finished, isFinished, sessionDays)
  }

  /// Returns the reading of a session on that day, in its state before the import.
  func reading(on day: LocalDay) -> KnownReadThrough {
    guard let found = dated.reading(on: day) else { return fresh }
    return known.first { $0.id == found.id } ?? fresh
  }

  /// Returns a new reading with the first id that is not in the log.
  private static func fresh(
    _ source: String,
    _ entry: Identifier<Entry>,
    _ known: [KnownReadThrough]
  ) -> KnownReadThrough {
    var number = 0
    while true {
      let more = number == 0 ? [] : [String(number)]
      let id = Identifier<ReadThrough>(
        RecordID(derivedFrom: [source, "reading", entry.record.text] + more)
      )
      guard known.contains(where: { $0.id == id }) else { return KnownReadThrough(id: id) }
      number += 1
    }
  }

  /// Adds the stated reading to the others, starting with the first session after they ended.
  private static func dated(
    _ known: [KnownReadThrough],
    _ stated: KnownReadThrough?,
    _ finished: PartialDay?,
    _ isFinished: Bool,
    _ sessionDays: [LocalDay]
  ) -> [KnownReadThrough] {
    guard let stated else { return known }
    let others = known.filter { $0.id != stated.id }
    let since = others.compactMap { $0.ended?.last }.max()
    let first = sessionDays.filter { day in
      since.map { $0 < day } ?? true && finished.map { day <= $0.last } ?? true
    }.min()
    let reading = KnownReadThrough(
      id: stated.id,
      started: stated.started ?? first.map { PartialDay($0) },
      ended: isFinished ? finished : stated.ended,
      outcome: isFinished ? .finished : stated.outcome
    )
    return others + [reading]
  }
}

extension [KnownReadThrough] {
  /// Returns the reading with this end date; only a certain date can select another reading than
  /// the one that an earlier import finished.
  fileprivate func reading(
    finishedOn day: LocalDay?,
    isFinishCertain: Bool,
    _ own: KnownReadThrough?
  ) -> KnownReadThrough? {
    if let day, let found = reading(finishedOn: day) { return found }
    if let own, !isFinishCertain { return own }
    guard day == nil else { return last { $0.isOpenByImport && $0.started == nil } }
    return last { $0.outcome == .finished } ?? last { $0.isOpenByImport }
  }

  /// Whether a reading ended on or after that day or at an unknown time; for nil, whether there is any.
  fileprivate func haveEnded(on day: LocalDay?) -> Bool {
    guard let day else { return !isEmpty }
    return contains { $0.ended.map { $0.last >= day } ?? true }
  }
}
