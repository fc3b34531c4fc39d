import Cairn

extension RecordStore {
  /// Adjusts the times of climbs after their session was edited.
  ///
  /// Shifts their times if the session was moved as a whole. Clears times that a shortened session no longer covers:
  /// they were only the time of entry.
  func adjustClimbs(
    of id: SessionID,
    from before: Timeline,
    to after: Timeline
  ) throws(CairnError) {
    let shift = after.start - before.start
    var moved = before
    if shift != .zero, (try? moved.move(to: after.start)) != nil, moved == after {
      try changeTimes(of: id) { $0 + shift }
    } else if after.isShorter(than: before, now) {
      let (start, end) = (after.start, after.end ?? .limit)
      try changeTimes(of: id) { $0 < start || $0 > end ? nil : $0 }
    }
  }

  private func changeTimes(
    of id: SessionID,
    _ rule: (Instant) -> Instant?
  ) throws(CairnError) {
    for var climb in try climbs(in: id) {
      climb.at = climb.at.flatMap(rule)
      try save(climb)
      for var attempt in try attempts(at: climb.id) {
        attempt.at = attempt.at.flatMap(rule)
        try save(attempt)
      }
    }
  }

  /// Changes the discipline of climbs that had the session's old one, if their grade and ticks fit the new one.
  ///
  /// A change to mixed climbing, which has no discipline, changes none.
  func changeDiscipline(
    of id: SessionID,
    from old: Discipline?,
    to new: Discipline?
  ) throws(CairnError) {
    guard let new, old != new else { return }
    for var climb in try climbs(in: id) where climb.discipline == old {
      guard (try? climb.set(climb.grade, new)) != nil, try takesTicks(climb) else { continue }
      try save(climb)
    }
  }

  /// Returns whether the explicit ticks of a climb's attempts fit its discipline.
  private func takesTicks(_ climb: Climb) throws(CairnError) -> Bool {
    for tick in try attempts(at: climb.id).compactMap({ $0.explicitTick }) {
      if (try? climb.check(tick)) == nil { return false }
    }
    return true
  }
}

extension Timeline {
  /// Returns whether it starts later or ends earlier than another timeline; a running one ends now.
  fileprivate func isShorter(than other: Timeline, _ now: Instant) -> Bool {
    start > other.start || (end ?? .limit) < (other.end ?? now)
  }
}
