extension Book {
  /// Returns the ended read-through that a session on a day belongs to.
  ///
  /// This is the one with known dates around the day, otherwise the first one that ended after it. An
  /// end date that is not known to the day may be any possible day before `today`. A read-through is
  /// given up before its day is over, so sessions on that day do not belong to it. Returns nil if the
  /// session belongs to the open read-through or starts a new one.
  public func endedReading(of day: LocalDay, today: LocalDay) -> ReadThrough? {
    if let open = openReading, open.started.map({ $0.first <= day }) ?? true { return nil }
    let candidates = readThroughs.filter { $0.ended(after: day, today: today) }
    return candidates.first { $0.began(by: day) } ?? candidates.first { $0.ended != nil }
      ?? candidates.first
  }

  /// Returns whether a read-through of this book has ended, with any outcome.
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
