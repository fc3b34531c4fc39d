import Cairn
import CairnInsights

/// What was done in sessions, in the few words of a list; climbs and sends are counted once for all of them.
struct SessionSummaries {
  private let desk: OfflineLog
  private var climbs: [SessionID: [Climb]] = [:]
  private var sent: Set<Identifier<Climb>> = []

  init(_ desk: OfflineLog) {
    self.desk = desk
    for climb in desk.all(Climb.self) {
      if let session = climb.session { climbs[session, default: []].append(climb) }
    }
    for attempt in desk.all(Attempt.self) where attempt.result == .sent {
      sent.insert(attempt.climb)
    }
  }

  /// `12 pages`, `3 climbs, 2 sent`, `to 0:38:30`; nil where nothing is known.
  func words(_ session: Session<NoDetail>, _ reading: Session<Reading>?) -> String? {
    switch session.kind {
    case Climbing.kind: climbed(session.id)
    case Listening.kind: heard(session.id)
    default: reading?.detail.amount.map { Measure.pages.counted($0) }
    }
  }

  private func climbed(_ id: SessionID) -> String? {
    let climbs = climbs[id] ?? []
    guard desk.climbed != nil || !climbs.isEmpty else { return nil }
    let known = desk.climbed?[id.record] ?? Snapshot.Climbed()
    let sends = Int64(climbs.count { sent.contains($0.id) })
    return SessionSummaryText.climbed(known.climbs + Int64(climbs.count), sent: known.sent + sends)
  }

  private func heard(_ id: SessionID) -> String? {
    let heard = (try? desk.find(Session<Listening>.self, id.record))?.detail
    return heard.flatMap {
      SessionSummaryText.heard(to: $0.endPosition, isCompleted: $0.isCompleted, speed: $0.speed)
    }
  }
}
