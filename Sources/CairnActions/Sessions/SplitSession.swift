public import Cairn

/// Splits a session of any kind in two; climbs logged after the cut move to the later part.
///
/// Climbs without a time stay in the earlier part.
public struct SplitSession: Sendable {
  /// The session.
  public var id: SessionID
  /// The time of the cut.
  public var cut: Instant

  /// Creates the act.
  public init(_ id: SessionID, at cut: Instant) { (self.id, self.cut) = (id, cut) }

  /// Splits the session and returns both parts; the earlier one keeps the id.
  ///
  /// Throws `session.not_found` and the errors of `Session.split(at:newID:)`.
  public func run(in store: some LibraryStore) throws(CairnError) -> (SessionID, SessionID) {
    let row = try store.requireSummary(of: id)
    store.title = row.historyTitle("split")
    switch row.kind {
    case Climbing.kind:
      let later = try store.split(id, as: Climbing.self, at: cut).1.id
      try moveClimbs(to: later, store)
      return (id, later)
    case Listening.kind: return (id, try store.split(id, as: Listening.self, at: cut).1.id)
    case Reading.kind: return (id, try store.split(id, as: Reading.self, at: cut).1.id)
    default:
      return (id, try store.requireRun(Work(act: self, store: store), for: row.kind))
    }
  }

  private struct Work<Store: LibraryStore>: DetailWork {
    let act: SplitSession
    let store: Store

    func run<Kind: FieldedKind>(for kind: Kind.Type) throws(CairnError) -> SessionID {
      try store.split(act.id, as: FieldDetail<Kind>.self, at: act.cut).1.id
    }
  }

  private func moveClimbs(to later: SessionID, _ store: some RecordStore) throws(CairnError) {
    for var climb in try store.climbs(in: id) {
      guard let time = climb.at, time >= cut else { continue }
      climb.climbContext = .session(later)
      try store.save(climb)
    }
  }
}

/// Merges a session with its climbs into another of the same kind; the time between becomes a pause.
public struct MergeSessions: Sendable {
  /// The session that stays.
  public var id: SessionID
  /// The session that is merged into it.
  public var other: SessionID

  /// Creates the act.
  public init(_ id: SessionID, _ other: SessionID) { (self.id, self.other) = (id, other) }

  /// Merges the sessions.
  ///
  /// Throws `session.not_found`, `session.different_kinds`, and the errors of `LibraryStore.merge(_:_:as:)`.
  public func run(in store: some LibraryStore) throws(CairnError) {
    let (row, second) = (try store.requireSummary(of: id), try store.requireSummary(of: other))
    store.title = row.historyTitle("merged")
    guard row.kind == second.kind else { throw Self.differentKinds(row.kind, second.kind) }
    switch row.kind {
    case Climbing.kind:
      try mergeClimbing(isFirst: row.timeline.start >= second.timeline.start, store)
    case Listening.kind: _ = try store.merge(id, other, as: Listening.self)
    case Reading.kind: _ = try store.merge(id, other, as: Reading.self)
    default:
      try store.requireRun(Work(act: self, store: store), for: row.kind)
    }
  }

  private struct Work<Store: LibraryStore>: DetailWork {
    let act: MergeSessions
    let store: Store

    func run<Kind: FieldedKind>(for kind: Kind.Type) throws(CairnError) {
      _ = try store.merge(act.id, act.other, as: FieldDetail<Kind>.self)
    }
  }

  /// Merges climbing sessions; `isFirst` if the climbs of the other one come first.
  private func mergeClimbing(isFirst: Bool, _ store: some LibraryStore) throws(CairnError) {
    let (own, others) = (try store.climbs(in: id), try store.climbs(in: other))
    _ = try store.merge(id, other, as: Climbing.self)
    for (index, climb) in (isFirst ? others + own : own + others).enumerated() {
      var moved = climb
      moved.climbContext = .session(id)
      moved.position = Int64(index) + 1
      try store.save(moved)
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

extension LibraryStore {
  /// Splits a session in two and returns both parts; throws the errors of `Session.split(at:newID:)`.
  package func split<Detail>(
    _ id: SessionID,
    as detail: Detail.Type,
    at cut: Instant
  ) throws(CairnError) -> (Session<Detail>, Session<Detail>) {
    var earlier = try session(id, as: detail)
    let later = try earlier.split(at: cut, newID: laterID(of: id, at: cut))
    try save(earlier)
    try save(later)
    return (earlier, later)
  }

  /// Returns the ID of the later part, which is the same on every device that makes this split.
  ///
  /// A part that was deleted, merged or undone keeps its ID, so another split at the same time makes a new one.
  private func laterID(of id: SessionID, at cut: Instant) throws(CairnError) -> SessionID {
    let derived = RecordID(derivedFrom: ["split", id.record.text, String(cut.milliseconds)])
    let known = try findEvenIfDeleted(Session<NoDetail>.self, derived)
    return SessionID(known == nil ? derived : newID(of: Session<NoDetail>.self).record)
  }
}

extension LibraryStore {
  /// Merges session `other` into `id`; `other` keeps its values and a reference to `id`, and is no longer shown.
  ///
  /// Throws `session.same`, `session.between` if a session of the same book is between the two, because its pages would
  /// count twice, `session.overlap`, and the errors of `Session.merge(_:)`.
  package func merge<Detail>(
    _ id: SessionID,
    _ other: SessionID,
    as detail: Detail.Type
  ) throws(CairnError) -> Session<Detail> {
    guard id != other else { throw .sameSession }
    var session = try session(id, as: detail)
    let second = try self.session(other, as: detail)
    try requireNothing(between: session, second)
    try session.merge(second)
    try hide(other, mergedInto: id)
    try requireFree(session.interval)
    try save(session)
    return session
  }

  private func requireNothing<Detail>(
    between first: Session<Detail>,
    _ second: Session<Detail>
  ) throws(CairnError) {
    let (one, other) = (first.timeline, second.timeline)
    guard first.kind == Reading.kind, let end = one.end, let last = other.end else { return }
    let gap = Segment(start: min(end, last), end: max(one.start, other.start))
    guard gap.start < max(one.start, other.start) else { return }
    for row in try sessions(first.kind, overlapping: Timeline(ended: [gap]))
    where row.id != first.id && row.id != second.id {
      let book = try self.session(row.id, as: Reading.self).detail.entry.record
      if book == first.detail.subject { throw .between(row) }
    }
  }
}

extension CairnError {
  fileprivate static var sameSession: CairnError {
    CairnError(
      "session.same",
      "A session cannot be merged with itself.",
      hint: "Choose two sessions."
    )
  }

  fileprivate static func between(_ row: some SessionSummary) -> CairnError {
    CairnError(
      "session.between",
      "Session \(ShortID(row.id.record).text)\(row.ofTitle) is between the two: it started at "
        + "\(row.timeline.start.text).",
      hint: "Merge with that session first."
    )
  }
}
