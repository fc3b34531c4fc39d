import Cairn
import CairnSQL

/// Milestones follow what was listened to, in the transaction that changes it.
extension LogWriter {
  /// Notes which part of the time a listening session that changes has touched.
  func noteListening(_ new: Record, replacing old: Record?) throws {
    for record in [old, new].compactMap(\.self) where record.isListening {
      let timeline = try record.fields.timeline()
      guard timeline.isEnded else { continue }
      heardSince = min(heardSince ?? timeline.start, timeline.start)
    }
  }

  /// Dates every milestone by the session that reaches it now; those that nothing reaches any more
  /// stay as they are.
  func followMilestones() throws {
    guard let since = heardSince else { return }
    heardSince = nil
    guard !isJoining else { return }
    let settled = try MilestoneTable.settled(before: since, in: connection)
    guard ListeningMilestone.all.contains(where: { !settled.contains($0.name) }) else { return }
    try projection.finish()
    let heard = MilestoneInputs(connection)
    for milestone in ListeningMilestone.all where !settled.contains(milestone.name) {
      guard let (session, at) = try heard.reach(milestone) else { continue }
      let reached = try find(ReachedMilestone.self, ReachedMilestone.id(milestone))
      var now = reached ?? ReachedMilestone(milestone, at: at, by: session)
      (now.at, now.session) = (at, session)
      try save(now)
      if reached == nil { unlocked.append(now) }
    }
  }

  func tellMilestones() throws -> [ListeningMilestone] {
    let untold = try MilestoneTable.untold(in: connection)
    for milestone in untold { try MilestoneTable.noteTold(milestone, in: connection) }
    return untold
  }
}

extension Fields {
  /// The time of a session.
  fileprivate func timeline() throws(CairnError) -> Timeline {
    try Timeline(text: required("segments", text("segments")), endedAt: instant("endedAt"))
  }
}

extension Record {
  fileprivate var isListening: Bool {
    kind == SessionRecord.kind && fields["kind"] == .text(Listening.kind.name)
  }
}

/// What milestones are reached by, each sum read once, when it is first asked for.
private final class MilestoneInputs {
  private let connection: any SQLConnection
  private var knownTotals: ListeningTotals?
  private var knownDays: [LocalDay]?

  init(_ connection: any SQLConnection) {
    self.connection = connection
  }

  /// The session that reaches a milestone, and when it ended; nil while none does.
  func reach(_ milestone: ListeningMilestone) throws -> (SessionID, Instant)? {
    let target = milestone.target
    switch milestone.measure {
    case .stories:
      return try totals().stories < target ? nil : MilestoneWalk.stories(target, in: connection)
    case .time:
      return try totals().completedSeconds < target
        ? nil : MilestoneWalk.seconds(target, in: connection)
    case .streaks: return try MilestoneWalk.streak(target, on: days(), in: connection)
    }
  }

  private func totals() throws -> ListeningTotals {
    let totals = try knownTotals ?? ListeningSums.totals(in: connection)
    knownTotals = totals
    return totals
  }

  /// The days on which a story was heard to its end, ascending.
  private func days() throws -> [LocalDay] {
    let days = try knownDays ?? ListeningDays.completed(nil, in: connection)
    knownDays = days
    return days
  }
}

/// Walks through what was heard to its end, from the beginning until something is reached.
enum MilestoneWalk {
  private typealias Step = (session: SessionID, story: RecordID, start: Instant, seconds: Int64)

  static func stories(
    _ target: Int64,
    in connection: any SQLConnection
  ) throws -> (SessionID, Instant)? {
    var stories: Set<RecordID> = []
    return try first(in: connection) { step in
      stories.insert(step.story)
      return Int64(stories.count) >= target
    }
  }

  static func seconds(
    _ target: Int64,
    in connection: any SQLConnection
  ) throws -> (SessionID, Instant)? {
    var seconds: Int64 = 0
    return try first(in: connection) { step in
      seconds += step.seconds
      return seconds >= target
    }
  }

  /// The first session on the day that makes a chain so long.
  static func streak(
    _ target: Int64,
    on days: [LocalDay],
    in connection: any SQLConnection
  ) throws -> (SessionID, Instant)? {
    guard days.count >= target else { return nil }
    var length: Int64 = 0
    for (index, day) in days.enumerated() {
      length = index > 0 && days[index - 1] + 1 == day ? length + 1 : 1
      if length == target { return try first(on: day, in: connection) }
    }
    return nil
  }

  private static func first(
    on day: LocalDay,
    in connection: any SQLConnection
  ) throws -> (SessionID, Instant)? {
    let query: SQL = """
      SELECT listening.session FROM session_day
      JOIN listening ON listening.session = session_day.session
      WHERE session_day.kind = \(Listening.kind.name) AND session_day.day = \(day)
        AND listening.is_completed = 1
      ORDER BY listening.started_at, listening.session LIMIT 1
      """
    let session = try connection.first(query) { SessionID(try $0.id(0)) }
    return try session.map { try end(of: $0, in: connection) }
  }

  private static func first(
    in connection: any SQLConnection,
    where isReached: (Step) -> Bool
  ) throws -> (SessionID, Instant)? {
    var reached: SessionID?
    let completed: SQL = """
      SELECT session, story, started_at, coalesce(seconds, 0) FROM listening
      WHERE is_completed = 1 AND is_open = 0
      ORDER BY started_at, session
      """
    try connection.scan(completed) { row in
      let session = SessionID(try row.id(0))
      let step = (session, try row.id(1), try row.instant(2), try row.integer(3))
      if isReached(step) { reached = session }
      return reached == nil
    }
    return try reached.map { try end(of: $0, in: connection) }
  }

  private static func end(
    of session: SessionID,
    in connection: any SQLConnection
  ) throws -> (SessionID, Instant) {
    let query: SQL = "SELECT coalesce(ended_at, started_at) FROM session WHERE id = \(session)"
    guard let at = try connection.first(query, { try $0.instant(0) }) else {
      throw LogWriter.noSession(session)
    }
    return (session, at)
  }
}
