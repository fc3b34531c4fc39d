import Cairn
import CairnSQL

/// Why a session of another log cannot be taken in.
struct SlotConflict: Error {
  let reason: String
}

/// Where a session of another log fits in between those that are here.
struct SlotFinder {
  /// When one of two sessions that were both open ends; nil when neither has to.
  private(set) var end: Instant?
  /// The session here that ends; nil when it is the one that comes.
  private(set) var loser: SessionID?

  /// Finds the place; nil for what is no session that takes other time than before.
  ///
  /// Of two sessions that are open the one that was started or resumed last goes on, and the other
  /// ends at that moment (ADR 0005). A session that comes and still runs ends where the next one
  /// here begins. Throws ``SlotConflict`` when some of its time is taken or in the future. In a log that
  /// held nothing there is always room, but not for two open ones.
  init?(of joined: Record, before old: Record?, isFirst: Bool, _ writer: LogWriter) throws {
    guard let session = Self.session(joined), Self.takesTime(session, joined, old) else {
      return nil
    }
    let (time, connection) = (session.timeline, writer.connection)
    var rivals =
      isFirst ? [] : try SessionQuery.overlapping(time, session.kind, in: connection)
    rivals.removeAll { $0.id == session.id || $0.holdsNoTime }
    if session.holdsNoTime { rivals = [] }
    let open = try time.isEnded ? nil : SessionQuery.open(session.kind, in: connection)
    if let open, open.id != session.id, !open.holdsNoTime,
      !rivals.contains(where: { $0.id == open.id })
    {
      rivals.append(open)
    }
    if !isFirst { try Self.requirePast(time, writer.now) }
    guard let rival = rivals.first else { return }
    guard !time.isEnded else { throw Self.taken(by: rival) }
    try settle(time, rivals)
  }

  private mutating func settle(_ time: Timeline, _ rivals: [SessionRow]) throws {
    let starts = rivals.flatMap { $0.timeline.segments.map(\.start) }
    if let next = starts.filter({ $0 >= time.claim }).min() {
      let ended = try time.ended(at: next)
      if let rival = rivals.first(where: { $0.timeline.overlaps(ended, now: .limit) }) {
        throw Self.taken(by: rival)
      }
      end = ended.end
    } else if let open = rivals.first(where: { $0.endedAt == nil }), rivals.count == 1 {
      let ended = try open.timeline.ended(at: time.claim)
      guard !ended.overlaps(time, now: .limit) else { throw Self.taken(by: open) }
      (end, loser) = (ended.end, open.id)
    } else if let rival = rivals.first {
      throw Self.taken(by: rival)
    }
  }

  private static func session(_ record: Record) -> Session<NoDetail>? {
    guard record.kind == SessionRecord.kind, record.deletion == nil else { return nil }
    return try? Session(recordID: record.id, fields: record.fields)
  }

  private static func takesTime(
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

  private static func taken(by row: SessionRow) -> SlotConflict {
    let of = row.title.map { " of “\($0)”" } ?? ""
    return SlotConflict(reason: "session \(row.shortID.text)\(of) holds that time already.")
  }
}

extension SessionRow {
  /// Whether others may lie beside it: players tell of it, see ``LogWriter/conflicts(of:)``.
  fileprivate var holdsNoTime: Bool { kind == Listening.kind && source != nil }
}

extension Session {
  fileprivate var holdsNoTime: Bool { kind == Listening.kind && source != nil }
}

extension Timeline {
  /// When the timer was started or resumed last.
  var claim: Instant { segments[segments.count - 1].start }

  /// The same, ended at a moment, or at its pause.
  func ended(at moment: Instant) throws(CairnError) -> Timeline {
    var ended = self
    try ended.end(at: moment, minimum: .zero)
    return ended
  }
}
