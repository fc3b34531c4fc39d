public import Cairn
import CairnActions
import CairnSQL

extension LogWriter {
  /// Splits a session of any kind in two; climbs logged after the cut move to the later part.
  ///
  /// Climbs without a time stay in the earlier part. Throws the errors of ``split(_:as:at:)``.
  public func split(_ id: SessionID, at cut: Instant) throws -> (SessionID, SessionID) {
    let row = try row(id)
    title = row.historyTitle("split")
    switch row.kind {
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
    let row = try row(id)
    let (kind, otherKind) = (row.kind, try self.row(other).kind)
    title = row.historyTitle("merged")
    guard kind == otherKind else { throw Self.differentKinds(kind, otherKind) }
    if kind == Listening.kind { return try merge(id, other, as: Listening.self).id }
    guard kind == Climbing.kind else { return try merge(id, other, as: Reading.self).id }
    let isLater = try self.row(other).startedAt > row.startedAt
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
  /// `RecordStore.start`.
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
      return try startListening(last.story, at: start, zone: zone, adjust: adjust) {
        (session) throws(CairnError) in
        try session.detail.setPositions(last.isCompleted ? nil : last.endPosition, nil)
        try session.detail.setSpeed(last.speed)
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
