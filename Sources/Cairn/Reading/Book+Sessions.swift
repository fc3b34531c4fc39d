extension Book {
  /// The reading that a session of a day in the past belongs to, when it has ended since.
  ///
  /// A session on or before the day a book was finished, or before the day it was laid aside, is
  /// part of that reading. Nil when it belongs to the open reading, or begins a new one.
  public func endedReading(of day: LocalDay) -> ReadThrough? {
    if let open = openReading, open.started.map({ $0 <= day }) ?? true { return nil }
    return readThroughs.filter { $0.ended(after: day) }.min { $0.lastDay < $1.lastDay }
  }

  /// Whether a reading of this book has come to an end, in whatever way.
  public func hasEnded(_ id: Identifier<ReadThrough>) -> Bool {
    readThroughs.contains { $0.id == id && $0.outcome != nil }
  }
}

extension ReadThrough {
  fileprivate func ended(after day: LocalDay) -> Bool {
    finished.map { $0 >= day } ?? stopped.map { $0 > day } ?? false
  }

  fileprivate var lastDay: LocalDay { finished ?? stopped ?? LocalDay(number: .max) }
}
