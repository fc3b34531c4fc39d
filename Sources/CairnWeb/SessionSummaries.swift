import Cairn
import CairnInsights

/// Summaries of sessions for a list; climbs and sends are counted once for all sessions.
struct SessionSummaries {
  private let log: OfflineLog
  private var climbs: [SessionID: [Climb]] = [:]
  private var sent: Set<Identifier<Climb>> = []

  init(_ log: OfflineLog) {
    self.log = log
    for climb in log.all(Climb.self) {
      if let session = climb.session { climbs[session, default: []].append(climb) }
    }
    for attempt in log.all(Attempt.self) where attempt.result == .sent {
      sent.insert(attempt.climb)
    }
  }

  /// Returns `12 pages`, `3 climbs, 2 sent` or `to 0:38:30`; nil if nothing is known.
  func summary(_ session: Session<NoDetail>, _ reading: Session<Reading>?) -> String? {
    switch session.kind {
    case Climbing.kind: climbed(session.id)
    case Listening.kind: listening(session.id)
    default: reading?.detail.amount.map { Measure.pages.counted($0) }
    }
  }

  private func climbed(_ id: SessionID) -> String? {
    let climbs = climbs[id] ?? []
    guard log.climbed != nil || !climbs.isEmpty else { return nil }
    let known = log.climbed?[id.record] ?? Snapshot.ClimbCounts()
    let sends = Int64(climbs.count { sent.contains($0.id) })
    return SessionSummaryText.climbed(known.climbs + Int64(climbs.count), sent: known.sent + sends)
  }

  private func listening(_ id: SessionID) -> String? {
    let listening = (try? log.find(Session<Listening>.self, id.record))?.detail
    return listening.flatMap {
      SessionSummaryText.listening(to: $0.endPosition, isCompleted: $0.isCompleted, speed: $0.speed)
    }
  }
}
