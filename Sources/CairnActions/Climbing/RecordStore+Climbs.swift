import Cairn

extension RecordStore {
  /// Adjusts the climbs of a session after an edit.
  ///
  /// Shifts their times if the session was moved as a whole. Changes their discipline if they had the session's old one
  /// and the new one fits. Clears times that a shortened session no longer covers: they were only the time of entry.
  func adjustClimbs<Detail>(
    _ before: Session<Detail>,
    _ after: Session<Detail>
  ) throws(CairnError) {
    let shift = after.timeline.start - before.timeline.start
    var moved = before.timeline
    if shift != .zero, (try? moved.move(to: after.timeline.start)) != nil, moved == after.timeline {
      try changeTimes(of: after.id) { $0 + shift }
    } else if after.timeline.isShorter(than: before.timeline, now) {
      let (start, end) = (after.timeline.start, after.timeline.end ?? .limit)
      try changeTimes(of: after.id) { $0 < start || $0 > end ? nil : $0 }
    }
    try changeDiscipline(before, after)
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

  /// A change to mixed climbing changes no climb's discipline.
  private func changeDiscipline<Detail>(
    _ before: Session<Detail>,
    _ after: Session<Detail>
  ) throws(CairnError) {
    let old = before.discipline
    guard let discipline = after.discipline, old != discipline else { return }
    for var climb in try climbs(in: after.id) where climb.discipline == old {
      guard (try? climb.set(climb.grade, discipline)) != nil, try takesTicks(climb) else {
        continue
      }
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

extension Session {
  /// The discipline of a climbing session read with its details; nil for any other.
  fileprivate var discipline: Discipline? {
    guard Detail.kind == Climbing.kind else { return nil }
    var fields = Fields()
    detail.write(to: &fields)
    return (try? Climbing(fields: fields))?.discipline
  }
}

extension Timeline {
  /// Returns whether it starts later or ends earlier than another timeline; a running one ends now.
  fileprivate func isShorter(than other: Timeline, _ now: Instant) -> Bool {
    start > other.start || (end ?? .limit) < (other.end ?? now)
  }
}
