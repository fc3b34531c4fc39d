package import Cairn
import CairnReports

/// The reason why a session of another log cannot be merged.
struct SlotConflict: Error {
  let reason: String
}

/// The time slot of a merged session among the existing ones.
struct SlotFinder {
  /// The end of one of two open sessions; nil if neither must end.
  private(set) var end: Instant?
  /// The existing session that must end; nil if it is the merged one.
  private(set) var loser: SessionID?

  /// Finds the slot; nil for other records, and for a session with unchanged time.
  ///
  /// Of two open sessions, the one started or resumed last continues, and the other ends at that moment (ADR 0005). A
  /// merged session that still runs ends at the start of the next existing one. Throws ``SlotConflict`` if its time is
  /// occupied or in the future. An empty log only checks for two open sessions.
  init?(of joined: Record, before old: Record?, isFirst: Bool, _ writer: LogWriter) throws {
    guard let session = Self.session(joined), Self.gainsTime(session, joined, old) else {
      return nil
    }
    let (time, connection) = (session.timeline, writer.connection)
    var overlapping =
      isFirst ? [] : try SessionQuery.overlapping(time, session.kind, in: connection)
    overlapping.removeAll { $0.id == session.id || $0.mayOverlap }
    if session.mayOverlap { overlapping = [] }
    let open = try time.isEnded ? nil : SessionQuery.open(session.kind, in: connection)
    if let open, open.id != session.id, !open.mayOverlap,
      !overlapping.contains(where: { $0.id == open.id })
    {
      overlapping.append(open)
    }
    if !isFirst { try Self.requirePast(time, writer.now) }
    guard let other = overlapping.first else { return }
    guard !time.isEnded else { throw Self.occupied(by: other) }
    try resolve(time, overlapping)
  }

  private mutating func resolve(_ time: Timeline, _ overlapping: [SessionRow]) throws {
    let starts = overlapping.flatMap { $0.timeline.segments.map(\.start) }
    if let next = starts.filter({ $0 >= time.claim }).min() {
      let ended = try time.ended(at: next)
      if let other = overlapping.first(where: { $0.timeline.overlaps(ended, now: .limit) }) {
        throw Self.occupied(by: other)
      }
      end = ended.end
    } else if let open = overlapping.first(where: { $0.endedAt == nil }), overlapping.count == 1 {
      let ended = try open.timeline.ended(at: time.claim)
      guard !ended.overlaps(time, now: .limit) else { throw Self.occupied(by: open) }
      (end, loser) = (ended.end, open.id)
    } else if let other = overlapping.first {
      throw Self.occupied(by: other)
    }
  }

  private static func session(_ record: Record) -> Session<NoDetail>? {
    guard record.kind == SessionRecord.kind, record.deletion == nil else { return nil }
    return try? Session(recordID: record.id, fields: record.fields)
  }

  private static func gainsTime(
    _ session: Session<NoDetail>,
    _ joined: Record,
    _ old: Record?
  ) -> Bool {
    guard let old, let before = self.session(old) else { return true }
    return before.timeline != session.timeline || before.kind != session.kind
  }

  private static func requirePast(_ time: Timeline, _ now: Instant) throws(SlotConflict) {
    do throws(CairnError) { try time.requirePast(now: now) } catch {
      throw SlotConflict(reason: error.message)
    }
  }

  private static func occupied(by row: SessionRow) -> SlotConflict {
    let of = row.title.map { " of “\($0)”" } ?? ""
    return SlotConflict(reason: "it overlaps session \(row.shortID.text)\(of).")
  }
}

extension SessionRow {
  /// Whether others may overlap it, because a player reported it; see ``LogWriter/conflicts(of:)``.
  fileprivate var mayOverlap: Bool { kind == Listening.kind && source != nil }
}

extension Session {
  fileprivate var mayOverlap: Bool { kind == Listening.kind && source != nil }
}

extension Timeline {
  /// The time of the last start or resumption.
  package var claim: Instant { segments[segments.count - 1].start }

  /// Returns a copy that ends at the given time, or at its pause.
  package func ended(at moment: Instant) throws(CairnError) -> Timeline {
    var ended = self
    try ended.end(at: moment, minimum: .zero)
    return ended
  }
}
