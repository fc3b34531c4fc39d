import Cairn

extension ImportedBook {
  /// Merges another row of the same book; returns false if it adds no data.
  ///
  /// The first row wins, except that the furthest status wins.
  mutating func join(_ other: ImportedBook) -> Bool {
    let before = self
    readings = ImportedReading.joined(readings, other.readings)
    status = ReadingStatus.byProgress.first { $0 == status || $0 == other.status }
    describe(other)
    (quarterStars, added) = (quarterStars ?? other.quarterStars, added ?? other.added)
    (review, notes) = (review ?? other.review, notes ?? other.notes)
    shelves += other.shelves.filter { !shelves.contains($0) }
    tags += other.tags.filter { !tags.contains($0) }
    return self != before
  }

  private mutating func describe(_ other: ImportedBook) {
    if isbn == nil { (isbn, invalidISBN) = (other.isbn, invalidISBN ?? other.invalidISBN) }
    if isbn != nil { invalidISBN = nil }
    if series == nil { (series, seriesNumber) = (other.series, other.seriesNumber) }
    if authors.isEmpty { authors = other.authors }
    if contributors.isEmpty { contributors = other.contributors }
    (publisher, format) = (publisher ?? other.publisher, format ?? other.format)
    (pages, year) = (pages ?? other.pages, year ?? other.year)
    firstYear = firstYear ?? other.firstYear
    facts.merge(other.facts) { mine, _ in mine }
  }

  /// Removes the dates after `today` and returns them; a partial date stays if it may be in the past.
  mutating func removeFutureDates(_ today: LocalDay) -> [PartialDay] {
    var found: [PartialDay] = []
    let past = { (date: PartialDay?) -> PartialDay? in
      guard let date, date.first > today else { return date }
      found.append(date)
      return nil
    }
    added = past(added.map { PartialDay($0) })?.day
    for index in readings.indices {
      readings[index].started = past(readings[index].started)
      readings[index].ended = past(readings[index].ended)
    }
    return found
  }
}

extension ImportedReading {
  /// Returns the merged readings of two rows of a book, with the open one last.
  ///
  /// These are all dated readings, and undated ones up to the larger count of the two
  /// rows.
  fileprivate static func joined(_ mine: [Self], _ others: [Self]) -> [Self] {
    let past = [ReadThrough.Outcome.finished, .gaveUp].flatMap { outcome in
      closed(mine.filter { $0.outcome == outcome }, others.filter { $0.outcome == outcome })
    }
    let open = (mine + others).filter { $0.outcome == nil }
    return past.sorted { left, right in
      guard let day = right.ended ?? right.started else { return false }
      return (left.ended ?? left.started).map { $0 < day } ?? true
    } + open.prefix(1)
  }

  private static func closed(_ mine: [Self], _ others: [Self]) -> [Self] {
    var dated = mine.filter(\.isDated)
    for other in others where other.isDated {
      if let index = dated.firstIndex(where: { $0.isSame(as: other) }) {
        dated[index].started = dated[index].started ?? other.started
      } else {
        dated.append(other)
      }
    }
    let undated = (mine + others).filter { !$0.isDated }
    return undated.prefix(max(0, max(mine.count, others.count) - dated.count)) + dated
  }

  private var isDated: Bool { started != nil || ended != nil }

  /// Whether both have the same end date, or without one in both, the same start date.
  private func isSame(as other: Self) -> Bool {
    guard let ended, let end = other.ended else {
      return started != nil && started == other.started
    }
    return ended == end
  }
}
