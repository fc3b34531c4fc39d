public import Cairn
import CairnSQL

extension LogWriter {
  /// Sets a session to private again, with a stamp newer than any concurrent edit by another device.
  public func reassertPrivate(_ id: SessionID) throws {
    let (kind, field) = (SessionRecord.kind, "isPrivate")
    guard let old = try RecordTable.find(kind, id.record, in: connection),
      old.stamp(of: field).map({ $0 < firstStamp }) ?? true
    else { return }
    var (set, was) = (Fields(), Fields())
    (set[field], was[field]) = (.bool(true), old.fields[field])
    try store(Change(kind: kind, id: id.record, set: set, was: was), over: old)
  }

  /// Splits a session of any kind in two; climbs logged after the cut move to the later part.
  ///
  /// Climbs without a time stay in the earlier part. Throws the errors of ``split(_:as:at:)``.
  public func split(_ id: SessionID, at cut: Instant) throws -> (SessionID, SessionID) {
    switch try row(id).kind {
    case Climbing.kind:
      let later = try split(id, as: Climbing.self, at: cut).1.id
      try moveClimbs(of: id, to: later) { $0.at.map { $0 >= cut } ?? false }
      return (id, later)
    case Listening.kind: return (id, try split(id, as: Listening.self, at: cut).1.id)
    default: return (id, try split(id, as: Reading.self, at: cut).1.id)
    }
  }

  /// Merges session `other` into `id` with its climbs, and deletes `other`.
  ///
  /// Throws `session.different_kinds`, and the errors of ``merge(_:_:as:)``.
  @discardableResult
  public func merge(_ id: SessionID, _ other: SessionID) throws -> SessionID {
    let (kind, otherKind) = (try row(id).kind, try row(other).kind)
    guard kind == otherKind else { throw Self.differentKinds(kind, otherKind) }
    if kind == Listening.kind { return try merge(id, other, as: Listening.self).id }
    guard kind == Climbing.kind else { return try merge(id, other, as: Reading.self).id }
    let isLater = try row(other).startedAt > row(id).startedAt
    let climbs = try [id, other].map { try ClimbQuery.all(of: $0, in: connection).map(\.climb) }
    let merged = try merge(id, other, as: Climbing.self)
    let order = isLater ? climbs[0] + climbs[1] : climbs[1] + climbs[0]
    for (index, climb) in order.enumerated() {
      var moved = climb
      moved.climbContext = .session(id)
      moved.position = Int64(index) + 1
      try save(moved)
    }
    return merged.id
  }

  private func moveClimbs(
    of id: SessionID,
    to other: SessionID,
    where isMoved: (Climb) -> Bool
  ) throws {
    for var climb in try ClimbQuery.all(of: id, in: connection).map(\.climb) where isMoved(climb) {
      climb.climbContext = .session(other)
      try save(climb)
    }
  }

  /// Adjusts the climbs of a session after an edit.
  ///
  /// Shifts their times if the session was moved as a whole. Changes their discipline if they had the session's old one
  /// and the new one fits. Clears times that a shortened session no longer covers: they were only the time of entry.
  func adjustClimbs<Detail>(_ before: Session<Detail>, _ after: Session<Detail>) throws {
    let shift = after.timeline.start - before.timeline.start
    var moved = before.timeline
    if shift != .zero, (try? moved.move(to: after.timeline.start)) != nil, moved == after.timeline {
      try shiftClimbs(of: after.id, by: shift)
    } else if after.timeline.isShorter(than: before.timeline, now) {
      try forgetTimes(outside: after.timeline, of: after.id)
    }
    // A change to mixed climbing changes no climb's discipline.
    guard let old = before.detail as? Climbing, let new = after.detail as? Climbing,
      let discipline = new.discipline, old.discipline != discipline
    else { return }
    for row in try ClimbQuery.all(of: after.id, in: connection)
    where row.climb.discipline == old.discipline {
      var climb = row.climb
      guard (try? climb.set(climb.grade, discipline)) != nil,
        (try? row.checkTicks(climb)) != nil
      else { continue }
      try save(climb)
    }
  }

  private func shiftClimbs(of id: SessionID, by shift: Milliseconds) throws {
    for row in try ClimbQuery.all(of: id, in: connection) {
      var climb = row.climb
      climb.at = climb.at.map { $0 + shift }
      try save(climb)
      for var attempt in row.attempts {
        attempt.at = attempt.at.map { $0 + shift }
        try save(attempt)
      }
    }
  }

  private func forgetTimes(outside timeline: Timeline, of id: SessionID) throws {
    let isOutside = { (time: Instant) in time < timeline.start || time > timeline.end ?? .limit }
    for row in try ClimbQuery.all(of: id, in: connection) {
      var climb = row.climb
      climb.at = climb.at.flatMap { isOutside($0) ? nil : $0 }
      try save(climb)
      for var attempt in row.attempts where attempt.at.map(isOutside) ?? false {
        attempt.at = nil
        try save(attempt)
      }
    }
  }

  private static func differentKinds(_ kind: SessionKind, _ other: SessionKind) -> CairnError {
    CairnError(
      "session.different_kinds",
      "A \(kind.name) session cannot be merged with a \(other.name) session.",
      hint: "Choose two sessions of the same kind."
    )
  }
}

extension LogWriter {
  /// Starts a session like an earlier one: same book, same story at its last position, or same discipline and place.
  ///
  /// Does not copy ratings, partners or weather. Throws `session.not_found`, and the errors of
  /// ``start(_:at:zone:adjust:)``.
  public func repeatSession(
    _ id: SessionID,
    at start: Instant,
    zone: String,
    adjust: Bool
  ) throws -> SessionID {
    switch try row(id).kind {
    case Climbing.kind: return try repeatClimbing(id, at: start, zone: zone, adjust: adjust)
    case Listening.kind:
      let last = try session(id, as: Listening.self).detail
      return try startListening(last.story, at: start, zone: zone, adjust: adjust) { detail in
        try detail.setPositions(last.isCompleted ? nil : last.endPosition, nil)
        try detail.setSpeed(last.speed)
      }.id
    default:
      let entry = try session(id, as: Reading.self).detail.entry
      return try startReading(entry, at: start, zone: zone, adjust: adjust).id
    }
  }

  private func repeatClimbing(
    _ id: SessionID,
    at start: Instant,
    zone: String,
    adjust: Bool
  ) throws -> SessionID {
    let last = try session(id, as: Climbing.self)
    var detail = Climbing(discipline: last.detail.discipline)
    detail.isOutdoor = last.detail.isOutdoor
    if !last.detail.isPrivate { detail.isPrivate = false }
    title = "Started climbing"
    let started = try self.start(detail, at: start, zone: zone, adjust: adjust)
    try change(started.id, as: NoDetail.self) {
      $0.sessionContext.setPlace(last.sessionContext.place)
    }
    return started.id
  }
}

extension Timeline {
  /// Returns whether it starts later or ends earlier than another timeline; a running one ends now.
  fileprivate func isShorter(than other: Timeline, _ now: Instant) -> Bool {
    start > other.start || (end ?? .limit) < (other.end ?? now)
  }
}
