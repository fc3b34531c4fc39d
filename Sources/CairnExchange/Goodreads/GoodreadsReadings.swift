import Cairn

/// The readings a row tells of, each found in the log again or new.
///
/// Goodreads counts readings, the one under way included, and dates the last. Each has its number
/// for a name, so that the reading under way is the one that is finished in a later file.
struct GoodreadsReadings {
  let book: GoodreadsBook
  let key: String
  let status: ReadingStatus
  let entry: Identifier<Entry>
  /// The readings of the entry that are in the log.
  let known: [KnownReading]

  /// What to state: those that are over, and the one that is under way or was given up.
  var all: [ReadThrough] {
    let count = min(max(book.readCount, status == .read ? 1 : 0), 100)
    switch status {
    case .reading, .paused: return past(count - 1) + underWay(max(0, count - 1))
    case .didNotFinish: return past(count - 1) + [givenUp(max(0, count - 1))]
    default: return past(count - 1) + (count > 0 ? last(count - 1) : [])
    }
  }

  /// Readings without a day; those the log knows from elsewhere stand for as many.
  private func past(_ count: Int64) -> [ReadThrough] {
    (0..<max(0, count)).compactMap(undated)
  }

  private func undated(_ number: Int64) -> ReadThrough? {
    let (id, day) = (id(of: number), book.dateRead.flatMap { known.reading(finishedOn: $0)?.id })
    let elsewhere = known.count {
      $0.outcome == .finished && !$0.sources.contains("goodreads") && $0.id != day
    }
    guard isKnown(id) || number >= elsewhere else { return nil }
    return ReadThrough(id: id, entry: entry, finished: nil)
  }

  /// The reading that was finished last, with its day and rating.
  private func last(_ number: Int64) -> [ReadThrough] {
    guard let day = book.dateRead else { return undated(number).map { [rated($0)] } ?? [] }
    let own = id(of: number)
    let id = isKnown(own) ? own : known.reading(finishedOn: day)?.id ?? own
    return [rated(ReadThrough(id: id, entry: entry, finished: PartialDay(day)))]
  }

  private func rated(_ reading: ReadThrough) -> ReadThrough {
    var rated = reading
    if status == .read { rated.rating = book.quarterStars }
    return rated
  }

  private func givenUp(_ number: Int64) -> ReadThrough {
    let own = id(of: number)
    let other = known.first { $0.outcome == .gaveUp || $0.isOpenByImport }?.id
    let id = isKnown(own) ? own : other ?? own
    return ReadThrough(id: id, entry: entry, gaveUp: book.dateRead.map { PartialDay($0) })
  }

  /// Nothing when the log knows of another one that is under way.
  private func underWay(_ number: Int64) -> [ReadThrough] {
    let own = id(of: number)
    return known.contains { $0.isOpen && $0.id != own } ? [] : [ReadThrough(id: own, entry: entry)]
  }

  private func isKnown(_ id: Identifier<ReadThrough>) -> Bool { known.contains { $0.id == id } }

  private func id(of number: Int64) -> Identifier<ReadThrough> {
    Identifier(RecordID(derivedFrom: ["goodreads", "reading", key, String(number)]))
  }
}
