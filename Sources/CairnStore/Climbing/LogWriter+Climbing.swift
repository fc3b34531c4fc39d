public import Cairn
import CairnSQL

extension LogWriter {
  /// Says again that others must not see a session, later than what another device may have said meanwhile.
  public func keepPrivate(_ id: SessionID) throws {
    let (kind, field) = (SessionRecord.kind, "isPrivate")
    guard let old = try RecordTable.find(kind, id.record, in: connection),
      old.stamp(of: field).map({ $0 < firstStamp }) ?? true
    else { return }
    var (set, was) = (Fields(), Fields())
    (set[field], was[field]) = (.bool(true), old.fields[field])
    try store(Change(kind: kind, id: id.record, set: set, was: was), over: old)
  }

  /// Cuts a session of any kind in two; climbs logged after the cut go with the later part.
  ///
  /// Climbs of which the time is not known stay in the earlier. Throws as
  /// ``split(_:as:at:)``.
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

  /// Joins `other` into the session `id`, of one kind both, and deletes `other`; its climbs go with
  /// it.
  ///
  /// Throws `session.different_kinds`, and as ``merge(_:_:as:)``.
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
      moved.occasion = .session(id)
      moved.position = Int64(index) + 1
      try save(moved)
    }
    return merged.id
  }

  private func moveClimbs(
    of id: SessionID,
    to other: SessionID,
    where goes: (Climb) -> Bool
  ) throws {
    for var climb in try ClimbQuery.all(of: id, in: connection).map(\.climb) where goes(climb) {
      climb.occasion = .session(other)
      try save(climb)
    }
  }

  /// Lets the climbs of a session follow it: in time when it was moved as a whole, and in
  /// discipline where they had that of the session and can have the new one.
  ///
  /// Where the session became shorter, times that are not in it any more become unknown: they were
  /// those of the typing, and no others are known.
  func followClimbs<Detail>(_ before: Session<Detail>, _ after: Session<Detail>) throws {
    let shift = after.timeline.start - before.timeline.start
    var moved = before.timeline
    if shift != .zero, (try? moved.move(to: after.timeline.start)) != nil, moved == after.timeline {
      try shiftClimbs(of: after.id, by: shift)
    } else if after.timeline.isShorter(than: before.timeline, now) {
      try forgetTimes(outside: after.timeline, of: after.id)
    }
    // A session of mixed climbing takes no climb what it was.
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
      "A \(kind.name) session and a \(other.name) session cannot be one.",
      hint: "Name two sessions of one kind."
    )
  }
}

extension LogWriter {
  /// Starts again what a session was about: the same book, the same story where it was left, or the
  /// same kind of climbing at the same place.
  ///
  /// What was felt, who came along and how the weather was is not taken over. Throws
  /// `session.not_found`, and as ``start(_:at:zone:adjust:)``.
  public func startAgain(
    _ id: SessionID,
    at start: Instant,
    zone: String,
    adjust: Bool
  ) throws -> SessionID {
    switch try row(id).kind {
    case Climbing.kind: return try climbAgain(id, at: start, zone: zone, adjust: adjust)
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

  private func climbAgain(
    _ id: SessionID,
    at start: Instant,
    zone: String,
    adjust: Bool
  ) throws -> SessionID {
    let last = try session(id, as: Climbing.self)
    var detail = Climbing(discipline: last.detail.discipline)
    detail.isOutdoor = last.detail.isOutdoor
    if !last.detail.isPrivate { detail.isPrivate = false }
    title = "Start climbing"
    let started = try self.start(detail, at: start, zone: zone, adjust: adjust)
    try change(started.id, as: NoDetail.self) { $0.sessionContext.setPlace(last.sessionContext.place) }
    return started.id
  }
}

extension Timeline {
  /// Whether it starts later than another did, or ends earlier, which then is before now where the
  /// other went on.
  fileprivate func isShorter(than other: Timeline, _ now: Instant) -> Bool {
    start > other.start || (end ?? .limit) < (other.end ?? now)
  }
}
