import Cairn

/// The readings a row tells of, each found in the log again or new.
///
/// A reading has its place in the row for a name, so that the one under way is the one that is
/// finished in a later file; one that was found by its days keeps the name it got first.
struct ReadingMatch {
  let source: String
  let key: String
  let entry: Identifier<Entry>
  /// The readings of the entry that are in the log.
  let known: [KnownReading]

  /// How many readings the log knows from elsewhere that may be the ones without a day.
  private var elsewhere = 0
  private var taken: Set<Identifier<ReadThrough>> = []

  init(_ source: String, key: String, entry: Identifier<Entry>, known: [KnownReading]) {
    (self.source, self.key, self.entry, self.known) = (source, key, entry, known)
  }

  /// What to state of the readings of a row, in their order.
  mutating func all(_ stated: [ImportedReading]) -> [ReadThrough] {
    let dated = stated.map { reading in ownByDay(reading) }
    elsewhere = countElsewhere(than: stated)
    return stated.indices.compactMap { place in
      let id = dated[place] ?? self.id(of: stated[place], at: place)
      return id.map { record(stated[place], $0) }
    }
  }

  private func record(_ reading: ImportedReading, _ id: Identifier<ReadThrough>) -> ReadThrough {
    var record = ReadThrough(
      id: id,
      entry: entry,
      started: reading.started,
      ended: reading.ended,
      outcome: reading.outcome
    )
    record.rating = reading.quarterStars
    return record
  }

  /// The reading of an earlier import that ended on that day.
  private mutating func ownByDay(_ reading: ImportedReading) -> Identifier<ReadThrough>? {
    guard reading.outcome == .finished, let date = reading.ended else { return nil }
    let own = known.filter { $0.sources.contains(source) && !taken.contains($0.id) }
    return take(own.reading(finished: date)?.id)
  }

  private mutating func id(
    of reading: ImportedReading,
    at place: Int
  ) -> Identifier<ReadThrough>? {
    let own = free(from: place)
    if isKnown(own) { return take(own) }
    switch reading.outcome {
    case nil: return known.contains { $0.isOpen } ? nil : take(own)
    case .gaveUp?: return take(other { $0.outcome == .gaveUp || $0.isOpenByImport } ?? own)
    default:
      guard let date = reading.ended else {
        elsewhere -= 1
        return elsewhere >= 0 ? nil : take(own)
      }
      let free = known.filter { !taken.contains($0.id) }
      return take(free.reading(finished: date)?.id ?? own)
    }
  }

  private func countElsewhere(than stated: [ImportedReading]) -> Int {
    let dated = Set(stated.compactMap { $0.ended.flatMap { known.reading(finished: $0)?.id } })
    return known.count {
      $0.outcome == .finished && !$0.sources.contains(source) && !dated.contains($0.id)
    }
  }

  private func other(_ fits: (KnownReading) -> Bool) -> Identifier<ReadThrough>? {
    known.first { fits($0) && !taken.contains($0.id) }?.id
  }

  private mutating func take(_ id: Identifier<ReadThrough>?) -> Identifier<ReadThrough>? {
    if let id { taken.insert(id) }
    return id
  }

  private func isKnown(_ id: Identifier<ReadThrough>) -> Bool { known.contains { $0.id == id } }

  /// The name by place that no other reading of the row has.
  private func free(from place: Int) -> Identifier<ReadThrough> {
    var number = place
    while taken.contains(name(number)) { number += 1 }
    return name(number)
  }

  private func name(_ number: Int) -> Identifier<ReadThrough> {
    Identifier(RecordID(derivedFrom: [source, "reading", key, String(number)]))
  }
}

extension [KnownReading] {
  /// The reading that a finish then belongs to; of a month or a year, one that ended in it.
  fileprivate func reading(finished date: PartialDay) -> KnownReading? {
    if let day = date.day { return reading(finishedOn: day) }
    return first { reading in
      guard reading.outcome == .finished, let ended = reading.ended else { return false }
      return !ended.isSurelyBefore(date) && !date.isSurelyBefore(ended)
    }
  }
}
