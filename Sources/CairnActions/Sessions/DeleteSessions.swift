public import Cairn

/// Deletes sessions, and the climbs of days without a session, in one history entry.
public struct DeleteSessions: Sendable {
  /// The climbs of a day at one place that belong to no session.
  public struct Day: Sendable {
    /// The day.
    public var day: LocalDay
    /// The place, or nil.
    public var place: String?

    /// Creates a selection.
    public init(_ day: LocalDay, at place: String?) { (self.day, self.place) = (day, place) }
  }

  /// The sessions.
  public var ids: [SessionID]
  /// The days whose climbs are deleted.
  public var days: [Day] = []

  /// Creates the act.
  public init(_ ids: [SessionID], days: [Day] = []) { (self.ids, self.days) = (ids, days) }

  /// Deletes everything; throws `session.not_found`, and `climb.not_found` for a day without climbs.
  public func run(in store: some LibraryStore) throws(CairnError) {
    if ids.count + days.count > 1 { store.beginBatch() }
    var single: String?
    for id in ids { single = try store.requireSummary(of: id).historyTitle("deleted") }
    var climbs: [Climb] = []
    for day in days { climbs += try self.climbs(of: day, store) }
    store.title = title(climbs, single)
    for id in ids { try store.delete(SessionRecord.kind, id.record) }
    for climb in climbs { try store.delete(Climb.recordKind, climb.id.record) }
  }

  private func climbs(of day: Day, _ store: some LibraryStore) throws(CairnError) -> [Climb] {
    let climbs = try store.climbs(on: .day(day.day, place: day.place, isOutdoor: nil)).filter {
      guard case .day(_, let place, _) = $0.climbContext else { return false }
      return place == day.place
    }
    guard !climbs.isEmpty else { throw Self.noClimbs(day) }
    return climbs
  }

  private func title(_ climbs: [Climb], _ single: String?) -> String {
    if ids.isEmpty, climbs.count == 1 { return "Climb deleted: \(climbs[0].title)" }
    if ids.count == 1, climbs.isEmpty, let single { return single }
    let parts = [(ids.count, "session"), (climbs.count, "climb")].filter { $0.0 > 0 }
      .map { counted($0, $1) }
    return "\(parts.joined(separator: " and ")) deleted"
  }

  private static func noClimbs(_ day: Day) -> CairnError {
    CairnError(
      "climb.not_found",
      "There are no climbs on \(CalendarText.day(day.day))\(day.place.map { " at \($0)" } ?? "").",
      hint: "Check the logbook for that day."
    )
  }
}

/// Restores a deleted session.
public struct RestoreSession: Sendable {
  /// The session.
  public var id: SessionID

  /// Creates the act.
  public init(_ id: SessionID) { self.id = id }

  /// Restores the session; does nothing if it is not deleted.
  ///
  /// Throws `session.not_found` for an unknown id, and `session.overlap` if its time was taken since.
  public func run(in store: some LibraryStore) throws(CairnError) {
    let known = try store.findEvenIfDeleted(Session<NoDetail>.self, id.record)
    guard let known, known.deletion == nil || known.deletion == Deletion.byPerson else {
      throw .noSession(id)
    }
    try store.restore(SessionRecord.kind, id.record)
    if let other = try store.conflicts(of: known.entity).first { throw .overlap(other) }
    store.title = try store.requireSummary(of: id).historyTitle("restored")
  }
}

/// Discards an open session with the rest of its start: an added book, a read-through, shortened sessions.
///
/// Keeps what was changed since or is used elsewhere.
public struct DiscardSession: Sendable {
  /// The session.
  public var id: SessionID

  /// Creates the act.
  public init(_ id: SessionID) { self.id = id }

  /// Discards the session; throws `session.not_found` and `session.already_ended`.
  public func run(in store: some RecordStore) throws(CairnError) {
    let row = try store.requireSummary(of: id)
    guard !row.timeline.isEnded else { throw .alreadyEnded(id) }
    store.title = row.historyTitle("discarded")
    try store.delete(SessionRecord.kind, id.record)
    try store.revertStart(of: id)
  }
}

/// Starts a session like an earlier one: same book, same story at its position, or same discipline and place.
///
/// Does not copy ratings, partners or weather.
public struct RepeatSession: Sendable {
  /// The earlier session.
  public var id: SessionID
  /// The start time; nil for now.
  public var at: Instant?
  /// The time zone in which it starts.
  public var zone: String
  /// Whether to trim overlapping sessions of the kind.
  public var adjusts: Bool

  /// Creates the act.
  public init(_ id: SessionID, at: Instant? = nil, zone: String, adjust: Bool = false) {
    (self.id, self.at, self.zone, self.adjusts) = (id, at, zone, adjust)
  }

  /// Starts the session and returns its id.
  ///
  /// Throws `session.not_found`, and the errors of ``RecordStore/start(_:at:zone:adjust:_:)``.
  public func run(in store: some RecordStore) throws(CairnError) -> SessionID {
    let row = try store.requireSummary(of: id)
    switch row.kind {
    case Climbing.kind: return try repeatClimbing(store)
    case Listening.kind: return try repeatListening(store)
    case Reading.kind:
      let entry = try store.session(id, as: Reading.self).detail.entry
      let start = at ?? store.now
      return try store.startReading(entry, at: start, zone: zone, adjust: adjusts).id
    default: return try repeatActivity(row.kind, store)
    }
  }

  private func repeatActivity(
    _ kind: SessionKind,
    _ store: some RecordStore
  ) throws(CairnError) -> SessionID {
    var start = SessionStart(zone: zone)
    (start.at, start.adjusts) = (at, adjusts)
    let last = try store.session(id, as: NoDetail.self)
    start.sessionContext.place = last.sessionContext.place
    return try StartActivity(kind, start).run(in: store)
  }

  private func repeatListening(_ store: some RecordStore) throws(CairnError) -> SessionID {
    let last = try store.session(id, as: Listening.self).detail
    let start = at ?? store.now
    return try store.startListening(last.story, at: start, zone: zone, adjust: adjusts) {
      (session) throws(CairnError) in
      try session.detail.setPositions(last.isCompleted ? nil : last.endPosition, nil)
      try session.detail.setSpeed(last.speed)
    }.id
  }

  private func repeatClimbing(_ store: some RecordStore) throws(CairnError) -> SessionID {
    let last = try store.session(id, as: Climbing.self)
    var detail = Climbing(discipline: last.detail.discipline)
    detail.isOutdoor = last.detail.isOutdoor
    if !last.detail.isPrivate { detail.isPrivate = false }
    store.title = "Started climbing"
    return try store.start(detail, at: at ?? store.now, zone: zone, adjust: adjusts) {
      (session) throws(CairnError) in
      session.sessionContext.setPlace(last.sessionContext.place)
    }.id
  }
}
