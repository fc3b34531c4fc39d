import Cairn
import CairnActions
import CairnReports
import CairnSQL

/// Updates of milestones, in the transaction that changes the listening data.
extension LogWriter {
  /// Records the earliest start among the listening sessions that this transaction changes.
  func recordListeningChange(_ new: Record, replacing old: Record?) throws {
    for record in [old, new].compactMap(\.self) where record.isListening {
      let timeline = try record.fields.timeline()
      guard timeline.isEnded else { continue }
      earliestListeningChange = min(earliestListeningChange ?? timeline.start, timeline.start)
    }
  }

  /// Updates each milestone to the session that reaches it now; keeps milestones that none reaches any more.
  func updateMilestones() throws {
    guard let since = earliestListeningChange else { return }
    earliestListeningChange = nil
    guard !isMergingLog else { return }
    let settled = try MilestoneTable.settled(before: since, in: connection)
    guard ListeningMilestone.all.contains(where: { !settled.contains($0.name) }) else { return }
    try projection.finish()
    let inputs = MilestoneInputs(connection)
    for milestone in ListeningMilestone.all where !settled.contains(milestone.name) {
      guard let (session, at) = try inputs.sessionReaching(milestone) else { continue }
      let reached = try find(ReachedMilestone.self, ReachedMilestone.id(milestone))
      var now = reached ?? ReachedMilestone(milestone, at: at, by: session)
      (now.at, now.session) = (at, session)
      try save(now)
      if reached == nil { unlocked.append(now) }
    }
  }

  func claimUnreportedMilestones() throws -> [ListeningMilestone] {
    let unreported = try MilestoneTable.unreported(in: connection)
    for milestone in unreported { try MilestoneTable.markReported(milestone, in: connection) }
    return unreported
  }
}

extension Fields {
  /// Parses the timeline of a session.
  fileprivate func timeline() throws(CairnError) -> Timeline {
    try Timeline(text: required("segments", text("segments")), endedAt: instant("endedAt"))
  }
}

extension Record {
  fileprivate var isListening: Bool {
    kind == SessionRecord.kind && fields["kind"] == .text(Listening.kind.name)
  }
}

/// The inputs of milestones, each loaded on first use.
private final class MilestoneInputs {
  private let connection: any SQLConnection
  private var cachedTotals: ListeningTotals?
  private var cachedDays: [LocalDay]?

  init(_ connection: any SQLConnection) {
    self.connection = connection
  }

  /// Returns the session that reaches a milestone and its end, or nil.
  func sessionReaching(_ milestone: ListeningMilestone) throws -> (SessionID, Instant)? {
    let target = milestone.target
    switch milestone.measure {
    case .stories:
      return try totals().stories < target ? nil : MilestoneScan.stories(target, in: connection)
    case .time:
      return try totals().completedSeconds < target
        ? nil : MilestoneScan.seconds(target, in: connection)
    case .streaks: return try MilestoneScan.streak(target, on: days(), in: connection)
    }
  }

  private func totals() throws -> ListeningTotals {
    let totals = try cachedTotals ?? ListeningSums.totals(in: connection)
    cachedTotals = totals
    return totals
  }

  /// Returns the days on which a story was finished, ascending.
  private func days() throws -> [LocalDay] {
    let days = try cachedDays ?? ListeningDays.completed(nil, in: connection)
    cachedDays = days
    return days
  }
}

/// A chronological scan of completed sessions that stops at the target.
enum MilestoneScan {
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

  /// Returns the first completed session of the day that extends a streak to the target.
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
    let session: SessionID? = try connection.value(query)
    return try session.map { try end(of: $0, in: connection) }
  }

  private static func first(
    in connection: any SQLConnection,
    where isReached: (Step) -> Bool
  ) throws -> (SessionID, Instant)? {
    var reached: SessionID?
    let completed: SQL = """
      SELECT session, story, started_at, coalesce(seconds, 0) AS seconds FROM listening
      WHERE is_completed = 1 AND is_open = 0
      ORDER BY started_at, session
      """
    try connection.scan(completed) { row in
      let session: SessionID = try row["session"]
      let step: Step = try (session, row["story"], row["started_at"], row["seconds"])
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
    guard let at: Instant = try connection.value(query) else {
      throw CairnError.noSession(session)
    }
    return (session, at)
  }
}
