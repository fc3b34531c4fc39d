public import Cairn

/// Moves sessions by the same distance, in one history entry; their lengths stay.
public struct ShiftSessions: Sendable {
  /// The sessions.
  public var ids: [SessionID]
  /// How much later they start; earlier if negative.
  public var distance: Milliseconds
  /// Whether to trim overlapping sessions.
  public var adjusts = false

  /// Creates the act.
  public init(_ ids: [SessionID], by distance: Milliseconds) {
    (self.ids, self.distance) = (ids, distance)
  }

  /// Moves the sessions, each out of the way of the next; throws the errors of ``MoveSession/run(in:)``.
  public func run(in store: some LibraryStore) throws(CairnError) {
    var starts: [(start: Instant, id: SessionID)] = []
    for id in ids { starts.append((try store.requireSummary(of: id).timeline.start, id)) }
    store.title = try title(store)
    if ids.count > 1 { store.beginBatch() }
    let isLater = distance > .zero
    for (start, id) in starts.sorted(by: { isLater ? $1.start < $0.start : $0.start < $1.start }) {
      try store.change(id, as: NoDetail.self, adjust: adjusts) { (session) throws(CairnError) in
        try session.move(to: start + distance)
      }
    }
  }

  private func title(_ store: some LibraryStore) throws(CairnError) -> String {
    guard ids.count == 1 else { return "\(counted(ids.count, "session")) moved" }
    return try store.requireSummary(of: ids[0]).historyTitle("moved")
  }
}
