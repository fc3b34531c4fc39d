import Cairn

/// A matcher of a row's readings with the readings in the log.
///
/// An id is derived from the reading's index in the row, so that an open reading keeps its id when
/// a later file has it finished. A reading matched by its dates keeps its existing id.
struct ReadingMatch {
  let source: String
  let key: String
  let entry: Identifier<Entry>
  /// The readings of the entry in the log.
  let known: [KnownReadThrough]

  /// The number of finished readings in the log from other sources that may match undated ones.
  private var otherSourceCount = 0
  private var matched: Set<Identifier<ReadThrough>> = []

  init(_ source: String, key: String, entry: Identifier<Entry>, known: [KnownReadThrough]) {
    (self.source, self.key, self.entry, self.known) = (source, key, entry, known)
  }

  /// Returns the read-throughs of a row's readings, in order.
  mutating func all(_ stated: [ImportedReading]) -> [ReadThrough] {
    let dated = stated.map { reading in importedByDate(reading) }
    otherSourceCount = countFromOtherSources(excluding: stated)
    return stated.indices.compactMap { index in
      let id = dated[index] ?? self.id(of: stated[index], at: index)
      return id.map { record(stated[index], $0) }
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

  /// Returns the reading of an earlier import with the same end date.
  private mutating func importedByDate(_ reading: ImportedReading) -> Identifier<ReadThrough>? {
    guard reading.outcome == .finished, let date = reading.ended else { return nil }
    let own = known.filter { $0.sources.contains(source) && !matched.contains($0.id) }
    return claim(own.reading(finished: date)?.id)
  }

  private mutating func id(
    of reading: ImportedReading,
    at index: Int
  ) -> Identifier<ReadThrough>? {
    let own = free(from: index)
    if isKnown(own) { return claim(own) }
    switch reading.outcome {
    case nil: return known.contains { $0.isOpen } ? nil : claim(own)
    case .gaveUp?: return claim(other { $0.outcome == .gaveUp || $0.isOpenByImport } ?? own)
    default:
      guard let date = reading.ended else {
        otherSourceCount -= 1
        return otherSourceCount >= 0 ? nil : claim(own)
      }
      let free = known.filter { !matched.contains($0.id) }
      return claim(free.reading(finished: date)?.id ?? own)
    }
  }

  private func countFromOtherSources(excluding stated: [ImportedReading]) -> Int {
    let dated = Set(stated.compactMap { $0.ended.flatMap { known.reading(finished: $0)?.id } })
    return known.count {
      $0.outcome == .finished && !$0.sources.contains(source) && !dated.contains($0.id)
    }
  }

  private func other(_ fits: (KnownReadThrough) -> Bool) -> Identifier<ReadThrough>? {
    known.first { fits($0) && !matched.contains($0.id) }?.id
  }

  private mutating func claim(_ id: Identifier<ReadThrough>?) -> Identifier<ReadThrough>? {
    if let id { matched.insert(id) }
    return id
  }

  private func isKnown(_ id: Identifier<ReadThrough>) -> Bool { known.contains { $0.id == id } }

  /// Returns the first id from `index` on that no other reading of the row has.
  private func free(from index: Int) -> Identifier<ReadThrough> {
    var number = index
    while matched.contains(name(number)) { number += 1 }
    return name(number)
  }

  private func name(_ number: Int) -> Identifier<ReadThrough> {
    Identifier(RecordID(derivedFrom: [source, "reading", key, String(number)]))
  }
}

extension [KnownReadThrough] {
  /// Returns the reading with this end date, or with one in this month or year.
  fileprivate func reading(finished date: PartialDay) -> KnownReadThrough? {
    if let day = date.day { return reading(finishedOn: day) }
    return first { reading in
      guard reading.outcome == .finished, let ended = reading.ended else { return false }
      return !ended.isSurelyBefore(date) && !date.isSurelyBefore(ended)
    }
  }
}
