public import Cairn

extension RecordStore {
  /// Returns a climb; throws `climb.not_found`, also for one of a deleted session.
  package func climb(_ id: Identifier<Climb>) throws(CairnError) -> Climb {
    guard let climb = try find(Climb.self, id.record) else { throw .noClimb(id) }
    if let session = climb.session, try find(Session<NoDetail>.self, session.record) == nil {
      throw .noClimb(id)
    }
    return climb
  }

  /// Returns the climbs of a session, in order.
  public func climbs(in session: SessionID) throws(CairnError) -> [Climb] {
    try climbs(on: .session(session))
  }

  /// Edits a climb; an attempt with the same time as the climb moves with it.
  ///
  /// Throws `climb.not_found`, the errors of `rule`, `attempt.wrong_discipline` if an attempt has a tick that the new
  /// discipline lacks, and `attempt.outside_session` for a time outside its session or day.
  @discardableResult
  package func changeClimb(
    _ id: Identifier<Climb>,
    _ rule: (inout Climb) throws(CairnError) -> Void
  ) throws(CairnError) -> Climb {
    let before = try climb(id)
    var climb = before
    try rule(&climb)
    if climb.discipline != before.discipline {
      for tick in try attempts(at: id).compactMap({ $0.explicitTick }) { try climb.check(tick) }
    }
    if climb.at != before.at { try changeTime(of: before, to: climb.at) }
    title = "Climb edited: \(climb.title)"
    try save(climb)
    return climb
  }

  private func changeTime(of climb: Climb, to time: Instant?) throws(CairnError) {
    if let time { try requireWithin(climb.climbContext, time) }
    let attempts = try attempts(at: climb.id)
    // Among several attempts without a time, it is unknown which one the time belongs to.
    guard climb.at != nil || attempts.count == 1 else { return }
    for var attempt in attempts where attempt.at == climb.at {
      attempt.at = time
      try save(attempt)
    }
  }

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

extension CairnError {
  /// The error for an unknown climb: `climb.not_found`.
  package static func noClimb(_ id: Identifier<Climb>?) -> CairnError {
    CairnError(
      "climb.not_found",
      id.map { "There is no climb \(ShortID($0.record).text)." } ?? "There is no such climb.",
      hint: "List the climbs of the session to see their ids."
    )
  }
}
