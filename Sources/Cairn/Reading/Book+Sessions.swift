extension Book {
  /// The reading that a session of a day belongs to, when it has ended since.
  ///
  /// The one whose dates are known to hold the day, else the first that ended after it. An end of
  /// which only the month, the year or nothing is known may be any day of it before `today`. A
  /// reading is laid aside before its day is over, so that day's sessions are no longer part of
  /// it. Nil when the session belongs to the open reading, or begins a new one.
  public func endedReading(of day: LocalDay, today: LocalDay) -> ReadThrough? {
    if let open = openReading, open.started.map({ $0.first <= day }) ?? true { return nil }
    let candidates = readThroughs.filter { $0.ended(after: day, today: today) }
    return candidates.first { $0.began(by: day) } ?? candidates.first { $0.ended != nil }
      ?? candidates.first
  }

  /// Whether a reading of this book has come to an end, in whatever way.
  public func hasEnded(_ id: Identifier<ReadThrough>) -> Bool {
    readThroughs.contains { $0.id == id && $0.outcome != nil }
  }
}

extension ReadThrough {
  fileprivate func began(by day: LocalDay) -> Bool {
    ended != nil && started.map { $0.first <= day } ?? false
  }

  fileprivate func ended(after day: LocalDay, today: LocalDay) -> Bool {
    guard outcome != nil else { return false }
    guard let ended else { return day < today }
    let last = ended.day ?? min(ended.last, today - 1)
    return finished == nil ? last > day : last >= day
  }
}
