import Cairn

/// The readings of a book: those of the log, and the one that the last word of a file is about.
struct StatedReadings {
  /// The reading that the file's word is about; nil where there is none, or the log knows better.
  private(set) var stated: KnownReading?
  /// Whether the file says that it is finished.
  let isFinished: Bool
  /// The day on which the file says that it was finished; nil when that is not known.
  private(set) var finished: PartialDay?
  private let known: [KnownReading]
  /// The readings by their days, as they are once the file is imported.
  private let dated: [KnownReading]
  private let fresh: KnownReading

  /// `sittings` are the days on which the book was read by the file.
  init(
    _ book: ReadBook,
    of entry: Identifier<Entry>,
    among known: [KnownReading],
    sittings: [LocalDay],
    day: (Instant) -> LocalDay
  ) {
    let fresh = Self.fresh(book.source, entry, known)
    let last = book.standing?.at.map(day)
    let own = known.last { $0.outcome == .finished && $0.sources.contains(book.source) }
    isFinished = book.standing?.isFinished ?? false
    (self.known, self.fresh) = (known, fresh)
    switch book.standing {
    case nil: stated = nil
    case let standing? where standing.isFinished:
      stated = known.reading(finishedOn: last, isSure: standing.isSure, own) ?? fresh
      finished = stated == own && !standing.isSure ? own?.ended : last.map { PartialDay($0) }
    default:
      stated = known.last { $0.isOpen } ?? (known.areOver(on: last) ? nil : fresh)
    }
    dated = Self.dated(known, stated, finished, isFinished, sittings)
  }

  /// The reading that a session of that day belongs to, as the log has it so far.
  func reading(on day: LocalDay) -> KnownReading {
    guard let found = dated.reading(on: day) else { return fresh }
    return known.first { $0.id == found.id } ?? fresh
  }

  /// The first name that no reading of the log has.
  private static func fresh(
    _ source: String,
    _ entry: Identifier<Entry>,
    _ known: [KnownReading]
  ) -> KnownReading {
    var number = 0
    while true {
      let more = number == 0 ? [] : [String(number)]
      let id = Identifier<ReadThrough>(
        RecordID(derivedFrom: [source, "reading", entry.record.text] + more)
      )
      guard known.contains(where: { $0.id == id }) else { return KnownReading(id: id) }
      number += 1
    }
  }

  /// The stated reading among the others: it began on the first day that the others do not reach.
  private static func dated(
    _ known: [KnownReading],
    _ stated: KnownReading?,
    _ finished: PartialDay?,
    _ isFinished: Bool,
    _ sittings: [LocalDay]
  ) -> [KnownReading] {
    guard let stated else { return known }
    let others = known.filter { $0.id != stated.id }
    let since = others.compactMap { $0.ended?.last }.max()
    let first = sittings.filter { day in
      since.map { $0 < day } ?? true && finished.map { day <= $0.last } ?? true
    }.min()
    let reading = KnownReading(
      id: stated.id,
      started: stated.started ?? first.map { PartialDay($0) },
      ended: isFinished ? finished : stated.ended,
      outcome: isFinished ? .finished : stated.outcome
    )
    return others + [reading]
  }
}

extension [KnownReading] {
  /// The reading that was finished then; of one that an import knows as finished only a sure day
  /// can tell another.
  fileprivate func reading(
    finishedOn day: LocalDay?,
    isSure: Bool,
    _ own: KnownReading?
  ) -> KnownReading? {
    if let day, let found = reading(finishedOn: day) { return found }
    if let own, !isSure { return own }
    guard day == nil else { return last { $0.isOpenByImport && $0.started == nil } }
    return last { $0.outcome == .finished } ?? last { $0.isOpenByImport }
  }

  /// Whether all that was read by that day has come to an end since.
  fileprivate func areOver(on day: LocalDay?) -> Bool {
    guard let day else { return !isEmpty }
    return contains { $0.ended.map { $0.last >= day } ?? true }
  }
}
